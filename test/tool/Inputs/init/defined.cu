#include "ops.h"
__global__ void kernel();
void ops::wrapped(cudaStream_t s) { cudaStreamSynchronize(s); }
// PyTorch never captures this launch.
void ops::legacy(const at::Tensor &) { kernel<<<1, 1>>>(); }
void ops::other(int n) { cudaDeviceSynchronize(); }
