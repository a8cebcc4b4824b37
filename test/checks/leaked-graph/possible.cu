// RUN: not %cuda-capture check --level=possible --checks=-*,cuda-capture-leaked-graph --no-cache --no-config --quiet %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Graphs that one path loses, and another one destroys or keeps.
#include <cuda_runtime.h>

__global__ void kernel(float *);
constexpr auto kMode = cudaStreamCaptureModeGlobal;
#define CHECK_CUDA(CALL)                                                       \
  do {                                                                         \
    cudaError_t Result = (CALL);                                               \
    if (Result != cudaSuccess)                                                 \
      throw Result;                                                            \
  } while (0)

void firesForAThrow(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamBeginCapture(s, kMode));
  kernel<<<1, 1, 0, s>>>(x);
  // CHECK: :[[#@LINE+1]]:14: warning: possible: call to 'cudaStreamEndCapture' makes graph 'graph', which is lost on a path that does not destroy it
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  // CHECK: :[[#@LINE+1]]:3: note: an exception leaves the function here
  CHECK_CUDA(cudaGraphInstantiate(exec, graph, 0));
  CHECK_CUDA(cudaGraphDestroy(graph));
}
void firesForAnEarlyReturn(cudaStream_t s, float *x, cudaGraphExec_t *exec, bool again) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaStreamEndCapture' makes graph 'graph', which is lost on a path
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(exec, graph, 0);
  if (again)
    // CHECK: :[[#@LINE+1]]:5: note: the function returns here
    return;
  cudaGraphDestroy(graph);
}
