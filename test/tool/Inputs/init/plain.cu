#include <cuda_runtime.h>
__global__ void kernel(float *);
extern "C" void plain_run(cudaStream_t s, float *p) {
  kernel<<<1, 1, 0, s>>>(p);
}
