// A program that uses the legacy stream, and one function that is given a stream.
#include "cuda_runtime.h"

__global__ void kernel(float *);

extern "C" void first(float *P) { kernel<<<1, 1>>>(P); }
extern "C" void second(float *P) { kernel<<<1, 1>>>(P); }
extern "C" void ignores(float *P, cudaStream_t) { kernel<<<1, 1>>>(P); }
