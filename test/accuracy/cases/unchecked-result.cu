#include "cases.h"

namespace unchecked_result {

// violation [straight line]: the result of the end is dropped
cudaError_t droppedEnd(cudaStream_t s, cudaGraph_t *g) {
  cudaError_t status = cudaStreamBeginCapture(s, kLocal);
  if (status != cudaSuccess)
    return status;
  step<<<1, 1, 0, s>>>(nullptr, 1);
  cudaStreamEndCapture(s, g); // expect: unchecked-result
  return cudaSuccess;
}
// legal: returned
cudaError_t returnedEnd(cudaStream_t s, cudaGraph_t *g) {
  cudaError_t status = cudaStreamBeginCapture(s, kLocal);
  if (status != cudaSuccess)
    return status;
  step<<<1, 1, 0, s>>>(nullptr, 1);
  return cudaStreamEndCapture(s, g);
}

// violation [comma]: the left side of a comma
void leftOfComma(cudaStream_t s, int &count) {
  cudaStreamBeginCapture(s, kLocal), ++count; // expect: unchecked-result
}
// legal: the right side, which is returned
cudaError_t rightOfComma(cudaStream_t s, int &count) { return ++count, cudaStreamBeginCapture(s, kLocal); }

// violation [loop]: the increment of a for loop
void increment(cudaGraphExec_t *execs, cudaGraph_t *graphs, int n) {
  for (int i = 0; i < n; cudaGraphInstantiate(&execs[i], graphs[i], 0), ++i) // expect: unchecked-result
    ;
}
// legal: the condition of a loop
void condition(cudaGraphExec_t *execs, cudaGraph_t *graphs, int n) {
  for (int i = 0; i < n && cudaGraphInstantiate(&execs[i], graphs[i], 0) == cudaSuccess; ++i)
    ;
}

// violation [lambda]: in a lambda without a result
void inLambda(cudaStream_t s, cudaGraph_t *g) {
  auto end = [=] { cudaStreamEndCapture(s, g); }; // expect: unchecked-result
  end();
}
// legal: the lambda returns it
bool lambdaReturns(cudaStream_t s, cudaGraph_t *g) {
  auto end = [=] { return cudaStreamEndCapture(s, g); };
  return end() == cudaSuccess;
}

// violation [switch]: in a case
void inCase(cudaStream_t s, int kind) {
  switch (kind) {
  case 0:
    cudaStreamBeginCapture(s, kGlobal); // expect: unchecked-result
    break;
  case 1:
    CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    break;
  }
}
// legal: the case returns it
cudaError_t caseReturns(cudaStream_t s, int kind) {
  switch (kind) {
  case 0:
    return cudaStreamBeginCapture(s, kGlobal);
  default:
    return cudaSuccess;
  }
}

// violation [early return]: the arm of an if without braces
void inArm(cudaStream_t s, cudaGraph_t *g, bool ok) {
  if (ok)
    cudaStreamEndCapture(s, g); // expect: unchecked-result
}
// legal: (void) says that it is meant
void saysSo(cudaStream_t s, cudaGraph_t *g, bool ok) {
  if (!ok)
    (void)cudaStreamEndCapture(s, g);
}

// violation [template]: in a template that is instantiated
template <typename Graph> void instantiate(cudaGraphExec_t *e, const Graph &g) {
  cudaGraphInstantiate(e, g, 0); // expect: unchecked-result
}
void instantiated(cudaGraphExec_t *e, cudaGraph_t g) { instantiate(e, g); }
// legal: the template returns it
template <typename Graph> cudaError_t instantiateChecked(cudaGraphExec_t *e, const Graph &g) {
  return cudaGraphInstantiate(e, g, 0);
}
void instantiatedChecked(cudaGraphExec_t *e, cudaGraph_t g) { CHECK_CUDA(instantiateChecked(e, g)); }

// violation [member RAII]: in a destructor
struct Guard {
  cudaStream_t stream;
  cudaGraph_t *graph;
  ~Guard() { cudaStreamEndCapture(stream, graph); } // expect: unchecked-result
};
void guarded(cudaStream_t s, cudaGraph_t *g) { Guard guard{s, g}; }
// legal: the destructor keeps the result
struct KeepingGuard {
  cudaStream_t stream;
  cudaGraph_t *graph;
  cudaError_t *status;
  ~KeepingGuard() { *status = cudaStreamEndCapture(stream, graph); }
};
void keepingGuard(cudaStream_t s, cudaGraph_t *g, cudaError_t *status) { KeepingGuard guard{s, g, status}; }

// violation [struct field]: the end overwrites a graph that was created
void overwritten(cudaStream_t s, cudaGraphExec_t *e) {
  struct {
    cudaGraph_t graph;
  } kept;
  CHECK_CUDA(cudaGraphCreate(&kept.graph, 0));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaStreamEndCapture(s, &kept.graph)); // expect: unchecked-result
  CHECK_CUDA(cudaGraphInstantiate(e, kept.graph, 0));
}
// legal: another variable holds it
void notOverwritten(cudaStream_t s, cudaGraphExec_t *e, cudaGraph_t *out) {
  cudaGraph_t graph;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));
  *out = graph;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(e, graph, 0));
}

// violation [goto]: in the cleanup
int cleanup(cudaStream_t s, cudaGraph_t *g, int n) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  if (n < 0)
    goto out;
  step<<<1, 1, 0, s>>>(nullptr, n);
out:
  cudaStreamEndCapture(s, g); // expect: unchecked-result
  return n;
}
// legal: asked by cudaGetLastError
int cleanupAsked(cudaStream_t s, cudaGraph_t *g, int n) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  step<<<1, 1, 0, s>>>(nullptr, n);
  cudaStreamEndCapture(s, g);
  return cudaGetLastError() == cudaSuccess ? n : -1;
}

} // namespace unchecked_result
