#pragma once
#include <cuda_runtime.h>
inline cudaError_t deeper(cudaStream_t s, cudaGraph_t *g) { if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)) return cudaErrorUnknown;
  cudaDeviceSynchronize();
  return cudaStreamEndCapture(s, g);
}
