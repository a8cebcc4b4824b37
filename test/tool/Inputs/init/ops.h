#include <cuda_runtime.h>
namespace at {
struct Tensor {};
} // namespace at
namespace ops {
void wrapped(cudaStream_t s);
void legacy(const at::Tensor &t);
void other(int n);
} // namespace ops
