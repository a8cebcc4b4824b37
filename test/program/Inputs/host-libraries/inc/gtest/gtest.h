#pragma once
#include <cuda_runtime.h>
inline void report(cudaStream_t s) { cudaStreamSynchronize(s); }
