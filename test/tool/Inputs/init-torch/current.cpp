#include <cuda_runtime.h>
#include <torch/torch.h>
void launch(float *data, cudaStream_t s);

// Somebody who is not here calls these.
void fill(const torch::Tensor &, float *data) {
  cudaMemsetAsync(data, 0, 4, at::cuda::getCurrentCUDAStream());
}
int validate(const torch::Tensor &sizes, float *data) {
  int n = 0;
  for (int i = 0; i < 3; ++i)
    n += sizes.item<int>();
  launch(data, at::cuda::getCurrentCUDAStream());
  return n;
}

// Each of these calls waits, or makes what it works on.
int count(const torch::Tensor &sizes, float *data) {
  cudaMemsetAsync(data, 0, 4, at::cuda::getCurrentCUDAStream());
  return sizes.item<int>();
}
void load(const torch::Tensor &, float **data) {
  cudaMalloc(data, 4);
  cudaMemsetAsync(*data, 0, 4, at::cuda::getCurrentCUDAStream());
}
// Nothing tells that these work for callers.
void on_side_stream(const torch::Tensor &, float *data) {
  cudaStream_t side = at::cuda::getStreamFromPool();
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  cudaMemsetAsync(data, 0, 4, side);
}
int read_only(const torch::Tensor &sizes, bool now) {
  return now ? sizes.item<int>() : 0;
}
void warm_up() {
  cudaMemsetAsync(nullptr, 0, 4, at::cuda::getCurrentCUDAStream());
}
static void here(const torch::Tensor &, float *data) {
  cudaMemsetAsync(data, 0, 4, at::cuda::getCurrentCUDAStream());
}
int main() {
  torch::Tensor t;
  here(t, nullptr);
}
