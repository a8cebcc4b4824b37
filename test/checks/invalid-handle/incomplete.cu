// A call that the compiler does not understand may create a handle, or begin a
// capture.
// RUN: not %tidy --checks=-*,cuda-capture-invalid-handle,cuda-capture-unbalanced %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

// CHECK: error: use of undeclared identifier 'TODO'
cudaError_t silentBehindAMissingCall(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  cudaGraphCreate(TODO, 0);
  return cudaGraphInstantiate(exec, graph, 0);
}
// CHECK: error: use of undeclared identifier 'TODO'
cudaError_t silentForAnEnd(cudaGraph_t *g) {
  cudaStream_t s;
  if (cudaError_t e = cudaStreamCreate(&s))
    return e;
  cudaStreamBeginCapture(TODO, cudaStreamCaptureModeGlobal);
  return cudaStreamEndCapture(s, g);
}
// CHECK: :[[#@LINE+3]]:10: warning: {{.*}} [cuda-capture-invalid-handle]
cudaError_t firesInAFunctionThatParses(cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  return cudaGraphInstantiate(exec, graph, 0);
}
