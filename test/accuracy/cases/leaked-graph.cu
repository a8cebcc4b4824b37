#include "cases.h"

namespace leaked_graph {

// violation [local]: the graph is instantiated and forgotten
void instantiated(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
  step<<<1, 1, 0, s>>>(x, 1);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph)); // expect: leaked-graph
  CHECK_CUDA(cudaGraphInstantiate(exec, graph, 0));
}
// legal: it is destroyed
void instantiatedAndDestroyed(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
  step<<<1, 1, 0, s>>>(x, 1);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(exec, graph, 0));
  CHECK_CUDA(cudaGraphDestroy(graph));
}

// violation [loop]: each round makes an executable graph
void relaunched(cudaStream_t s, float *x, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
    step<<<1, 1, 0, s>>>(x, i);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0)); // expect: leaked-graph
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphLaunch(exec, s));
  }
}
// legal: each round destroys the one before
void replaced(cudaStream_t s, float *x, int rounds) {
  cudaGraphExec_t exec = nullptr;
  for (int i = 0; i < rounds; ++i) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
    step<<<1, 1, 0, s>>>(x, i);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    if (exec)
      CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphLaunch(exec, s));
  }
  if (exec)
    CHECK_CUDA(cudaGraphExecDestroy(exec));
}

// violation [helper]: the caller forgets what the helper returns
static cudaGraph_t record(cudaStream_t s, float *x) {
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
  step<<<1, 1, 0, s>>>(x, 1);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  return graph;
}
void runRecorded(cudaStream_t s, float *x) {
  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, record(s, x), 0)); // expect: leaked-graph
  CHECK_CUDA(cudaGraphLaunch(exec, s));
  CHECK_CUDA(cudaGraphExecDestroy(exec));
}
// legal: an owner has it
struct GraphDeleter {
  void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
};
void runOwned(cudaStream_t s, float *x) {
  std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, GraphDeleter> graph(record(s, x));
  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph.get(), 0));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
  CHECK_CUDA(cudaGraphExecDestroy(exec));
}

// violation [child]: a child graph is a copy
void addChild(cudaStream_t s, float *x, cudaGraph_t parent) {
  cudaGraph_t child;
  cudaGraphNode_t node;
  CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
  step<<<1, 1, 0, s>>>(x, 1);
  CHECK_CUDA(cudaStreamEndCapture(s, &child)); // expect: leaked-graph
  CHECK_CUDA(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child));
}
// legal: the capture is into the graph itself
void addInPlace(cudaStream_t s, float *x, cudaGraph_t parent) {
  cudaGraph_t same;
  CHECK_CUDA(cudaStreamBeginCaptureToGraph(s, parent, nullptr, nullptr, 0, kGlobal));
  step<<<1, 1, 0, s>>>(x, 1);
  CHECK_CUDA(cudaStreamEndCapture(s, &same));
}

// violation [class]: no destructor
struct Step {
  void build(cudaStream_t s, float *x) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
    step<<<1, 1, 0, s>>>(x, 1);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph)); // expect: leaked-graph
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  }
  ~Step() { cudaGraphExecDestroy(exec); }
  cudaGraphExec_t exec = nullptr;
};
// legal: both members are destroyed
struct WholeStep {
  void build(cudaStream_t s, float *x) {
    CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
    step<<<1, 1, 0, s>>>(x, 1);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  }
  ~WholeStep() {
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
  }
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
};

} // namespace leaked_graph
