// RUN: %lint-torch
// Operators that somebody else captures: PyTorch's current stream is captured.
#include <torch/torch.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]

// --- must be reported --------------------------------------------------------

CAPTURABLE void firesForAWait(const torch::Tensor &x, float *d) {
  auto stream = at::cuda::getCurrentCUDAStream();
  cudaMemsetAsync(d, 0, 4, stream);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'firesForAWait' is capturing a stream in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(stream);
}

CAPTURABLE void firesForAnotherStream(float *d) {
  auto side = at::cuda::getStreamFromPool();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on stream 'side', which takes no part in the capture {{.*}} [cuda-capture-escaped-work]
  cudaMemsetAsync(d, 0, 4, side);
}

// --- must be silent ----------------------------------------------------------

CAPTURABLE void silentForTheCurrentStreamOfADevice(const torch::Tensor &x, float *d) {
  c10::cuda::CUDAGuard guard(x.device());
  cudaMemsetAsync(d, 0, 4, at::cuda::getCurrentCUDAStream().stream());
}

CAPTURABLE void silentForAForkAndItsJoin(float *d, cudaEvent_t fork, cudaEvent_t join) {
  auto stream = at::cuda::getCurrentCUDAStream(), side = at::cuda::getStreamFromPool();
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(side, fork, 0);
  {
    c10::cuda::CUDAStreamGuard guard(side);
    cudaMemsetAsync(d, 0, 4, at::cuda::getCurrentCUDAStream());
  }
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(stream, join, 0);
}

CAPTURABLE void silentForAGuard(float *d) {
  if (c10::cuda::currentStreamCaptureStatusMayInitCtx() == c10::cuda::CaptureStatus::None)
    cudaStreamSynchronize(at::cuda::getCurrentCUDAStream());
}
