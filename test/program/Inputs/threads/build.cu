#include <cuda_runtime.h>

bool build(cudaStream_t s, cudaGraph_t *graph) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return false;
  return cudaStreamEndCapture(s, graph) == cudaSuccess;
}
