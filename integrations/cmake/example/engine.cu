#include "engine.cpp"

__global__ void scale(float *data) { data[threadIdx.x] *= 2; }
