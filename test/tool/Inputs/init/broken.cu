#include <cuda_runtime.h>
void before() { undeclared(); }
void after(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaDeviceSynchronize();
}
