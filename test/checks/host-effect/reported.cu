// RUN: %lint-cu
// Random numbers and times that captured work is given.
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <cuda_runtime.h>
#include <functional>
#include <random>

__global__ void kernel(float *p, unsigned seed);
__global__ void scaled(float *p, float x);

void drawsInPlace(cudaStream_t s, float *p, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+2]]:3: warning: kernel launch passes a random number that is drawn while 's' is capturing; every launch of the graph uses the same one [cuda-capture-host-effect]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p, rand());
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-2]]:29: note: drawn here
  // CHECK: :[[#@LINE-3]]:3: note: let the kernel draw it, {{.*}} [cuda/host-value-in-graph; docs/checks/host-effect.md]
  cudaStreamEndCapture(s, g);
}

void throughVariables(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  unsigned seed = std::rand();
  seed = seed * 2654435761u + 1;
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, s>>>(p, seed);
  cudaStreamEndCapture(s, g);
}

void engines(cudaStream_t s, float *p, cudaGraph_t *g, std::mt19937 &mt, std::minstd_rand &lcg) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, s>>>(p, mt());
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, s>>>(p, lcg());
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, s>>>(p, std::random_device{}());
  cudaStreamEndCapture(s, g);
}

void distributions(cudaStream_t s, float *p, cudaGraph_t *g, std::mt19937_64 &rng) {
  std::uniform_real_distribution<float> real;
  std::uniform_int_distribution<unsigned> whole(0, 9);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  float x = real(rng);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  scaled<<<1, 1, 0, s>>>(p, x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' passes a random number
  cudaMemsetAsync(p, whole(rng), 4, s);
  cudaStreamEndCapture(s, g);
}

void times(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a time that is read while 's' is capturing; every launch of the graph uses the same one [cuda-capture-host-effect]
  kernel<<<1, 1, 0, s>>>(p, time(nullptr));
  // CHECK: :[[#@LINE-1]]:29: note: read here
  // CHECK: :[[#@LINE-2]]:3: note: read the clock in the kernel, {{.*}} [cuda/host-value-in-graph; docs/checks/host-effect.md]
  auto now = std::chrono::steady_clock::now();
  auto ticks = now.time_since_epoch().count();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a time
  kernel<<<1, 1, 0, s>>>(p, ticks);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a time
  kernel<<<1, 1, 0, s>>>(p, (unsigned)clock() / 1000);
  cudaStreamEndCapture(s, g);
}

struct Dropout {
  std::mt19937 rng;
  unsigned next() { return rng(); }
  void run(cudaStream_t s, float *p) { kernel<<<1, 1, 0, s>>>(p, next()); }
};
void inMember(cudaStream_t s, float *p, cudaGraph_t *g, Dropout &layer) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dropout::run' reaches a kernel launch, which passes a random number
  layer.run(s, p);
  cudaStreamEndCapture(s, g);
}

static void launch(cudaStream_t s, float *p, unsigned seed) { kernel<<<1, 1, 0, s>>>(p, seed); }
void asArgument(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'launch' reaches a kernel launch, which passes a random number
  launch(s, p, rand());
  cudaStreamEndCapture(s, g);
}

void byPointers(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  unsigned seed = rand();
  void *args[] = {&p, &seed};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchKernel' passes a random number
  cudaLaunchKernel((void *)kernel, dim3(1), dim3(1), args, 0, s);
  cudaStreamEndCapture(s, g);
}

struct Config {
  unsigned seed;
};
void inField(cudaStream_t s, float *p, cudaGraph_t *g, Config &config) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  config.seed = rand();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, s>>>(p, config.seed);
  cudaStreamEndCapture(s, g);
}

static void capture(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &body) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  try {
    body();
  } catch (...) {
    cudaStreamEndCapture(s, g);
    throw;
  }
  cudaStreamEndCapture(s, g);
}
void inLambda(cudaStream_t s, float *p, cudaGraph_t *g, std::mt19937 &rng) {
  capture(s, g, [&] {
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch passes a random number
    kernel<<<1, 1, 0, s>>>(p, rng());
  });
}

// Each layer has a seed of its own, and keeps it.
void inLoop(cudaStream_t s, float *p, cudaGraph_t *g, int layers) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < layers; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch passes a random number
    kernel<<<1, 1, 0, s>>>(p, rand());
  cudaStreamEndCapture(s, g);
}

void onOnePath(cudaStream_t s, float *p, cudaGraph_t *g, bool deterministic) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  unsigned seed = deterministic ? 42 : rand();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, s>>>(p, seed);
  cudaStreamEndCapture(s, g);
}

// A graph that is launched again and again, and destroyed at last.
void replays(cudaStream_t s, float *p, int steps) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, s>>>(p, rand());
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  for (int i = 0; i < steps; ++i)
    cudaGraphLaunch(exec, s);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(g);
}

// Through arithmetic.
void computed(cudaStream_t s, float *p, cudaGraph_t *g, std::mt19937 &rng, float scale) {
  std::normal_distribution<double> normal;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  scaled<<<1, 1, 0, s>>>(p, (float)rand() / RAND_MAX);
  float x = 0.5f + scale * normal(rng);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  scaled<<<1, 1, 0, s>>>(p, x);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, s>>>(p, (unsigned)(x * 100));
  cudaStreamEndCapture(s, g);
}

// On a forked stream.
void forked(cudaStream_t s, cudaStream_t t, cudaEvent_t e, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, t>>>(p, rand());
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}

void cast(cudaStream_t s, float *p, cudaGraph_t *g) {
  using namespace std::chrono;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  auto now = duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a time that is read
  kernel<<<1, 1, 0, s>>>(p, int(now));
  // Of a constant.
  auto timeout = duration_cast<nanoseconds>(milliseconds(5)).count();
  kernel<<<1, 1, 0, s>>>(p, int(timeout));
  cudaStreamEndCapture(s, g);
}

template <typename Rng> void inTemplate(cudaStream_t s, float *p, cudaGraph_t *g, Rng &rng) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch passes a random number
  kernel<<<1, 1, 0, s>>>(p, rng());
  cudaStreamEndCapture(s, g);
}
template void inTemplate(cudaStream_t, float *, cudaGraph_t *, std::ranlux24_base &);

#define CHECK(x)                                                               \
  do {                                                                         \
    cudaError_t e = (x);                                                       \
    if (e != cudaSuccess)                                                      \
      abort();                                                                 \
  } while (0)
void checked(cudaStream_t s, float *p, cudaGraph_t *g) {
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  int value = rand() % 256;
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaMemsetAsync' passes a random number
  CHECK(cudaMemsetAsync(p, value, 4, s));
  CHECK(cudaStreamEndCapture(s, g));
}

void suppressed(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p, rand()); // NOLINT(cuda-capture-host-effect)
  cudaStreamEndCapture(s, g);
}
