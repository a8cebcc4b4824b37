// RUN: %tidy '--checks=-*,cuda-capture-host-read' %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --implicit-check-not=warning: --implicit-check-not=error:
// Reads of the targets of copies that are right, or of which nothing is known.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <thread>
#include <vector>

__global__ void count(int *);
__global__ void step(float *, int);
__global__ void work(float *, const int *);
constexpr auto kMode = cudaStreamCaptureModeGlobal;
bool isCapturing();
void unknown(int *);
void launchSomewhere(cudaGraphExec_t);
bool ask();

void readAfterLaunchAndWait(cudaStream_t s, int *d) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  printf("%d\n", h);
}
// The loop certainly runs, which the analysis does not know.
void readAfterALoopOfLaunches(cudaStream_t s, int *d, int n) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  for (int i = 0; i < n; ++i)
    cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  printf("%d\n", h);
}
// The loop reads first what the host has written.
void whileTheHostSaysSo(cudaStream_t s, int *d) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int again = 1;
  cudaStreamBeginCapture(s, kMode);
  count<<<1, 1, 0, s>>>(d);
  cudaMemcpyAsync(&again, d, sizeof again, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  while (again) {
    cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
  }
}
void readOfWhatTheHostWrote(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  h = 3;
  step<<<1, 1, 0, s>>>(x, h);
  cudaStreamEndCapture(s, g);
}
void readBeforeTheCopy(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h = 4;
  cudaStreamBeginCapture(s, kMode);
  step<<<1, 1, 0, s>>>(x, h);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaStreamEndCapture(s, g);
}
void onlyAddresses(cudaStream_t s, int *d, int *other, cudaGraph_t *g) {
  int h[4];
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaMemcpyAsync(other, h, sizeof(h[0]), cudaMemcpyHostToDevice, s);
  printf("%zu %p\n", sizeof(h[0]), (void *)&h[0]);
  unknown(h);
  cudaStreamEndCapture(s, g);
}
void anUnknownCalleeMayWrite(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  unknown(&h);
  step<<<1, 1, 0, s>>>(x, h);
  cudaStreamEndCapture(s, g);
}
void theSystemWrites(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h[4];
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  memset(h, 0, sizeof h);
  step<<<1, 1, 0, s>>>(x, h[0]);
  cudaStreamEndCapture(s, g);
}
void noCapture(cudaStream_t s, int *d, float *x) {
  int h;
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  step<<<1, 1, 0, s>>>(x, h);
}
void copiedBeforeTheCapture(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h;
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  cudaStreamBeginCapture(s, kMode);
  step<<<1, 1, 0, s>>>(x, h);
  cudaStreamEndCapture(s, g);
}
void onlyIfNothingIsCaptured(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    step<<<1, 1, 0, s>>>(x, h);
  if (!isCapturing())
    step<<<1, 1, 0, s>>>(x, h);
  cudaStreamEndCapture(s, g);
}
// Perhaps nothing was copied.
void perhapsCopied(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h = 0;
  cudaStreamBeginCapture(s, kMode);
  if (ask())
    cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  step<<<1, 1, 0, s>>>(x, h);
  cudaStreamEndCapture(s, g);
}
void copiedToTheDevice(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  int h = 1;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(d, &h, sizeof h, cudaMemcpyHostToDevice, s);
  step<<<1, 1, 0, s>>>(x, h);
  cudaStreamEndCapture(s, g);
}
void unknownDirection(cudaStream_t s, int *to, int *d, float *x, cudaMemcpyKind kind, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(to, d, sizeof *to, kind, s);
  step<<<1, 1, 0, s>>>(x, *to);
  cudaStreamEndCapture(s, g);
}
// Another element, and another part of a buffer that the host fills, too.
void anotherElement(cudaStream_t s, int *d, float *x, int i, cudaGraph_t *g) {
  int h[8];
  for (int k = 0; k < 8; ++k)
    h[k] = k;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h[2], d, sizeof h[2], cudaMemcpyDeviceToHost, s);
  step<<<1, 1, 0, s>>>(x, h[3]);
  step<<<1, 1, 0, s>>>(x, h[i]);
  cudaStreamEndCapture(s, g);
}
void anotherHalf(cudaStream_t s, int *d, float *x, int round, cudaGraph_t *g) {
  int h[2] = {0, 0};
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h[round % 2], d, sizeof h[0], cudaMemcpyDeviceToHost, s);
  step<<<1, 1, 0, s>>>(x, h[(round + 1) % 2]);
  cudaStreamEndCapture(s, g);
}
struct Stats {
  int done, limit;
};
void anotherField(cudaStream_t s, int *d, float *x, cudaGraph_t *g) {
  Stats stats{0, 10};
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&stats.done, d, sizeof stats.done, cudaMemcpyDeviceToHost, s);
  step<<<1, 1, 0, s>>>(x, stats.limit);
  cudaStreamEndCapture(s, g);
}
// The host prepares its input, copies it in place, and computes what to expect.
void inPlace(cudaStream_t s, int *d, int *expected) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int h[16];
  for (int i = 0; i < 16; ++i)
    h[i] = i;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  for (int i = 0; i < 16; ++i)
    expected[i] = 2 * h[i];
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
}
// A first run without a capture fills the memory.
static void runOnce(cudaStream_t s, int *d, int *h) {
  count<<<1, 1, 0, s>>>(d);
  cudaMemcpyAsync(h, d, 4, cudaMemcpyDeviceToHost, s);
}
void filledByAFirstRun(cudaStream_t s, int *d) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int h;
  runOnce(s, d, &h);
  cudaStreamSynchronize(s);
  cudaStreamBeginCapture(s, kMode);
  runOnce(s, d, &h);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  printf("%d\n", h);
  cudaGraphLaunch(e, s);
}
void launchedElsewhere(cudaStream_t s, int *d) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  launchSomewhere(e);
  printf("%d\n", h);
}
void launchedInAThread(cudaStream_t s, int *d) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  std::thread runner([&] {
    cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
  });
  runner.join();
  printf("%d\n", h);
}
// The driver runs the function when the graph runs.
void readInTheGraph(cudaStream_t s, int *d, cudaGraph_t *g) {
  static int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, [](void *) { printf("%d\n", h); }, nullptr);
  cudaStreamEndCapture(s, g);
}
// A copy that fails is not captured.
void readInAnErrorPath(cudaStream_t s, int *d, cudaGraph_t *g) {
  int h = -1;
  cudaStreamBeginCapture(s, kMode);
  if (cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s) != cudaSuccess)
    printf("%d\n", h);
  cudaStreamEndCapture(s, g);
}
// The graph is launched on the way that reads.
void launchedOnTheSameWay(cudaStream_t s, int *d, bool run) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  int h;
  cudaStreamBeginCapture(s, kMode);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return;
  if (run)
    cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  if (run)
    printf("%d\n", h);
}
// The graph was launched that the capture extends.
void copiedByAnExtendedGraph(cudaStream_t s, int *d) {
  cudaGraph_t whole, part;
  cudaGraphNode_t copy, child;
  cudaGraphExec_t e;
  int h;
  cudaGraphCreate(&part, 0);
  cudaGraphAddMemcpyNode1D(&copy, part, nullptr, 0, &h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaGraphCreate(&whole, 0);
  cudaGraphAddChildGraphNode(&child, whole, nullptr, 0, part);
  cudaStreamBeginCaptureToGraph(s, whole, &child, nullptr, 1, kMode);
  cudaMemsetAsync(d, 0, sizeof h, s);
  cudaStreamEndCapture(s, &whole);
  cudaGraphInstantiate(&e, whole, 0);
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  printf("%d\n", h);
}
