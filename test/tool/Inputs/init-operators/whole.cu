// The capture ends in the function that begins it.
#include "op.h"

cudaGraph_t capture(Op **Ops, int N, float *X, cudaStream_t S) {
  cudaGraph_t G = nullptr;
  cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal);
  runAll(Ops, N, X);
  cudaStreamEndCapture(S, &G);
  return G;
}
