// RUN: %tidy '--checks=-*,cuda-capture-unchecked-result' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// The graph of a capture that failed is null: a test of the graph is a test of the end.
#include <cassert>
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();

cudaError_t silentForATestOfTheGraph(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t graph = nullptr;
  if (cudaError_t status = cudaStreamBeginCapture(s, kRelaxed))
    return status;
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, &graph);
  if (graph == nullptr)
    return cudaErrorUnknown;
  return cudaGraphInstantiate(exec, graph, 0);
}
struct Recorder {
  cudaGraph_t graph = nullptr;
  cudaGraph_t other = nullptr;
  cudaGraphExec_t exec = nullptr;
  bool silentForATestOfTheMember(cudaStream_t s) {
    if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
      return false;
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, &graph);
    if (!graph || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
      return false;
    return true;
  }
  bool firesForATestOfAnotherMember(cudaStream_t s) {
    if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
      return false;
    kernel<<<1, 1, 0, s>>>();
    // CHECK: :[[#@LINE+1]]:5: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
    cudaStreamEndCapture(s, &graph);
    if (!other || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
      return false;
    return true;
  }
};
cudaError_t firesForATestThatOnlyCleansUp(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t graph = nullptr;
  if (cudaError_t status = cudaStreamBeginCapture(s, kRelaxed))
    return status;
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamEndCapture(s, &graph);
  cudaError_t status = cudaGraphInstantiate(exec, graph, 0);
  if (graph)
    cudaGraphDestroy(graph);
  return status;
}
cudaError_t firesForATestBefore(cudaStream_t s, cudaGraph_t graph, cudaGraphExec_t *exec) {
  if (graph != nullptr)
    return cudaErrorUnknown;
  if (cudaError_t status = cudaStreamBeginCapture(s, kRelaxed))
    return status;
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamEndCapture(s, &graph);
  return cudaGraphInstantiate(exec, graph, 0);
}
// An assertion is gone in the program that is delivered.
cudaError_t firesForAnAssertion(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t graph = nullptr;
  if (cudaError_t status = cudaStreamBeginCapture(s, kRelaxed))
    return status;
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamEndCapture(s, &graph);
  assert(graph != nullptr);
  return cudaGraphInstantiate(exec, graph, 0);
}
// The begin is not tested by that.
cudaError_t firesForTheBegin(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t graph = nullptr;
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamBeginCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, &graph);
  if (!graph)
    return cudaErrorUnknown;
  return cudaGraphInstantiate(exec, graph, 0);
}
