// An end of a capture behind a statement that the compiler dropped: that statement may have begun the
// capture, so nothing is said of what runs in it, and the function is named.
// RUN: not %cuda-capture check --no-cache --no-config %s -- %cuda-flags > %t 2>&1
// RUN: %FileCheck %s --input-file=%t --implicit-check-not="is not analysed"
#include <cuda_runtime.h>

struct Owner {
  cudaStream_t stream;
  cudaGraphExec_t exec;
  // CHECK: :[[#@LINE+1]]:8: warning: 'Owner::firesForAnArgument' is not analysed completely: the compiler dropped statements with errors
  void firesForAnArgument() {
    cudaGraph_t graph = nullptr;
    cudaDeviceSynchronize();
    CALL(cudaStreamEndCapture(stream, &graph));
    (void)cudaGraphInstantiate(&exec, graph, 0);
  }
};

// CHECK: :[[#@LINE+1]]:13: warning: 'firesForAStatementBefore' is not analysed completely
cudaGraph_t firesForAStatementBefore(cudaStream_t s) {
  cudaGraph_t graph = nullptr;
  start(s);
  cudaDeviceSynchronize();
  if (cudaStreamEndCapture(s, &graph) != cudaSuccess)
    return nullptr;
  return graph;
}

// Its caller begins the capture, and is named: the statement is dropped from code that it runs there.
static cudaGraph_t silentEnd(cudaStream_t s) {
  cudaGraph_t graph = nullptr;
  LOG("ends");
  return cudaStreamEndCapture(s, &graph) == cudaSuccess ? graph : nullptr;
}
// CHECK: :[[#@LINE+1]]:13: warning: 'firesForTheCaller' is not analysed completely
cudaGraph_t firesForTheCaller(cudaStream_t s) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return nullptr;
  return silentEnd(s);
}

// The end comes first.
cudaGraph_t silentBehindTheEnd(cudaStream_t s) {
  cudaGraph_t graph = nullptr;
  if (cudaStreamEndCapture(s, &graph) != cudaSuccess)
    return nullptr;
  LOG("ended");
  return graph;
}
