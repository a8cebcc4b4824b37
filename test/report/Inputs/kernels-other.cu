#include "kernels.h"
namespace {
__global__ void elsewhere(float *P) {}
} // namespace
void enqueue(float *P, cudaStream_t S) { elsewhere<<<1, 1, 0, S>>>(P); }
