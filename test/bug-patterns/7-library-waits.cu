// RUN: %lint-cu
// The violating call is in a library.
#include "../libraries/Inputs/cpp-libraries.h"
#include "../libraries/Inputs/libraries.h"

// Top-k sorts segments with CUB, which waits in between.
void topK(const float *in, float *out, int n, int rows, const int *offsets, void *temp, size_t bytes,
          cudaStream_t s) {
  cub::DeviceSegmentedSort::SortKeys(temp, bytes, in, out, n, rows, offsets, offsets + 1, s);
}
void firesForCub(const float *in, float *out, int n, const int *offsets, void *temp, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'topK' reaches 'cub::DeviceSegmentedSort::SortKeys' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  topK(in, out, n, 16, offsets, temp, 1024, s);
  cudaStreamEndCapture(s, g);
}

// Thrust waits for its stream unless the policy says otherwise.
void firesForThrust(float *keys, int n, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::sort' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  thrust::sort(thrust::cuda::par.on(s), keys, keys + n);
  thrust::sort(thrust::cuda::par_nosync.on(s), keys, keys + n);
  cudaStreamEndCapture(s, g);
}

// A handle for each call is made and destroyed.
void scale(float *x, const float *a, cudaStream_t s) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, s);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cublasDestroy(handle);
}
void firesForCublas(float *x, const float *a, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK-DAG: :[[#@LINE+2]]:3: warning: call to 'scale' reaches 'cublasCreate' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK-DAG: :[[#@LINE+1]]:3: warning: call to 'scale' reaches 'cublasDestroy' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  scale(x, a, s);
  cudaStreamEndCapture(s, g);
}

// Noise comes from a generator that nobody gave the stream.
void firesForCurand(float *noise, cudaStream_t s, cudaGraph_t *g) {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'curandGenerateUniform' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  curandGenerateUniform(generator, noise, 64);
  cudaStreamEndCapture(s, g);
}
