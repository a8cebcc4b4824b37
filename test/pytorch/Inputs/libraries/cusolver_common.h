// What PyTorch's headers name of cuSOLVER.
#pragma once
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef enum { CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_EXECUTION_FAILED } cusolverStatus_t;
