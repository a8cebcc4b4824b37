#include "cases.h"

namespace legacy_stream {

// violation [straight line]: a launch with shared memory and no stream
void launchWithShared(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  step<<<dim3(4), dim3(32), 1024>>>(p, 1); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: the stream is the fourth argument
void launchWithStream(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  step<<<dim3(4), dim3(32), 1024, s>>>(p, 1);
  cudaStreamEndCapture(s, g);
}

// violation [helper at depth]: a default argument is the legacy stream
static void scale(float *p, cudaStream_t stream = nullptr) { step<<<1, 1, 0, stream>>>(p, 1); }
static void scaleTwice(float *p, cudaStream_t stream = cudaStreamLegacy) {
  scale(p, stream);
  scale(p, stream);
}
void defaultArgument(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  scaleTwice(p); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: the argument is given
void givenArgument(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  scaleTwice(p, s);
  cudaStreamEndCapture(s, g);
}

// violation [struct field]: a default member initialiser is stream 0
struct LaunchConfig {
  int blocks = 1;
  cudaStream_t stream = 0;
};
static void launch(const LaunchConfig &config, float *p) { step<<<config.blocks, 1, 0, config.stream>>>(p, 1); }
void defaultConfig(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  launch(LaunchConfig{2}, p); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: the field is given
void givenConfig(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  launch(LaunchConfig{2, s}, p);
  cudaStreamEndCapture(s, g);
}

// violation [conditional operator]: one arm is stream 0
void oneArm(cudaStream_t s, cudaGraph_t *g, float *p, bool async) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemsetAsync(p, 0, 4, async ? s : 0); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: the capture is begun only with the other arm
void oneArmGuarded(cudaStream_t s, cudaGraph_t *g, float *p, bool async) {
  if (async)
    cudaStreamBeginCapture(s, kRelaxed);
  cudaMemsetAsync(p, 0, 4, async ? s : 0);
  if (async)
    cudaStreamEndCapture(s, g);
}

// violation [optional]: value_or(0), and it is empty
void emptyOptional(cudaStream_t s, cudaGraph_t *g, float *p) {
  std::optional<cudaStream_t> other;
  cudaStreamBeginCapture(s, kRelaxed);
  step<<<1, 1, 0, other.value_or(nullptr)>>>(p, 1); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: it holds the stream
void filledOptional(cudaStream_t s, cudaGraph_t *g, float *p) {
  std::optional<cudaStream_t> other = s;
  cudaStreamBeginCapture(s, kRelaxed);
  step<<<1, 1, 0, other.value_or(nullptr)>>>(p, 1);
  cudaStreamEndCapture(s, g);
}

// violation [template]: a policy names the stream
struct DefaultPolicy {
  static cudaStream_t stream(cudaStream_t) { return nullptr; }
};
struct GivenPolicy {
  static cudaStream_t stream(cudaStream_t s) { return s; }
};
template <typename Policy> void clear(float *p, cudaStream_t s) { cudaMemsetAsync(p, 0, 4, Policy::stream(s)); }
void defaultPolicy(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  clear<DefaultPolicy>(p, s); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: the other policy
void givenPolicy(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  clear<GivenPolicy>(p, s);
  cudaStreamEndCapture(s, g);
}

// violation [member RAII]: a timer records on the default stream
struct Timer {
  cudaEvent_t begin, end;
  cudaStream_t stream;
  Timer(cudaEvent_t b, cudaEvent_t e, cudaStream_t s = 0) : begin(b), end(e), stream(s) { cudaEventRecord(begin, stream); }
  ~Timer() { cudaEventRecord(end, stream); }
};
void timed(cudaStream_t s, cudaGraph_t *g, cudaEvent_t a, cudaEvent_t b) {
  cudaStreamBeginCapture(s, kRelaxed);
  {
    Timer timer(a, b); // expect: legacy-stream
    step<<<1, 1, 0, s>>>(nullptr, 1);
  }
  cudaStreamEndCapture(s, g);
}
// legal: the timer is given the stream
void timedOnStream(cudaStream_t s, cudaGraph_t *g, cudaEvent_t a, cudaEvent_t b) {
  cudaStreamBeginCapture(s, kRelaxed);
  {
    Timer timer(a, b, s);
    step<<<1, 1, 0, s>>>(nullptr, 1);
  }
  cudaStreamEndCapture(s, g);
}

// violation [lambda]: a callable handed to a capturing helper copies synchronously
template <typename F> void record(cudaStream_t s, cudaGraph_t *g, F &&body) {
  cudaStreamBeginCapture(s, kRelaxed);
  std::forward<F>(body)(s);
  cudaStreamEndCapture(s, g);
}
void handedIn(cudaStream_t s, cudaGraph_t *g, float *p, const float *h) {
  record(s, g, [=](cudaStream_t) noexcept {
    cudaMemcpy(p, h, 4, cudaMemcpyHostToDevice); // expect: legacy-stream
  });
}
// legal: asynchronously, on the stream it is given
void handedInAsync(cudaStream_t s, cudaGraph_t *g, float *p, const float *h) {
  record(s, g, [=](cudaStream_t t) noexcept { cudaMemcpyAsync(p, h, 4, cudaMemcpyHostToDevice, t); });
}

// violation [loop]: only the first round names no stream
void firstRound(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  for (int i = 0; i < 4; ++i) {
    cudaStream_t on = i == 0 ? nullptr : s;
    cudaMemsetAsync(p + i, 0, 4, on); // expect: legacy-stream
  }
  cudaStreamEndCapture(s, g);
}
// legal: the first round is in front of the capture
void firstRoundBefore(cudaStream_t s, cudaGraph_t *g, float *p) {
  for (int i = 0; i < 4; ++i) {
    if (i == 1)
      cudaStreamBeginCapture(s, kRelaxed);
    cudaStream_t on = i == 0 ? nullptr : s;
    cudaMemsetAsync(p + i, 0, 4, on);
    if (i == 3)
      cudaStreamEndCapture(s, g);
  }
}

// violation [other spelling]: a handle that was zeroed with the object around it
struct Lane {
  cudaStream_t stream;
  float *data;
};
void zeroed(cudaStream_t s, cudaGraph_t *g) {
  Lane lane{};
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemsetAsync(lane.data, 0, 4, lane.stream); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: the stream was set
void zeroedAndSet(cudaStream_t s, cudaGraph_t *g) {
  Lane lane{};
  lane.stream = s;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemsetAsync(lane.data, 0, 4, lane.stream);
  cudaStreamEndCapture(s, g);
}

// violation [straight line]: capturing the legacy stream, through a variable
void captureLegacy(cudaGraph_t *g) {
  cudaStream_t s = nullptr;
  cudaStreamBeginCapture(s, kRelaxed); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: the per-thread stream may be captured
void capturePerThread(cudaGraph_t *g) {
  cudaStream_t s = cudaStreamPerThread;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
}

// violation [early return]: a failed creation falls back to stream 0
void fallBack(cudaGraph_t *g, float *p) {
  cudaStream_t s;
  if (cudaStreamCreate(&s) != cudaSuccess)
    s = nullptr;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemset(p, 0, 4); // expect: legacy-stream
  cudaStreamEndCapture(s, g);
}
// legal: it gives up, and a memset comes in front
void giveUp(cudaGraph_t *g, float *p) {
  cudaStream_t s;
  if (cudaStreamCreate(&s) != cudaSuccess)
    return;
  cudaMemset(p, 0, 4);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
}

} // namespace legacy_stream
