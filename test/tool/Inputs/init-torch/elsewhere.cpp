// No stream is taken here, and nothing is proposed.
#include <cuda_runtime.h>
#include <torch/torch.h>
void given(float *data, cudaStream_t s) { cudaMemsetAsync(data, 0, 4, s); }
int validate(const torch::Tensor &sizes, bool now) {
  return now ? sizes.item<int>() : 0;
}
