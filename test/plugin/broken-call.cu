// What an expression with errors does to the variables and members in it, nobody
// knows.
// RUN: not %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

struct Worker {
  template <typename F, typename... Args> explicit Worker(F f, Args... args);
  ~Worker();
  void join();
};
static void build(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess)
    (void)cudaStreamEndCapture(s, g);
}

void silentForAnInitializer(cudaStream_t s, cudaGraphExec_t *e) {
  cudaGraph_t g;
  // CHECK: error: use of undeclared identifier 'missing'
  Worker w(build, s, &g, missing);
  w.join();
  if (cudaGraphInstantiate(e, g, 0) != cudaSuccess)
    return;
}
void silentForAStatement(cudaStream_t s, cudaGraphExec_t *e) {
  cudaGraph_t g;
  // CHECK: error: use of undeclared identifier 'absent'
  build(s, &g, absent);
  if (cudaGraphInstantiate(e, g, 0) != cudaSuccess)
    return;
}
struct Holder {
  cudaGraph_t graph;
  // CHECK: error: use of undeclared identifier 'graphOf'
  explicit Holder(cudaStream_t s) { graphOf(s, &graph); }
};
void silentForAMember(cudaStream_t s, cudaGraphExec_t *e) {
  Holder h(s);
  if (cudaGraphInstantiate(e, h.graph, 0) != cudaSuccess)
    return;
}
void firesInSoundCode(cudaStream_t s, cudaGraphExec_t *e) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaGraphInstantiate' uses graph 'g' that was never created
  if (cudaGraphInstantiate(e, g, 0) != cudaSuccess)
    return;
}

// A class that is in itself.
struct Nested {
  explicit Nested(cudaGraph_t graph) : graph(graph) {}
  Nested inner;
  cudaGraph_t graph;
};
static void take(Nested) {}
void silentForAClassInItself(cudaStream_t s, cudaGraph_t *g) {
  Nested mine(*g);
  build(s, g);
  Nested copy = mine;
  take(mine);
}
