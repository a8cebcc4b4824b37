// A graph that is lost where a failed call makes the function return is told of with the option only.
// RUN: %tidy '--checks=-*,cuda-capture-leaked-graph,cuda-capture-leak-on-error' '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy '--checks=-*,cuda-capture-leaked-graph,cuda-capture-leak-on-error' '--config={CheckOptions: {CudaCaptureReportPossible: true, cuda-capture-leak-on-error.FailingCalls: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// SILENT-NOT: leaked-graph
#include <cuda_runtime.h>

__global__ void kernel(float *);
constexpr auto kMode = cudaStreamCaptureModeGlobal;

cudaError_t afterAFailedInstantiation(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  // CHECK: :[[#@LINE+1]]:24: warning: possible: call to 'cudaStreamEndCapture' makes graph 'graph', which is lost on a path that does not destroy it [cuda-capture-leaked-graph]
  cudaError_t status = cudaStreamEndCapture(s, &graph);
  if (status != cudaSuccess)
    return status;
  status = cudaGraphInstantiate(exec, graph, 0);
  if (status != cudaSuccess)
    // CHECK: :[[#@LINE+1]]:5: note: the function returns here
    return status;
  return cudaGraphDestroy(graph);
}
