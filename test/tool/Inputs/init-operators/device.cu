// The function leaves the capture to its caller.
#include "op.h"

void Encoder::begin() { cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal); }
cudaGraph_t Encoder::end() {
  cudaGraph_t G = nullptr;
  cudaStreamEndCapture(S, &G);
  return G;
}
