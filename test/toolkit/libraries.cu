// The real headers of the libraries, with the names that their macros choose.
// REQUIRES: cuda-toolkit-parses, cuda-libraries
// RUN: %tidy %all-checks %s -- %real-cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <cublasLt.h>
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>

float blas(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, const float *a, float *x) {
  float r;
  cublasSetStream(handle, t);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSgemm' works on handle 'handle', whose stream takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, a, x, 1, x, 1, a, x, 1);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle 'handle', whose stream takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy_64(handle, 1, a, x, 1, x, 1);
  cublasSetStream(handle, s);
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, a, x, CUDA_R_32F, 1, x, CUDA_R_32F, 1, a, x, CUDA_R_32F, 1,
               CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSdot' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cublasSdot(handle, 1, x, 1, x, 1, &r);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSdot(handle, 1, x, 1, x, 1, x);
  cudaStreamEndCapture(s, g);
  return r;
}

void matmul(cublasLtHandle_t lt, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t layout, cudaStream_t s,
            cudaStream_t t, cudaGraph_t *g, float *x) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cublasLtMatmul(lt, desc, x, x, layout, x, layout, x, x, layout, x, layout, nullptr, nullptr, 0, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasLtMatmul' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cublasLtMatmul(lt, desc, x, x, layout, x, layout, x, x, layout, x, layout, nullptr, nullptr, 0, t);
  cudaStreamEndCapture(s, g);
}

void others(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cufftComplex *c, float *x, cusparseHandle_t sparse,
            cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t v, cusparseDnVecDescr_t w,
            cusolverDnHandle_t solver, int *info) {
  cufftHandle plan;
  cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(generator, t);
  cusparseSetStream(sparse, t);
  cusolverDnSetStream(solver, t);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cufftExecC2C' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  cufftExecC2C(plan, c, c, CUFFT_FORWARD);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'curandGenerateUniform' works on handle 'generator', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  curandGenerateUniform(generator, x, 8);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cusparseSpMV' works on handle 'sparse', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, x, A, v, x, w, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, x);
  cusolverDnSpotrf(solver, CUBLAS_FILL_MODE_LOWER, 1, x, 1, x, 1, info);
  cufftSetStream(plan, s);
  cufftExecC2C(plan, c, c, CUFFT_FORWARD);
  cudaStreamEndCapture(s, g);
}

// Work that is shared among devices is waited for.
void multi(cublasXtHandle_t handle, cudaStream_t s, cudaGraph_t *g, const float *a, float *x) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasXtSgemm' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, a, x, 1, x, 1, a, x, 1);
  cudaStreamEndCapture(s, g);
  cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, a, x, 1, x, 1, a, x, 1);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, a, x, 1, x, 1, a, x, 1);
  cudaStreamEndCapture(s, g);
}

void product(cusparseHandle_t sparse, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cusparseConstSpMatDescr_t A,
             cusparseSpMatDescr_t C, cusparseSpGEMMDescr_t d, float *one, size_t *n) {
  cusparseSetStream(sparse, t);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cusparseSpGEMMreuse_compute' works on handle 'sparse', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cusparseSpGEMMreuse_compute(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, one, A, A, one, C, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d);
  // Without a buffer it only says how large that must be.
  cusparseSpGEMM_compute(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, one, A, A, one, C, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d, n, nullptr);
  cusparseSpGEMM_estimateMemory(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, one, A, A, one, C, CUDA_R_32F, CUSPARSE_SPGEMM_ALG3, d, 0.2f, n, nullptr, n);
  cusparseSpGEMM_estimateMemory(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, one, A, A, one, C, CUDA_R_32F, CUSPARSE_SPGEMM_ALG3, d, 0.2f, n, one, n);
  cusparseSpGEMM_compute(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, one, A, A, one, C, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d, n, one);
  cusparseSetStream(sparse, s);
  cusparseSpGEMMreuse_compute(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, one, A, A, one, C, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d);
  cudaStreamEndCapture(s, g);
}
