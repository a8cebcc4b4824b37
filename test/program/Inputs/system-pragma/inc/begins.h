#pragma once
#pragma GCC system_header
#include <cuda_runtime.h>
inline cudaError_t begins(cudaStream_t s, cudaGraph_t *g) { if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)) return cudaErrorUnknown;
  cudaDeviceSynchronize();
  return cudaStreamEndCapture(s, g);
}
#include "sub/quoted.h"
