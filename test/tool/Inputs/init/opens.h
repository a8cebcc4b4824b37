#include <cuda_runtime.h>
namespace at {
struct Tensor {};
} // namespace at
namespace ops {
void opens(const at::Tensor &t);
void copies(const at::Tensor &t);
void opens_and_runs(const at::Tensor &t);
} // namespace ops
