#include "cases.h"
#include <chrono>
#include <ctime>
#include <random>

namespace host_effect {

__global__ void noise(float *p, unsigned seed, float scale);

// violation [helper at depth]: a member draws the seed
struct Sampler {
  std::mt19937 engine;
  unsigned next() { return engine(); }
  void launch(cudaStream_t s, float *p) { noise<<<1, 1, 0, s>>>(p, next(), 1.0f); }
  void launchWith(cudaStream_t s, float *p, unsigned seed) { noise<<<1, 1, 0, s>>>(p, seed, 1.0f); }
};
void sampled(cudaStream_t s, cudaGraph_t *g, Sampler &sampler, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  sampler.launch(s, p); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: drawn in front of the capture
void sampledBefore(cudaStream_t s, cudaGraph_t *g, Sampler &sampler, float *p) {
  unsigned seed = sampler.next();
  cudaStreamBeginCapture(s, kGlobal);
  sampler.launchWith(s, p, seed);
  cudaStreamEndCapture(s, g);
}

// violation [straight line]: computed of a random number
void computed(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  unsigned seed = (unsigned(std::rand()) ^ 0x9e37u) + 1;
  noise<<<1, 1, 0, s>>>(p, seed, 1.0f); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: the variable was overwritten
void overwritten(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  unsigned seed = std::rand();
  seed = 42;
  noise<<<1, 1, 0, s>>>(p, seed, 1.0f);
  cudaStreamEndCapture(s, g);
}

// violation [lambda]: a generator lambda
void generator(cudaStream_t s, cudaGraph_t *g, float *p) {
  auto draw = [] { return unsigned(std::rand()); };
  cudaStreamBeginCapture(s, kGlobal);
  noise<<<1, 1, 0, s>>>(p, draw(), 1.0f); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: called before
void generatorBefore(cudaStream_t s, cudaGraph_t *g, float *p) {
  auto draw = [] { return unsigned(std::rand()); };
  unsigned seed = draw();
  cudaStreamBeginCapture(s, kGlobal);
  noise<<<1, 1, 0, s>>>(p, seed, 1.0f);
  cudaStreamEndCapture(s, g);
}

// violation [struct field]: in a struct of parameters
struct Params {
  unsigned seed;
  float scale;
};
void inField(cudaStream_t s, cudaGraph_t *g, float *p, Params params) {
  cudaStreamBeginCapture(s, kGlobal);
  params.seed = static_cast<unsigned>(time(nullptr));
  noise<<<1, 1, 0, s>>>(p, params.seed, params.scale); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: the other field
void otherField(cudaStream_t s, cudaGraph_t *g, float *p, Params params) {
  cudaStreamBeginCapture(s, kGlobal);
  params.seed = static_cast<unsigned>(time(nullptr));
  noise<<<1, 1, 0, s>>>(p, 1, params.scale);
  cudaStreamEndCapture(s, g);
}

// violation [conditional operator]: random unless fixed
void unlessFixed(cudaStream_t s, cudaGraph_t *g, float *p, bool fixed) {
  cudaStreamBeginCapture(s, kGlobal);
  unsigned seed = fixed ? 7u : unsigned(std::rand());
  noise<<<1, 1, 0, s>>>(p, seed, 1.0f); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: random only where nothing is captured
void unlessCaptured(cudaStream_t s, cudaGraph_t *g, float *p, bool capture) {
  if (capture)
    cudaStreamBeginCapture(s, kGlobal);
  unsigned seed = capture ? 7u : unsigned(std::rand());
  noise<<<1, 1, 0, s>>>(p, seed, 1.0f);
  if (capture)
    cudaStreamEndCapture(s, g);
}

// violation [template]: a distribution
template <typename Engine> void dither(cudaStream_t s, float *p, Engine &engine) {
  std::uniform_real_distribution<float> scale(0.9f, 1.1f);
  noise<<<1, 1, 0, s>>>(p, 1, scale(engine));
}
void dithered(cudaStream_t s, cudaGraph_t *g, float *p, std::mt19937 &engine) {
  cudaStreamBeginCapture(s, kGlobal);
  dither(s, p, engine); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: not captured
void ditheredOutside(cudaStream_t s, cudaGraph_t *g, float *p, std::mt19937 &engine) {
  dither(s, p, engine);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
}

// violation [loop]: one draw for all rounds
void oneDraw(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  unsigned seed = std::rand();
  for (int i = 0; i < 4; ++i)
    noise<<<1, 1, 0, s>>>(p + i, seed + i, 1.0f); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: captured anew for each launch
void anew(cudaStream_t s, float *p, int n) {
  for (int i = 0; i < n; ++i) {
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamBeginCapture(s, kGlobal);
    noise<<<1, 1, 0, s>>>(p, std::rand(), 1.0f);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, 0);
    cudaGraphLaunch(e, s);
    cudaGraphExecDestroy(e);
    cudaGraphDestroy(g);
  }
}

// violation [clock]: the time as a seed
void timeSeed(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  noise<<<1, 1, 0, s>>>(p, static_cast<unsigned>(now), 1.0f); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: the capture is timed
long timed(cudaStream_t s, cudaGraph_t *g, float *p) {
  auto begin = std::chrono::steady_clock::now();
  cudaStreamBeginCapture(s, kGlobal);
  noise<<<1, 1, 0, s>>>(p, 3, 1.0f);
  auto middle = std::chrono::steady_clock::now();
  cudaStreamEndCapture(s, g);
  return (middle - begin).count();
}

// violation [fill]: a memset of a random value
void filled(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(p, std::rand() & 0xff, 64, s); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: how many bytes is a size
void sized(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(p, 0, std::rand() % 64, s);
  cudaStreamEndCapture(s, g);
}

// violation [out-parameter]: drawn by a helper into a reference
static void drawInto(unsigned &seed) { seed = std::rand(); }
void outParameter(cudaStream_t s, cudaGraph_t *g, float *p) {
  unsigned seed = 0;
  cudaStreamBeginCapture(s, kGlobal);
  drawInto(seed);
  noise<<<1, 1, 0, s>>>(p, seed, 1.0f); // expect: host-effect
  cudaStreamEndCapture(s, g);
}
// legal: into another variable
void outParameterOther(cudaStream_t s, cudaGraph_t *g, float *p) {
  unsigned seed = 0, unused = 0;
  cudaStreamBeginCapture(s, kGlobal);
  drawInto(unused);
  noise<<<1, 1, 0, s>>>(p, seed, 1.0f);
  cudaStreamEndCapture(s, g);
}

// violation [sequence number]: both sides compare it, and the graph repeats it
__global__ void notifyPeer(int *flags, unsigned sequence);
__global__ void notifyPeerFrom(int *flags, unsigned *sequence);
struct Channel {
  int *flags;
  unsigned sequence = 0, *deviceSequence;
  void send(cudaStream_t s) {
    notifyPeer<<<1, 32, 0, s>>>(flags, sequence++);
  }
  void sendCounted(cudaStream_t s) { notifyPeerFrom<<<1, 32, 0, s>>>(flags, deviceSequence); }
};
cudaGraph_t numbered(cudaStream_t s, Channel &c) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  c.send(s); // expect: host-effect
  cudaStreamEndCapture(s, &g);
  return g;
}
// legal: the kernel counts
cudaGraph_t numberedByTheKernel(cudaStream_t s, Channel &c) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  c.sendCounted(s);
  cudaStreamEndCapture(s, &g);
  return g;
}

} // namespace host_effect
