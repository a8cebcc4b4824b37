#pragma once
#include <cuda_runtime.h>
inline void clean(cudaStream_t s, cudaGraph_t *g) {}
