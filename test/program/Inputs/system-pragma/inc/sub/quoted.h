#pragma once
#include <deep/library.h>
inline cudaError_t quoted(cudaStream_t s, cudaGraph_t *g) { if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)) return cudaErrorUnknown;
  cudaDeviceSynchronize();
  return cudaStreamEndCapture(s, g);
}
