// RUN: %tidy '--checks=-*,cuda-capture-host-read' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// The host reads the target of a captured copy in the capture: the copy has not
// been made.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <memory>
#include <vector>

__global__ void count(int *);
__global__ void step(float *, int);
constexpr auto kMode = cudaStreamCaptureModeGlobal;

void firesForADecision(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h = 0;
  cudaStreamBeginCapture(s, kMode);
  count<<<1, 1, 0, s>>>(d);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:7: warning: the host reads 'h' while 's' is capturing; the captured copy that writes it is made only when the graph is launched [cuda-capture-host-read]
  if (h > 0)
    // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
    // CHECK: :[[#@LINE-4]]:3: note: the copy is captured here
    step<<<1, 1, 0, s>>>(x, 1);
  // CHECK: note: read it after a launch of the graph that the host has waited for; let what depends on the value run on the device, or outside of the capture [cuda/copy-not-made; docs/checks/host-read.md]
  cudaStreamEndCapture(s, g);
}
void firesForAnArgument(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:27: warning: the host reads 'h' while 's' is capturing; {{.*}} [cuda-capture-host-read]
  step<<<1, 1, 0, s>>>(x, h);
  cudaStreamEndCapture(s, g);
}
void firesForALaunchConfiguration(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int blocks;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&blocks, d, sizeof blocks, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: the host reads 'blocks' {{.*}} [cuda-capture-host-read]
  step<<<blocks, 1, 0, s>>>(x, 1);
  cudaStreamEndCapture(s, g);
}
void firesForAnElement(cudaStream_t s, float *d, float *x, cudaGraph_t *g) {
  float norms[4];
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(norms, d, sizeof norms, cudaMemcpyDeviceToHost, s);
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    // CHECK: :[[#@LINE+1]]:12: warning: the host reads 'norms[i]' {{.*}} [cuda-capture-host-read]
    sum += norms[i];
  step<<<1, 1, 0, s>>>(x, sum > 1);
  cudaStreamEndCapture(s, g);
}
void firesForPinnedMemory(cudaStream_t s, int *d, float *x, int n, cudaGraph_t *g) {
  int *h;
  cudaMallocHost((void **)&h, n * sizeof(int));
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:7: warning: the host reads '*h' {{.*}} [cuda-capture-host-read]
  if (*h)
    step<<<1, 1, 0, s>>>(x, 1);
  cudaStreamEndCapture(s, g);
}
void firesForAVector(cudaStream_t s, int *d, float *x, int n, cudaGraph_t *g) {
  std::vector<int> h(n);
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:27: warning: the host reads 'h[0]' {{.*}} [cuda-capture-host-read]
  step<<<1, 1, 0, s>>>(x, h[0]);
  cudaStreamEndCapture(s, g);
}
struct Search {
  cudaStream_t stream;
  int *found, *device;
  int host = 0;
  void copy() { cudaMemcpyAsync(&host, device, sizeof host, cudaMemcpyDeviceToHost, stream); }
  bool isDone() { return host > 0; }
  void run(float *x, cudaGraph_t *g) {
    cudaStreamBeginCapture(stream, kMode);
    copy();
    // CHECK: :[[#@LINE+1]]:9: warning: call to 'Search::isDone' reaches a read of 'host' on the host while 'stream' is capturing; {{.*}} [cuda-capture-host-read]
    if (isDone())
      step<<<1, 1, 0, stream>>>(x, 1);
    // CHECK: :[[#@LINE-7]]:26: note: 'Search::isDone' reads 'host' here
    cudaStreamEndCapture(stream, g);
  }
};
static int fetch(const int *d, cudaStream_t s) {
  int h;
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  return h;
}
void firesInAHelper(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kMode);
  // CHECK: :[[#@LINE+1]]:27: warning: call to 'fetch' reaches a read of 'h' on the host {{.*}} [cuda-capture-host-read]
  step<<<1, 1, 0, s>>>(x, fetch(d, s));
  cudaStreamEndCapture(s, g);
}
static void copyTo(int *to, const int *d, cudaStream_t s) {
  cudaMemcpyAsync(to, d, sizeof *to, cudaMemcpyDefault, s);
}
void firesForAnUnknownDirectionToALocal(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h;
  cudaStreamBeginCapture(s, kMode);
  copyTo(&h, d, s);
  // CHECK: :[[#@LINE+1]]:27: warning: the host reads 'h' {{.*}} [cuda-capture-host-read]
  step<<<1, 1, 0, s>>>(x, h);
  cudaStreamEndCapture(s, g);
}
void firesForTwoDimensions(cudaStream_t s, float *d, float *x, cudaGraph_t *g) {
  float h[4];
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpy2DAsync(h, 8, d, 8, 8, 2, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:7: warning: the host reads 'h[3]' {{.*}} [cuda-capture-host-read]
  if (h[3] < 0.5f)
    step<<<1, 1, 0, s>>>(x, 1);
  cudaStreamEndCapture(s, g);
}
struct Result {
  int status;
  float value;
};
void firesForAField(cudaStream_t s, Result *d, float *x, cudaGraph_t *g) {
  Result r;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&r, d, sizeof r, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:7: warning: the host reads 'r.status' {{.*}} [cuda-capture-host-read]
  if (r.status)
    step<<<1, 1, 0, s>>>(x, 1);
  cudaStreamEndCapture(s, g);
}
void firesInALoopThatCannotEnd(cudaStream_t s, int *d, cudaGraph_t *g) {
  int again = 1;
  cudaStreamBeginCapture(s, kMode);
  do {
    count<<<1, 1, 0, s>>>(d);
    cudaMemcpyAsync(&again, d, sizeof again, cudaMemcpyDeviceToHost, s);
    // CHECK: :[[#@LINE+1]]:12: warning: the host reads 'again' {{.*}} [cuda-capture-host-read]
  } while (again);
  cudaStreamEndCapture(s, g);
}
void firesForACopyOnTheHost(cudaStream_t s, int *d, int *out, cudaGraph_t *g) {
  int h[8];
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:3: warning: the host reads 'h' {{.*}} [cuda-capture-host-read]
  memcpy(out, h, sizeof h);
  cudaStreamEndCapture(s, g);
}
void firesForACounterOfTheHost(cudaStream_t s, int *d, cudaGraph_t *g) {
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:3: warning: the host reads 'h' {{.*}} [cuda-capture-host-read]
  h += 1;
  cudaStreamEndCapture(s, g);
}
// The expression is too long to be named.
struct Statistics {
  int numberOfElementsThatWereFoundInTheLastStep;
};
void firesForALongExpression(cudaStream_t s, int *d, float *x, Statistics &statistics, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&statistics.numberOfElementsThatWereFoundInTheLastStep, d, 4, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:7: warning: the host reads the target of a copy while 's' is capturing; {{.*}} [cuda-capture-host-read]
  if (statistics.numberOfElementsThatWereFoundInTheLastStep)
    step<<<1, 1, 0, s>>>(x, 1);
  cudaStreamEndCapture(s, g);
}
extern bool useGraph;
void firesUnderASetting(cudaStream_t s, int *d, int *h, float *x, cudaGraph_t *g) {
  if (!useGraph)
    return;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(h, d, sizeof *h, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:27: warning: the host reads '*h' while 's' is capturing; {{.*}} [cuda-capture-host-read]
  step<<<1, 1, 0, s>>>(x, *h);
  cudaStreamEndCapture(s, g);
}
static int lastError;
void firesForAGlobal(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&lastError, d, sizeof lastError, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:8: warning: the host reads 'lastError' {{.*}} [cuda-capture-host-read]
  if (!lastError)
    step<<<1, 1, 0, s>>>(x, 1);
  cudaStreamEndCapture(s, g);
}
void firesForALambda(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h;
  auto get = [&] {
    cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
    // CHECK: :[[#@LINE+1]]:12: warning: the host reads 'h' while 's' is capturing; {{.*}} [cuda-capture-host-read]
    return h;
  };
  cudaStreamBeginCapture(s, kMode);
  step<<<1, 1, 0, s>>>(x, get());
  cudaStreamEndCapture(s, g);
}
void firesForAVectorOfElements(cudaStream_t s, int *d, std::vector<int> &sizes, cudaGraph_t *g) {
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:3: warning: the host reads 'h' {{.*}} [cuda-capture-host-read]
  sizes.push_back(h);
  cudaStreamEndCapture(s, g);
}
