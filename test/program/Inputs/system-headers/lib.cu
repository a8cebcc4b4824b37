#include <lib.h>
int lib::load(int *value) {
  float *memory;
  if (cudaMalloc(&memory, 16) != cudaSuccess)
    return 1;
  *value = 1;
  return 0;
}
int lib_wait(cudaStream_t s) { return cudaStreamSynchronize(s); }
