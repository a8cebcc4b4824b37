// RUN: %lint-cu
// C++ overloads of the C functions have their streams elsewhere.
#include <cuda_runtime.h>
__global__ void kernel(void *);
void silentForAPool(cudaStream_t s, cudaMemPool_t pool, cudaGraph_t *g) {
  void *p;
  float *q;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&p, 100, pool, s);
  cudaMallocAsync(&q, 100, pool, s);
  kernel<<<1, 1, 0, s>>>(p);
  cudaFreeAsync(p, s);
  cudaFreeAsync(q, s);
  cudaStreamEndCapture(s, g);
}
void firesForAnotherStream(cudaStream_t s, cudaStream_t t, cudaMemPool_t pool, cudaGraph_t *g) {
  void *p;
  float *q;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMallocAsync' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaMallocAsync(&p, 100, pool, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMallocAsync' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaMallocAsync(&q, 100, pool, t);
  cudaStreamEndCapture(s, g);
}
// A pool is no stream that a function receives.
[[clang::annotate("cuda_capture::capturable")]] void capturesSomeStream(cudaMemPool_t pool, void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while the caller of 'capturesSomeStream' is capturing a stream in global mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1>>>(p);
}
[[clang::annotate("cuda_capture::capturable")]] void silentForItsStream(cudaMemPool_t pool, cudaStream_t t) {
  void *p;
  cudaMallocAsync(&p, 100, pool, t);
  cudaFreeAsync(p, t);
}
