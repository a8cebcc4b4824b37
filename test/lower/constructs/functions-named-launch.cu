// RUN: %lint-capturable
// A function of the program that is named like the row of kernel launches says
// nothing about types.
#include <cuda_runtime.h>
#include <cuda_capture/annotations.h>

__global__ void kernel(float *);
CUDA_CAPTURE_CAPTURABLE int launch(float *data, cudaStream_t stream) {
  kernel<<<1, 1, 0, stream>>>(data);
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaDeviceSynchronize' while the caller of 'launch' is capturing 'stream' {{.*}} [cuda-capture-synchronization]
  return cudaDeviceSynchronize();
}
// A pointer to data is no stream that the caller captures.
CUDA_CAPTURE_CAPTURABLE void silentForAGuard(float *data, cudaStream_t stream) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(stream, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaDeviceSynchronize();
  kernel<<<1, 1, 0, stream>>>(data);
}
void launch(int n, cudaStream_t stream);
void silentForNumbers(int n, cudaStream_t stream, cudaGraph_t *graph) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  if (!n)
    kernel<<<n, 1, 0, stream>>>(nullptr);
  cudaStreamEndCapture(stream, graph);
}
