// RUN: %tidy '--checks=-*,cuda-capture-host-read' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// The host reads the target of a captured copy behind the capture, but before
// any launch of the graph.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void count(int *);
constexpr auto kMode = cudaStreamCaptureModeGlobal;

void firesBehindTheInstantiation(cudaStream_t s, int *d) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int h;
  cudaStreamBeginCapture(s, kMode);
  count<<<1, 1, 0, s>>>(d);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  // CHECK: :[[#@LINE+1]]:18: warning: the host reads 'h' before any launch of the graph; the captured copy that writes it has not been made [cuda-capture-host-read]
  printf("%d\n", h);
  // CHECK: :[[#@LINE-5]]:3: note: the copy is captured here
  // CHECK: note: read it after a launch of the graph that the host has waited for [cuda/copy-not-made; docs/checks/host-read.md]
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
}
void firesAlthoughTheHostWaits(cudaStream_t s, int *d) {
  cudaGraph_t g;
  std::vector<int> h(100);
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(h.data(), d, 400, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g))
    return;
  cudaStreamSynchronize(s);
  int sum = 0;
  for (int i = 0; i < 100; ++i)
    // CHECK: :[[#@LINE+1]]:12: warning: the host reads 'h[i]' before any launch of the graph; {{.*}} [cuda-capture-host-read]
    sum += h[i];
  printf("%d\n", sum);
}
void firesForPinnedMemory(cudaStream_t s, float *d, int n) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  float *h = nullptr;
  cudaMallocHost((void **)&h, n * sizeof(float));
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  // CHECK: :[[#@LINE+1]]:18: warning: the host reads 'h[1]' before any launch of the graph; {{.*}} [cuda-capture-host-read]
  printf("%f\n", h[1]);
  for (int i = 0; i < n; ++i)
    cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  printf("%f\n", h[1]);
}
static void verify(const int *h, int n) {
  for (int i = 0; i < n; ++i)
    if (h[i] != i)
      printf("wrong\n");
}
void firesThroughAFunction(cudaStream_t s, int *d) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int h[10];
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'verify' reaches a read of 'h[i]' on the host before any launch of the graph; {{.*}} [cuda-capture-host-read]
  verify(h, 10);
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  verify(h, 10);
}
void firesForANodeThatIsAdded(int *d) {
  cudaGraph_t g;
  cudaGraphNode_t node;
  int h;
  cudaGraphCreate(&g, 0);
  cudaGraphAddMemcpyNode1D(&node, g, nullptr, 0, &h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaGraphExec_t e;
  if (cudaGraphInstantiate(&e, g, 0))
    return;
  // CHECK: :[[#@LINE+1]]:18: warning: the host reads 'h' before any launch of the graph; {{.*}} [cuda-capture-host-read]
  printf("%d\n", h);
}
