#include <atomic>
#include <cuda_runtime.h>

std::atomic<int> RunningCaptures{0};

static cudaError_t start(cudaStream_t S) {
  return cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}
bool beginCapture(cudaStream_t S) {
  RunningCaptures++;
  return start(S) == cudaSuccess;
}
bool endCapture(cudaStream_t S, cudaGraph_t *G) {
  const bool Ok = cudaStreamEndCapture(S, G) == cudaSuccess;
  RunningCaptures--;
  return Ok;
}
