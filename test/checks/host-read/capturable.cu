// RUN: %tidy '--checks=-*,cuda-capture-host-read' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Functions whose caller captures.
#include <cuda_runtime.h>

__global__ void count(int *);
__global__ void step(float *, int);

[[clang::annotate("cuda_capture::capturable")]]
void firesWhereTheCallerCaptures(cudaStream_t s, int *d, int *h, float *x) {
  count<<<1, 1, 0, s>>>(d);
  cudaMemcpyAsync(h, d, sizeof *h, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:27: warning: the host reads '*h' while the caller of 'firesWhereTheCallerCaptures' is capturing 's'; {{.*}} [cuda-capture-host-read]
  step<<<1, 1, 0, s>>>(x, *h);
}
[[clang::annotate("cuda_capture::capturable")]]
void silentWithAGuard(cudaStream_t s, int *d, int *h, float *x) {
  count<<<1, 1, 0, s>>>(d);
  cudaMemcpyAsync(h, d, sizeof *h, cudaMemcpyDeviceToHost, s);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusActive) {
    step<<<1, 1, 0, s>>>(x, 1000);
    return;
  }
  cudaStreamSynchronize(s);
  step<<<1, 1, 0, s>>>(x, *h);
}
// The wait is the violation.
[[clang::annotate("cuda_capture::capturable")]]
void silentBehindAWait(cudaStream_t s, int *d, int *h, float *x) {
  cudaMemcpyAsync(h, d, sizeof *h, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  step<<<1, 1, 0, s>>>(x, *h);
}
void silentWithoutAContract(cudaStream_t s, int *d, int *h, float *x) {
  cudaMemcpyAsync(h, d, sizeof *h, cudaMemcpyDeviceToHost, s);
  step<<<1, 1, 0, s>>>(x, *h);
}
