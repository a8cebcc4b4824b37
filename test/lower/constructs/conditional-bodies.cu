// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// The body of a conditional node is a graph of its own, into which a stream is captured.
#include <cuda_runtime.h>

__global__ void kernel(float *p);
__global__ void decide(cudaGraphConditionalHandle handle);
constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

// --- must be reported --------------------------------------------------------

void firesInABody(cudaStream_t body, cudaGraph_t graph, float *p, float **q) {
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params);
  cudaGraph_t inner = params.conditional.phGraph_out[0];
  cudaStreamBeginCaptureToGraph(body, inner, nullptr, nullptr, 0, kGlobal);
  kernel<<<1, 1, 0, body>>>(p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 'body' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc((void **)q, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 'body' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(body);
  cudaStreamEndCapture(body, nullptr);
}

void firesForTheOuterStream(cudaStream_t s, cudaStream_t body, cudaGraph_t inner, float *p) {
  cudaStreamBeginCaptureToGraph(body, inner, nullptr, nullptr, 0, kGlobal);
  kernel<<<1, 1, 0, body>>>(p);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 's', which takes no part in the capture of 'body'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(body, nullptr);
}

void firesForABodyThatIsNotEnded(cudaStream_t body, cudaGraph_t inner, float *p, bool last) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCaptureToGraph' begins a capture of 'body' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
  cudaStreamBeginCaptureToGraph(body, inner, nullptr, nullptr, 0, kGlobal);
  kernel<<<1, 1, 0, body>>>(p);
  if (last)
    return;
  cudaStreamEndCapture(body, nullptr);
}

// --- must be silent ----------------------------------------------------------

// While one stream captures the graph, another one captures the body.
void silentForABodyInACapture(cudaStream_t s, cudaStream_t body, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamCaptureStatus status;
  cudaGraph_t outer;
  const cudaGraphNode_t *before;
  size_t count;
  cudaStreamGetCaptureInfo(s, &status, nullptr, &outer, &before, nullptr, &count);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, outer, 0, 0);
  decide<<<1, 1, 0, s>>>(handle);
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, outer, before, nullptr, count, &params);
  cudaStreamUpdateCaptureDependencies(s, &node, nullptr, 1, 1);
  cudaStreamBeginCaptureToGraph(body, params.conditional.phGraph_out[0], nullptr, nullptr, 0, kGlobal);
  kernel<<<1, 1, 0, body>>>(p);
  cudaStreamEndCapture(body, nullptr);
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}

void silentBehindTheBody(cudaStream_t body, cudaGraph_t inner, float *p, float **q) {
  cudaStreamBeginCaptureToGraph(body, inner, nullptr, nullptr, 0, kGlobal);
  kernel<<<1, 1, 0, body>>>(p);
  cudaStreamEndCapture(body, nullptr);
  cudaMalloc((void **)q, 16);
}

void silentForSeveralBodies(cudaStream_t body, cudaGraph_t *inner, int n, float *p) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCaptureToGraph(body, inner[i], nullptr, nullptr, 0, kGlobal);
    kernel<<<1, 1, 0, body>>>(p);
    cudaStreamEndCapture(body, nullptr);
  }
}
