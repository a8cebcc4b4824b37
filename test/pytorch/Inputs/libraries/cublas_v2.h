// What PyTorch's headers name of cuBLAS.
#pragma once
typedef struct cublasContext *cublasHandle_t;
typedef enum { CUBLAS_STATUS_SUCCESS } cublasStatus_t;
