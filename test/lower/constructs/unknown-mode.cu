// A begin whose mode has an error. Clang 19 has no trace of such a call in its AST, and the coverage tells it.
// REQUIRES: main-build
// RUN: not %cuda-capture check --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not="[cuda-capture"
#include <cuda_runtime.h>

cudaError_t firesForAnUnknownMode(cudaStream_t s, cudaGraph_t *g) {
  cudaError_t e = cudaStreamBeginCapture(s, other::mode);
  if (e != cudaSuccess)
    return e;
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaDeviceSynchronize' while 's' is capturing{{.*}} [cuda-capture-synchronization]
  (void)cudaDeviceSynchronize();
  return cudaStreamEndCapture(s, g);
}
