#include "cases.h"

namespace graph_memory {

__global__ void step(float *scratch, float *x);

// violation [loop]: a scratch buffer is allocated by each launch
void scratchInALoop(cudaStream_t s, float *x, int steps) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *scratch;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMallocAsync((void **)&scratch, 1024, s);
  step<<<1, 1, 0, s>>>(scratch, x);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < steps; ++i)
    cudaGraphLaunch(exec, s); // expect: graph-memory
}
// legal: each launch frees it
void scratchFreed(cudaStream_t s, float *x, int steps) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *scratch;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMallocAsync((void **)&scratch, 1024, s);
  step<<<1, 1, 0, s>>>(scratch, x);
  cudaFreeAsync(scratch, s);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < steps; ++i)
    cudaGraphLaunch(exec, s);
}

// violation [class]: a workspace object that nobody destroys in the capture
struct Workspace {
  Workspace(size_t size, cudaStream_t s) : stream(s) { cudaMallocAsync((void **)&data, size, s); }
  void release() { cudaFreeAsync(data, stream); }
  float *data = nullptr;
  cudaStream_t stream;
};
void workspaceLeft(cudaStream_t s, float *x) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kGlobal);
  Workspace w(1024, s);
  step<<<1, 1, 0, s>>>(w.data, x);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaGraphLaunch(exec, s); // expect: graph-memory
}
// legal: it is released between the launches
void workspaceReleased(cudaStream_t s, float *x) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kGlobal);
  Workspace w(1024, s);
  step<<<1, 1, 0, s>>>(w.data, x);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  w.release();
  cudaStreamSynchronize(s);
  cudaGraphLaunch(exec, s);
}

// violation [straight line]: the memory is filled before the graph has run
void filledBefore(cudaStream_t s, float *x) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *scratch;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMallocAsync((void **)&scratch, 1024, s);
  step<<<1, 1, 0, s>>>(scratch, x);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaMemsetAsync(scratch, 0, 1024, s); // expect: graph-memory
  cudaGraphLaunch(exec, s);
}
// legal: filled behind the launch, and by the graph
void filledBehind(cudaStream_t s, float *x) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float *scratch;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMallocAsync((void **)&scratch, 1024, s);
  cudaMemsetAsync(scratch, 0, 1024, s);
  step<<<1, 1, 0, s>>>(scratch, x);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  cudaMemsetAsync(scratch, 0, 1024, s);
  cudaFreeAsync(scratch, s);
}

} // namespace graph_memory
