#include <cuda_runtime.h>
#include <torch/torch.h>

at::Tensor converts(const at::Tensor &x) {
  auto s = c10::cuda::getCurrentCUDAStream().stream();
  auto y = x.to(at::kLong);
  cudaMemsetAsync(y.data_ptr(), 0, 4, s);
  return y;
}
void copies(const at::Tensor &x, at::Tensor y) {
  auto s = c10::cuda::getCurrentCUDAStream().stream();
  y.copy_(x);
  cudaMemsetAsync(y.data_ptr(), 0, 4, s);
}

// It waits for the host in each call.
at::Tensor leaves_device(const at::Tensor &x) {
  auto s = c10::cuda::getCurrentCUDAStream().stream();
  cudaMemsetAsync(x.data_ptr(), 0, 4, s);
  return x.to(at::kCPU);
}
