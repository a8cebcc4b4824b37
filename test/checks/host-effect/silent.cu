// RUN: %lint-cu --allow-empty
// What the host may do while a stream captures.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cuda_runtime.h>
#include <functional>
#include <iostream>
#include <random>
#include <vector>

__global__ void kernel(float *p, unsigned seed);

void drawnBefore(cudaStream_t s, float *p, cudaGraph_t *g) {
  unsigned seed = rand();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p, seed);
  cudaStreamEndCapture(s, g);
}
void drawnAfter(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p, 1);
  cudaStreamEndCapture(s, g);
  kernel<<<1, 1, 0, s>>>(p, rand());
}
void noCapture(cudaStream_t s, float *p, std::mt19937 &rng) { kernel<<<1, 1, 0, s>>>(p, rng()); }

// Used after the capture in which it was drawn.
void usedLater(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  unsigned seed = rand();
  kernel<<<1, 1, 0, s>>>(p, 0);
  cudaStreamEndCapture(s, g);
  kernel<<<1, 1, 0, s>>>(p, seed);
}

// The host keeps it for itself.
void forTheHost(cudaStream_t s, float *p, cudaGraph_t *g, std::vector<int> &order) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  order.push_back(rand());
  int pick = rand() % 2;
  if (pick)
    order.clear();
  kernel<<<1, 1, 0, s>>>(p, 7);
  cudaStreamEndCapture(s, g);
}

void overwritten(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  unsigned seed = rand();
  seed = 42;
  kernel<<<1, 1, 0, s>>>(p, seed);
  cudaStreamEndCapture(s, g);
}

// Through memory that each launch reads anew.
void throughMemory(cudaStream_t s, unsigned *seed, unsigned *device, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  *seed = rand();
  cudaMemcpyAsync(device, seed, sizeof(*seed), cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, g);
}

// A graph for one launch.
void once(cudaStream_t s, float *p) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p, rand());
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphLaunch(exec, s);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(g);
}

// A graph for each step.
void anew(cudaStream_t s, float *p, int steps) {
  for (int i = 0; i < steps; ++i) {
    cudaGraph_t g;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    kernel<<<1, 1, 0, s>>>(p, rand());
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphLaunch(exec, s);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(g);
  }
}
void stepsByCalls(cudaStream_t s, float *p, int steps) {
  for (int i = 0; i < steps; ++i)
    once(s, p);
}

// Captured again, to update what is there.
void updates(cudaStream_t s, float *p, cudaGraphExec_t exec) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p, rand());
  cudaStreamEndCapture(s, &g);
  cudaGraphExecUpdateResultInfo info;
  cudaGraphExecUpdate(exec, g, &info);
  cudaGraphLaunch(exec, s);
  cudaGraphDestroy(g);
}

// The seed of the node is set before each launch.
void setsTheNode(cudaStream_t s, float *p, cudaGraphNode_t node, int steps) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p, rand());
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  for (int i = 0; i < steps; ++i) {
    unsigned seed = rand();
    void *args[] = {&p, &seed};
    cudaKernelNodeParams params = {};
    params.kernelParams = args;
    cudaGraphExecKernelNodeSetParams(exec, node, &params);
    cudaGraphLaunch(exec, s);
  }
}

// A guard.
bool capturing();
void guarded(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  unsigned seed = 42;
  if (!capturing())
    seed = rand();
  if (!capturing())
    kernel<<<1, 1, 0, s>>>(p, rand());
  cudaStreamEndCapture(s, g);
}
static void dropout(cudaStream_t s, float *p) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  unsigned seed = status == cudaStreamCaptureStatusNone ? rand() : 42;
  kernel<<<1, 1, 0, s>>>(p, seed);
}
void asked(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  dropout(s, p);
  cudaStreamEndCapture(s, g);
}
void failed(cudaStream_t s, float *p, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess) {
    kernel<<<1, 1, 0, s>>>(p, rand());
    return;
  }
  cudaStreamEndCapture(s, g);
}

// Something may have ended the capture.
void prepare(cudaStream_t s);
void notCertain(cudaStream_t s, float *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  prepare(s);
  kernel<<<1, 1, 0, s>>>(p, rand());
}

// The capture is timed.
void timed(cudaStream_t s, float *p, cudaGraph_t *g) {
  auto before = std::chrono::steady_clock::now();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  auto begun = std::chrono::steady_clock::now();
  clock_t ticks = clock();
  kernel<<<1, 1, 0, s>>>(p, 1);
  ticks = clock() - ticks;
  auto captured = std::chrono::steady_clock::now();
  cudaStreamEndCapture(s, g);
  auto after = std::chrono::steady_clock::now();
  std::printf("%ld %ld %ld\n", (long)(after - before).count(), (long)(captured - begun).count(), (long)ticks);
}

// Progress is told, and counted.
static int graphs = 0;
void tells(cudaStream_t s, float *p, cudaGraph_t *g, bool verbose) {
  std::printf("capturing\n");
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  ++graphs;
  if (verbose)
    std::cout << "graph " << graphs << " at " << time(nullptr) << "\n";
  kernel<<<1, 1, 0, s>>>(p, graphs);
  std::puts("captured");
  cudaStreamEndCapture(s, g);
}

// Functions of the program may be called so, too.
struct Sequence {
  unsigned n = 0;
  unsigned operator()() { return ++n; }
};
namespace fixed {
unsigned rand() { return 4; }
}
void ownFunctions(cudaStream_t s, float *p, cudaGraph_t *g, Sequence &next) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p, next());
  kernel<<<1, 1, 0, s>>>(p, fixed::rand());
  cudaStreamEndCapture(s, g);
}

// Where it is drawn is not what counts, but what is passed.
void beside(cudaStream_t s, float *p, cudaGraph_t *g, unsigned n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  unsigned other = rand();
  kernel<<<1, 1, 0, s>>>(p, n);
  kernel<<<1, 1, 0, s>>>(p + n, n * 2);
  (void)other;
  cudaStreamEndCapture(s, g);
}

__global__ void scaled(float *p, float x);
void computedOfOthers(cudaStream_t s, float *p, cudaGraph_t *g, float x, int n) {
  float before = (float)rand() / RAND_MAX;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  float other = 2 * (float)rand();
  scaled<<<1, 1, 0, s>>>(p, x * n + before);
  scaled<<<1, 1, 0, s>>>(p, (float)n / 3);
  std::printf("%f\n", other);
  cudaStreamEndCapture(s, g);
}

// Sizes are drawn by tests.
void sizes(cudaStream_t s, float *p, float *q, cudaGraph_t *g, std::mt19937 &rng) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  size_t n = rng() % 1000;
  cudaMemcpyAsync(p, q, n, cudaMemcpyDeviceToDevice, s);
  cudaMemsetAsync(p, 0, n, s);
  kernel<<<n, 32, n, s>>>(p, 1);
  cudaStreamEndCapture(s, g);
}

// What only chooses is not passed.
void chooses(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  unsigned n = rand() % 2 ? 3 : 4;
  kernel<<<1, 1, 0, s>>>(p, n);
  cudaStreamEndCapture(s, g);
}

// An engine is no callable of the program that may throw.
struct Layer {
  std::mt19937 rng;
  unsigned next() { return rng(); }
};
void throwsNothing(cudaStream_t s, float *p, cudaGraph_t *g, Layer &layer) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  layer.next();
  kernel<<<1, 1, 0, s>>>(p, 1);
  cudaStreamEndCapture(s, g);
}
