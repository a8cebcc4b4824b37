// RUN: %lint-cu
// A row of each of the other libraries.
#include "Inputs/cpp-libraries.h"
#include "Inputs/libraries.h"

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;

void blas(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cublasLtHandle_t lt, float *a, float *b) {
  cublasHandle_t before;
  cublasCreate(&before);
  cudaStreamBeginCapture(s, kGlobal);
  cublasHandle_t handle;
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cublasCreate' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE+1]]:3: note: create the handle before the capture [cublas/handle-created-in-capture; docs/checks/unsafe-call.md]
  cublasCreate(&handle);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasDestroy' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cublasDestroy(handle);
  cublasSetWorkspace(before, a, 4);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSetMatrix' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  cublasSetMatrix(1, 1, 4, a, 1, b, 1);
  cublasSetMatrixAsync(1, 1, 4, a, 1, b, 1, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasLtMatmul' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cublasLtMatmul(lt, a, a, a, a, a, a, a, a, a, b, b, nullptr, nullptr, 0, t);
  cublasLtMatmul(lt, a, a, a, a, a, a, a, a, a, b, b, nullptr, nullptr, 0, s);
  cudaStreamEndCapture(s, g);
  cublasDestroy(before);
}

void fft(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cufftComplex *x) {
  cufftHandle plan, bound, other;
  cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
  cufftPlan1d(&bound, 8, CUFFT_C2C, 1);
  cufftPlan1d(&other, 8, CUFFT_C2C, 1);
  cufftSetStream(bound, s);
  cufftSetStream(other, t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cufftExecC2C' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-7]]:3: note: its handle is made here, and uses the default stream until it is given another
  cufftExecC2C(plan, x, x, 1);
  cufftExecC2C(bound, x, x, 1);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cufftExecC2C' works on handle 'other', whose stream takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cufftExecC2C(other, x, x, 1);
  cufftHandle late;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cufftPlan1d' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cufftPlan1d(&late, 8, CUFFT_C2C, 1);
  cudaStreamEndCapture(s, g);
  // CHECK-NOT: cufftDestroy
  cufftDestroy(plan);
}

void rand(cudaStream_t s, cudaGraph_t *g, float *x) {
  curandGenerator_t generator, bound, host;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandCreateGenerator(&bound, CURAND_RNG_PSEUDO_DEFAULT);
  curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(bound, s);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'curandGenerateUniform' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  curandGenerateUniform(generator, x, 8);
  curandGenerateUniform(bound, x, 8);
  curandGenerateUniform(host, x, 8);
  cudaStreamEndCapture(s, g);
}

void sparseAndSolver(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cusparseHandle_t sparse,
                     cusolverDnHandle_t solver, float *x, int *info) {
  cusparseSetStream(sparse, t);
  cusolverDnSetStream(solver, t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cusparseSpMV' works on handle 'sparse', whose stream takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cusparseSpMV(sparse, 0, x, x, x, x, x, 0, 0, x);
  // Nobody has shown what a factorization does beside a capture.
  cusolverDnSpotrf(solver, 0, 1, x, 1, x, 1, info);
  cusparseSetStream(sparse, s);
  cusolverDnSetStream(solver, s);
  cusparseSpMV(sparse, 0, x, x, x, x, x, 0, 0, x);
  cusolverDnSpotrf(solver, 0, 1, x, 1, x, 1, info);
  cudaStreamEndCapture(s, g);
}

void sparseProducts(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cusparseHandle_t sparse, float *x, size_t *size) {
  cusparseSetStream(sparse, t);
  cudaStreamBeginCapture(s, kGlobal);
  // Without a buffer they only say how large it must be.
  cusparseSpGEMM_compute(sparse, 0, 0, x, x, x, x, x, 0, 0, x, size, nullptr);
  cusparseSpGEMMreuse_copy(sparse, 0, 0, x, x, x, 0, x, size, NULL);
  // Nor what this one does, whose sizes the host reads.
  cusparseSpGEMM_compute(sparse, 0, 0, x, x, x, x, x, 0, 0, x, size, x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cusparseSpGEMMreuse_copy' works on handle 'sparse', {{.*}} [cuda-capture-escaped-work]
  cusparseSpGEMMreuse_copy(sparse, 0, 0, x, x, x, 0, x, size, x);
  // The ninth argument is no buffer here.
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cusparseSpGEMMreuse_compute' works on handle 'sparse', {{.*}} [cuda-capture-escaped-work]
  cusparseSpGEMMreuse_compute(sparse, 0, 0, x, x, x, x, x, 0, 0, x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cusparseDenseToSparse_convert' works on handle 'sparse', {{.*}} [cuda-capture-escaped-work]
  cusparseDenseToSparse_convert(sparse, x, x, 0, x);
  cusparseSetStream(sparse, s);
  cusparseSpGEMM_compute(sparse, 0, 0, x, x, x, x, x, 0, 0, x, size, x);
  cusparseSpGEMMreuse_compute(sparse, 0, 0, x, x, x, x, x, 0, 0, x);
  cusparseDenseToSparse_convert(sparse, x, x, 0, x);
  cudaStreamEndCapture(s, g);
}

void dnn(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cudnnHandle_t handle, float *x, int *n) {
  cudnnSetStream(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudnnSoftmaxForward' works on handle 'handle', whose stream takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudnnSoftmaxForward(handle, 0, 0, x, x, x, x, x, x);
  cudnnSetStream(handle, s);
  cudnnSoftmaxForward(handle, 0, 0, x, x, x, x, x, x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudnnFindConvolutionForwardAlgorithm' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudnnFindConvolutionForwardAlgorithm(handle, x, x, x, x, 1, n, x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudnnDestroy' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudnnDestroy(handle);
  cudaStreamEndCapture(s, g);
}

void nccl(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, ncclComm_t comm, float *x) {
  cudaStreamBeginCapture(s, kGlobal);
  ncclGroupStart();
  ncclAllReduce(x, x, 1, 0, 0, comm, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'ncclAllReduce' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  ncclAllReduce(x, x, 1, 0, 0, comm, t);
  ncclGroupEnd();
  cudaStreamEndCapture(s, g);
}

int rmmScalars(cudaStream_t s, cudaGraph_t *g, rmm::device_scalar<int> &scalar, rmm::device_uvector<int> &vector) {
  rmm::cuda_stream_view view(s);
  cudaStreamBeginCapture(view.value(), kRelaxed);
  scalar.set_value_async(1, view);
  // CHECK: :[[#@LINE+1]]:11: warning: call to 'rmm::device_scalar::value' while {{.*}} is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  int n = scalar.value(view);
  // CHECK: :[[#@LINE+1]]:8: warning: call to 'rmm::device_uvector::element' while {{.*}} is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  n += vector.element(0, view);
  // CHECK: :[[#@LINE+1]]:8: warning: call to 'rmm::device_uvector::front_element' while {{.*}} is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  n += vector.front_element(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'rmm::cuda_stream_view::synchronize' while {{.*}} is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  view.synchronize();
  cudaStreamEndCapture(s, g);
  view.synchronize();
  return n + scalar.value(view);
}

void tensorRT(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, nvinfer1::IExecutionContext *context, void **bindings) {
  context->executeV2(bindings);
  cudaStreamBeginCapture(s, kGlobal);
  nvtxRangePushA("inference");
  context->enqueueV3(s);
  nvtxRangePop();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'nvinfer1::IExecutionContext::enqueueV3' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  context->enqueueV3(t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'nvinfer1::IExecutionContext::executeV2' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  context->executeV2(bindings);
  cudaStreamEndCapture(s, g);
}

void cutlassGemm(cudaStream_t s, cudaGraph_t *g) {
  cutlass::gemm::device::Gemm<float> gemm;
  cudaStreamBeginCapture(s, kGlobal);
  gemm(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cutlass::gemm::device::Gemm::operator()' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  gemm();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cutlass::gemm::device::Gemm::operator()' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  gemm({}, nullptr);
  gemm({}, nullptr, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cutlass::gemm::device::Gemm::run' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  gemm.run();
  cudaStreamEndCapture(s, g);
}
