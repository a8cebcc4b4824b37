// What PyTorch's headers name of cuSPARSE.
#pragma once
typedef struct cusparseContext *cusparseHandle_t;
typedef enum { CUSPARSE_STATUS_SUCCESS } cusparseStatus_t;
const char *cusparseGetErrorString(cusparseStatus_t status);
