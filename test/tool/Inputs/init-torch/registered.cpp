#include <torch/torch.h>

void fill(torch::Tensor &x) { cudaMemset(x.data_ptr(), 0, 4); }
void named(torch::Tensor &x) { cudaMemset(x.data_ptr(), 0, 4); }
void wrapped(torch::Tensor &x) { cudaMemset(x.data_ptr(), 0, 4); }
void keyed(torch::Tensor &x) { cudaMemset(x.data_ptr(), 0, 4); }
void unregistered(torch::Tensor &x) { cudaMemset(x.data_ptr(), 0, 4); }

void define(torch::Library &ops) {
  ops.impl("fill", &fill);
  ops.impl("named", torch::kCUDA, &named);
  ops.impl("wrapped", at::kCUDA, TORCH_FN(wrapped));
  ops.impl("keyed", c10::DispatchKey::CUDA, &keyed);
}
