// RUN: %tidy '--checks=-*,cuda-capture-leaked-graph' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// A graph whose handle is lost exists until the process ends.
#include <cuda_runtime.h>

__global__ void kernel(float *);
constexpr auto kMode = cudaStreamCaptureModeGlobal;

void firesForTheCapturedGraph(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' makes graph 'graph', which is lost: nothing destroys it [cuda-capture-leaked-graph]
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(exec, graph, 0);
}
void firesForTheExecutableGraph(cudaStream_t s, float *x) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  cudaStreamEndCapture(s, &graph);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphInstantiate' makes executable graph 'exec', which is lost: nothing destroys it
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  cudaGraphLaunch(exec, s);
}
// A child graph is a copy.
void firesForTheChild(cudaStream_t s, float *x, cudaGraph_t parent) {
  cudaGraph_t child;
  cudaGraphNode_t node;
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' makes graph 'child', which is lost
  cudaStreamEndCapture(s, &child);
  cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child);
}
void firesForACreatedGraph(cudaGraph_t from, cudaGraphExec_t *exec) {
  cudaGraph_t graph, clone;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphCreate' makes graph 'graph', which is lost
  cudaGraphCreate(&graph, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphClone' makes graph 'clone', which is lost
  cudaGraphClone(&clone, from);
  cudaGraphInstantiate(exec, clone, 0);
}
void firesForACopyOfTheHandle(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' makes graph 'graph', which is lost
  cudaStreamEndCapture(s, &graph);
  cudaGraph_t other = graph;
  cudaGraphInstantiate(exec, other, 0);
}
// The graph is lost in the function that gets it, and not in the one that makes
// it.
static cudaGraph_t record(cudaStream_t s, float *x) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  cudaStreamEndCapture(s, &graph);
  return graph;
}
static void recordInto(cudaStream_t s, float *x, cudaGraph_t *graph) {
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  cudaStreamEndCapture(s, graph);
}
void firesForAResult(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  // CHECK: :[[#@LINE+1]]:23: warning: call to 'record' reaches 'cudaStreamEndCapture', which makes graph 'graph', which is lost: nothing destroys it
  cudaGraph_t graph = record(s, x);
  cudaGraphInstantiate(exec, graph, 0);
}
void firesForAnOutParameter(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'recordInto' reaches 'cudaStreamEndCapture', which makes
  recordInto(s, x, &graph);
  cudaGraphInstantiate(exec, graph, 0);
}
void firesWhereAHelperForgets(cudaStream_t s, float *x) {
  // The helper is told about it, and not its caller.
  cudaGraphExec_t exec;
  firesForTheCapturedGraph(s, x, &exec);
  cudaGraphLaunch(exec, s);
  cudaGraphExecDestroy(exec);
}
// Each round loses a graph.
void firesInALoop(cudaStream_t s, float *x, int n) {
  cudaGraphExec_t exec = nullptr;
  for (int i = 0; i < n; ++i) {
    cudaGraph_t graph;
    cudaStreamBeginCapture(s, kMode);
    kernel<<<1, 1, 0, s>>>(x + i);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamEndCapture' makes graph 'graph' in a loop, and each round loses it: nothing destroys it
    cudaStreamEndCapture(s, &graph);
    cudaGraphExecUpdateResultInfo info;
    if (!exec || cudaGraphExecUpdate(exec, graph, &info) != cudaSuccess) {
      if (exec)
        cudaGraphExecDestroy(exec);
      cudaGraphInstantiate(&exec, graph, 0);
    }
    cudaGraphLaunch(exec, s);
  }
  if (exec)
    cudaGraphExecDestroy(exec);
}
// Whoever calls a function in a loop loses what each call returns.
void firesForAResultInALoop(cudaStream_t s, float *x, int n) {
  cudaGraphExec_t exec;
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[#@LINE+1]]:25: warning: call to 'record' reaches 'cudaStreamEndCapture', which makes graph 'graph' in a loop
    cudaGraph_t graph = record(s, x);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s);
    cudaGraphExecDestroy(exec);
  }
}
// A failed call is logged, and the function goes on.
void log(const char *);
#define LOGGED(call)                                                                                                   \
  do {                                                                                                                 \
    cudaError_t error = call;                                                                                          \
    if (error != cudaSuccess)                                                                                          \
      log(cudaGetErrorString(error));                                                                                  \
  } while (0)
bool wanted();
void firesBehindLoggedErrors(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  if (wanted()) {
    cudaGraph_t graph;
    LOGGED(cudaStreamBeginCapture(s, kMode));
    kernel<<<1, 1, 0, s>>>(x);
    // CHECK: :[[#@LINE+1]]:12: warning: call to 'cudaStreamEndCapture' makes graph 'graph', which is lost: nothing destroys it
    LOGGED(cudaStreamEndCapture(s, &graph));
    LOGGED(cudaGraphInstantiate(exec, graph, 0));
  }
}
