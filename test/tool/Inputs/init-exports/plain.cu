// Functions that use the legacy stream only, as their program does.
#include "cuda_runtime.h"

__global__ void kernel(float *);

extern "C" void first(float *P) { kernel<<<1, 1>>>(P); }
extern "C" void second(float *P) { kernel<<<1, 1>>>(P); }
