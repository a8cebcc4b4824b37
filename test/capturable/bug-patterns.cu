// RUN: %lint-capturable
// The nine most frequent kinds of bugs in captures, in functions that somebody
// else captures: most of them are there.
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>
#include <thread>
#include "../libraries/Inputs/cpp-libraries.h"

__global__ void kernel(float *x);

// --- 1: the callee begins a capture of its own and may throw --------------------

CUDA_CAPTURE_CAPTURABLE void silentForAThrow(cudaStream_t s, float *x, int n) {
  if (n < 0)
    throw n;
  kernel<<<1, 1, 0, s>>>(x);
}

// --- 2: a thread that it starts ---------------------------------------------------

static void prefetch(void **buffer) { cudaMallocHost(buffer, 1 << 20); }
CUDA_CAPTURE_CAPTURABLE void firesForItsThread(cudaStream_t s, float *x, void **buffer) {
  // CHECK: :[[#@LINE+1]]:15: warning: thread that runs 'prefetch' reaches 'cudaMallocHost' while the caller of 'firesForItsThread' is capturing {{.*}} [cuda-capture-unsafe-call]
  std::thread loader(prefetch, buffer);
  kernel<<<1, 1, 0, s>>>(x);
  loader.join();
}

// --- 3: synchronization -----------------------------------------------------------

CUDA_CAPTURE_CAPTURABLE void firesForADebugWait(cudaStream_t s, float *x) {
  kernel<<<1, 1, 0, s>>>(x);
#ifndef NDEBUG
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'firesForADebugWait' is capturing 's' {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
#endif
}

// --- 4: the legacy default stream ---------------------------------------------------

CUDA_CAPTURE_CAPTURABLE void firesForALaunchWithoutStream(cudaStream_t s, float *x) {
  kernel<<<1, 1, 0, s>>>(x);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while the caller of 'firesForALaunchWithoutStream' is capturing 's' {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1>>>(x);
}

// --- 5: what grows when it is first needed --------------------------------------------

struct Plugin {
  float *workspace_ = nullptr;
  size_t size_ = 0;
  void reserve(size_t n) {
    if (n <= size_)
      return;
    cudaFree(workspace_);
    cudaMalloc(&workspace_, size_ = n);
  }
  CUDA_CAPTURE_CAPTURABLE int firesForGrowth(cudaStream_t s, size_t n) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Plugin::reserve' reaches 'cudaFree' while the caller of 'Plugin::firesForGrowth' is capturing 's' {{.*}} [cuda-capture-unsafe-call]
    reserve(n);
    kernel<<<1, 1, 0, s>>>(workspace_);
    return 0;
  }
};

// --- 6: a fork that is not joined -------------------------------------------------------

CUDA_CAPTURE_CAPTURABLE void firesForAFork(cudaStream_t s, cudaEvent_t fork, float *x) {
  cudaStream_t own;
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  cudaEventRecord(fork, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' takes 'own' into the capture of 's', and 'firesForAFork' returns before its work is joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamWaitEvent(own, fork, 0);
  kernel<<<1, 1, 0, own>>>(x);
}

// --- 7: the library waits ---------------------------------------------------------------

CUDA_CAPTURE_CAPTURABLE void firesForThrust(cudaStream_t s, float *x, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::sort' while the caller of 'firesForThrust' is capturing 's' {{.*}} [cuda-capture-synchronization]
  thrust::sort(thrust::cuda::par.on(s), x, x + n);
  thrust::sort(thrust::cuda::par_nosync.on(s), x, x + n);
}

// --- 8: no exchange of the mode around an allocation --------------------------------------

CUDA_CAPTURE_CAPTURABLE void firesWithoutAnExchange(cudaStream_t s, void **p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while the caller of 'firesWithoutAnExchange' is capturing 's' {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 4);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaMalloc(p, 4);
  cudaThreadExchangeStreamCaptureMode(&mode);
}

// --- 9: a query --------------------------------------------------------------------------

CUDA_CAPTURE_CAPTURABLE bool firesForAQuery(cudaStream_t s, float *x) {
  kernel<<<1, 1, 0, s>>>(x);
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaStreamQuery' while the caller of 'firesForAQuery' is capturing 's' {{.*}} [cuda-capture-synchronization]
  return cudaStreamQuery(s) == cudaSuccess;
}
CUDA_CAPTURE_CAPTURABLE bool silentForAGuardedQuery(cudaStream_t s, float *x) {
  kernel<<<1, 1, 0, s>>>(x);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  return status == cudaStreamCaptureStatusNone && cudaStreamQuery(s) == cudaSuccess;
}
