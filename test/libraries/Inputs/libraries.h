// Declarations of libraries, as far as the tests need them: names and
// parameters are those of the real headers, which test/toolkit compiles.
#pragma once
#include <cuda_runtime.h>

extern "C" {
typedef struct cublasContext *cublasHandle_t;
typedef enum { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1 } cublasStatus_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_OP_N = 0 } cublasOperation_t;
#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasSgemm cublasSgemm_v2
#define cublasSaxpy cublasSaxpy_v2
#define cublasSdot cublasSdot_v2
#define cublasSnrm2 cublasSnrm2_v2
#define cublasIsamax cublasIsamax_v2
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size);
cublasStatus_t cublasSgemm(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m, int n, int k,
                           const float *alpha, const float *A, int lda, const float *B, int ldb,
                           const float *beta, float *C, int ldc);
cublasStatus_t cublasSaxpy(cublasHandle_t handle, int n, const float *alpha, const float *x, int incx, float *y,
                           int incy);
cublasStatus_t cublasSdot(cublasHandle_t handle, int n, const float *x, int incx, const float *y, int incy,
                          float *result);
cublasStatus_t cublasSnrm2(cublasHandle_t handle, int n, const float *x, int incx, float *result);
cublasStatus_t cublasIsamax(cublasHandle_t handle, int n, const float *x, int incx, int *result);
cublasStatus_t cublasSetMatrix(int rows, int cols, int size, const void *A, int lda, void *B, int ldb);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int size, const void *A, int lda, void *B, int ldb,
                                    cudaStream_t stream);
typedef struct cublasLtContext *cublasLtHandle_t;
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, const void *desc, const void *alpha, const void *A, void *Adesc,
                              const void *B, void *Bdesc, const void *beta, const void *C, void *Cdesc, void *D,
                              void *Ddesc, const void *algo, void *workspace, size_t size, cudaStream_t stream);

typedef int cufftHandle;
typedef enum { CUFFT_SUCCESS = 0 } cufftResult;
typedef enum { CUFFT_C2C = 0x29 } cufftType;
typedef struct { float x, y; } cufftComplex;
cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch);
cufftResult cufftCreate(cufftHandle *plan);
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *size);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction);

typedef struct curandGenerator_st *curandGenerator_t;
typedef enum { CURAND_STATUS_SUCCESS = 0 } curandStatus_t;
typedef enum { CURAND_RNG_PSEUDO_DEFAULT = 100 } curandRngType_t;
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *out, size_t n);

typedef struct cusparseContext *cusparseHandle_t;
typedef enum { CUSPARSE_STATUS_SUCCESS = 0 } cusparseStatus_t;
cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, int op, const void *alpha, const void *A, const void *x,
                              const void *beta, void *y, int type, int alg, void *buffer);
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, int opA, int opB, const void *alpha, const void *A,
                                        const void *B, const void *beta, void *C, int type, int alg, void *descr,
                                        size_t *size, void *buffer);
cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, int opA, int opB, const void *A, const void *B,
                                          void *C, int alg, void *descr, size_t *size, void *buffer);
cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, int opA, int opB, const void *alpha,
                                             const void *A, const void *B, const void *beta, void *C, int type,
                                             int alg, void *descr);
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, const void *A, void *B, int alg, void *buffer);

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef enum { CUSOLVER_STATUS_SUCCESS = 0 } cusolverStatus_t;
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnSpotrf(cusolverDnHandle_t handle, int uplo, int n, float *A, int lda, float *work,
                                  int size, int *info);

typedef struct cudnnContext *cudnnHandle_t;
typedef enum { CUDNN_STATUS_SUCCESS = 0 } cudnnStatus_t;
cudnnStatus_t cudnnCreate(cudnnHandle_t *handle);
cudnnStatus_t cudnnDestroy(cudnnHandle_t handle);
cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream);
cudnnStatus_t cudnnSoftmaxForward(cudnnHandle_t handle, int algo, int mode, const void *alpha, void *xDesc,
                                  const void *x, const void *beta, void *yDesc, void *y);
cudnnStatus_t cudnnFindConvolutionForwardAlgorithm(cudnnHandle_t handle, void *xDesc, void *wDesc, void *convDesc,
                                                   void *yDesc, int requested, int *returned, void *results);

typedef struct ncclComm *ncclComm_t;
typedef enum { ncclSuccess = 0 } ncclResult_t;
ncclResult_t ncclGroupStart();
ncclResult_t ncclGroupEnd();
ncclResult_t ncclAllReduce(const void *send, void *recv, size_t count, int type, int op, ncclComm_t comm,
                           cudaStream_t stream);
}
