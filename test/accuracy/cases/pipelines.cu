#include "cases.h"
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace pipelines {

__global__ void relu(float *x, int n);
__constant__ float table[64];

// legacy-stream --------------------------------------------------------------

// A stream that a constructor leaves out
namespace modules {
class Linear {
  float *w_;
  cudaStream_t stream_;

public:
  explicit Linear(float *w, cudaStream_t stream = nullptr) : w_(w), stream_(stream) {}
  void forward(int n) const { relu<<<(n + 255) / 256, 256, 0, stream_>>>(w_, n); }
};
struct Net {
  cudaStream_t stream;
  Linear first, second;
  explicit Net(float *w, cudaStream_t s) : stream(s), first(w, s), second(w) {}
};
struct FullNet {
  cudaStream_t stream;
  Linear first, second;
  explicit FullNet(float *w, cudaStream_t s) : stream(s), first(w, s), second(w, s) {}
};
// violation [nested objects]: one of two layers was not given the stream
void captureNet(float *w, cudaStream_t s, cudaGraph_t *g) {
  Net net(w, s);
  CHECK_CUDA(cudaStreamBeginCapture(net.stream, cudaStreamCaptureModeThreadLocal));
  net.first.forward(64);
  net.second.forward(64); // expect: legacy-stream
  CHECK_CUDA(cudaStreamEndCapture(net.stream, g));
}
// legal: both were
void captureFullNet(float *w, cudaStream_t s, cudaGraph_t *g) {
  FullNet net(w, s);
  CHECK_CUDA(cudaStreamBeginCapture(net.stream, cudaStreamCaptureModeThreadLocal));
  net.first.forward(64);
  net.second.forward(64);
  CHECK_CUDA(cudaStreamEndCapture(net.stream, g));
}
} // namespace modules

// Launchers
namespace launchers {
struct LaunchOptions {
  dim3 grid{1}, block{256};
  unsigned shared = 0;
  cudaStream_t stream = nullptr;
};
template <typename... Args> void launch(const LaunchOptions &o, void (*kernel)(Args...), std::type_identity_t<Args>... args) {
  cudaLaunchConfig_t config = {};
  config.gridDim = o.grid;
  config.blockDim = o.block;
  config.dynamicSmemBytes = o.shared;
  config.stream = o.stream;
  CHECK_CUDA(cudaLaunchKernelEx(&config, kernel, args...));
}
// violation [designated initializers]: the stream is left out
void captureLaunch(float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  launch({.grid = 4}, relu, x, 1024); // expect: legacy-stream
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: it is there
void captureLaunchOn(float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  launch({.grid = 4, .stream = s}, relu, x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// violation [C launch]: cudaLaunchKernel with its stream left out
void captureC(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  void *args[] = {&x, &n};
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK_CUDA(cudaLaunchKernel((const void *)relu, dim3(4), dim3(256), args)); // expect: legacy-stream
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: with it
void captureCOn(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  void *args[] = {&x, &n};
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK_CUDA(cudaLaunchKernel((const void *)relu, dim3(4), dim3(256), args, 0, s));
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace launchers

// Constants
namespace constants {
class Filter {
  std::array<float, 64> host_{};
  bool dirty_ = true;

public:
  void upload() {
    if (!dirty_)
      return;
    CHECK_CUDA(cudaMemcpyToSymbol(table, host_.data(), sizeof(host_)));
    dirty_ = false;
  }
  void apply(float *x, cudaStream_t s) {
    upload();
    relu<<<4, 256, 0, s>>>(x, 1024);
  }
};
// violation [lazy upload]: the constants are copied when they are first used
void captureFilter(float *x, cudaStream_t s, cudaGraph_t *g) {
  Filter filter;
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  filter.apply(x, s); // expect: legacy-stream
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: they were used before
void captureFilterAgain(float *x, cudaStream_t s, cudaGraph_t *g) {
  Filter filter;
  filter.apply(x, s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  filter.apply(x, s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace constants

// Optimisers
namespace optimisers {
struct Parameter {
  float *value, *grad;
  size_t n;
};
class Sgd {
  std::vector<Parameter> params_;

public:
  explicit Sgd(std::vector<Parameter> params) : params_(std::move(params)) {}
  void zeroGrad() {
    for (auto &p : params_)
      CHECK_CUDA(cudaMemset(p.grad, 0, p.n * sizeof(float)));
  }
  void zeroGrad(cudaStream_t s) {
    for (auto &[value, grad, n] : params_)
      CHECK_CUDA(cudaMemsetAsync(grad, 0, n * sizeof(float), s));
  }
  void step(cudaStream_t s) {
    for (const auto &p : params_)
      relu<<<4, 256, 0, s>>>(p.value, p.n);
  }
};
template <typename Body> cudaGraph_t withCapture(cudaStream_t s, Body body) {
  cudaGraph_t graph = nullptr;
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  body();
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  return graph;
}
// violation [overload]: the one without a stream
cudaGraph_t captureStep(Sgd &sgd, float *x, cudaStream_t s) {
  return withCapture(s, [&] {
    sgd.zeroGrad(); // expect: legacy-stream
    relu<<<4, 256, 0, s>>>(x, 1024);
    sgd.step(s);
  });
}
// legal: the one with
cudaGraph_t captureStepOn(Sgd &sgd, float *x, cudaStream_t s) {
  return withCapture(s, [&] {
    sgd.zeroGrad(s);
    relu<<<4, 256, 0, s>>>(x, 1024);
    sgd.step(s);
  });
}
} // namespace optimisers

// Profiling
namespace profiling {
struct Range {
  cudaEvent_t begin, end;
  cudaStream_t stream;
  Range(cudaEvent_t b, cudaEvent_t e, cudaStream_t s = cudaStreamLegacy) : begin(b), end(e), stream(s) { cudaEventRecord(begin, stream); }
  ~Range() { cudaEventRecord(end, stream); }
};
#define PROFILE(...) profiling::Range range_(__VA_ARGS__)
// violation [macro wrapper]: a range of a profiler on the default stream
void captureProfiled(float *x, cudaEvent_t b, cudaEvent_t e, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  {
    PROFILE(b, e); // expect: legacy-stream
    relu<<<4, 256, 0, s>>>(x, 1024);
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: on the stream
void captureProfiledOn(float *x, cudaEvent_t b, cudaEvent_t e, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  {
    PROFILE(b, e, s);
    relu<<<4, 256, 0, s>>>(x, 1024);
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace profiling

// Streams by name
namespace registry {
class Streams {
  std::array<cudaStream_t, 4> pool_{};
  size_t next_ = 0;

public:
  Streams() {
    for (auto &s : pool_)
      CHECK_CUDA(cudaStreamCreate(&s));
  }
  ~Streams() {
    for (auto s : pool_)
      cudaStreamDestroy(s);
  }
  cudaStream_t next() { return pool_[next_++ % pool_.size()]; }
  static cudaStream_t fallback() { return nullptr; }
};
// violation [conditional operator]: without a pool it falls back to the default stream
void captureFallback(Streams *pool, float *x, cudaGraph_t *g) {
  cudaStream_t s = pool ? pool->next() : Streams::fallback();
  if (!pool) {
    CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); // expect: legacy-stream
    relu<<<4, 256, 0, s>>>(x, 1024);
    CHECK_CUDA(cudaStreamEndCapture(s, g));
  }
}
// legal: with a pool only
void capturePooled(Streams *pool, float *x, cudaGraph_t *g) {
  cudaStream_t s = pool ? pool->next() : Streams::fallback();
  if (pool) {
    CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    relu<<<4, 256, 0, s>>>(x, 1024);
    CHECK_CUDA(cudaStreamEndCapture(s, g));
  } else {
    relu<<<4, 256, 0, s>>>(x, 1024);
  }
}
} // namespace registry

// Reading back
namespace readback {
struct Stats {
  float *device;
  float mean() const {
    float value = 0;
    CHECK_CUDA(cudaMemcpy(&value, device, sizeof(value), cudaMemcpyDeviceToHost));
    return value;
  }
};
// violation [early stopping]: a loop over layers reads a result to decide
void captureUntil(std::span<float *> layers, const Stats &stats, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  for (float *layer : layers) {
    relu<<<4, 256, 0, s>>>(layer, 1024);
    if (stats.mean() < 1e-3f) // expect: legacy-stream
      break;
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: decided before
void captureDecided(std::span<float *> layers, const Stats &stats, cudaStream_t s, cudaGraph_t *g) {
  size_t use = stats.mean() < 1e-3f ? 1 : layers.size();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  for (float *layer : layers.first(use))
    relu<<<4, 256, 0, s>>>(layer, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace readback

// isolation --------------------------------------------------------------------

namespace wrappers {
class Event {
  cudaEvent_t e_;

public:
  Event() { CHECK_CUDA(cudaEventCreateWithFlags(&e_, cudaEventDisableTiming)); }
  ~Event() { cudaEventDestroy(e_); }
  Event(const Event &) = delete;
  void record(cudaStream_t s) { CHECK_CUDA(cudaEventRecord(e_, s)); }
  void block(cudaStream_t s, unsigned flags = cudaEventWaitDefault) const { CHECK_CUDA(cudaStreamWaitEvent(s, e_, flags)); }
};
class Loader {
  cudaStream_t stream_;
  Event ready_;
  float *device_;
  const float *pinned_;

public:
  Loader(float *device, const float *pinned) : device_(device), pinned_(pinned) { CHECK_CUDA(cudaStreamCreate(&stream_)); }
  void fetch(size_t n) {
    CHECK_CUDA(cudaMemcpyAsync(device_, pinned_, n, cudaMemcpyHostToDevice, stream_));
    ready_.record(stream_);
  }
  float *waitOn(cudaStream_t s) {
    ready_.block(s);
    return device_;
  }
  float *data() { return device_; }
  float *waitExternally(cudaStream_t s) {
    ready_.block(s, cudaEventWaitExternal);
    return device_;
  }
};
// violation [member RAII]: the training step waits for the loader's event
void captureLoaded(float *device, const float *pinned, cudaStream_t s, cudaGraph_t *g) {
  Loader loader(device, pinned);
  loader.fetch(4096);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  float *x = loader.waitOn(s); // expect: isolation
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: before the step is captured
void captureLoadedBefore(float *device, const float *pinned, cudaStream_t s, cudaGraph_t *g) {
  Loader loader(device, pinned);
  loader.fetch(4096);
  float *x = loader.waitOn(s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: as an external event
void captureLoadedExternal(float *device, const float *pinned, cudaStream_t s, cudaGraph_t *g) {
  Loader loader(device, pinned);
  loader.fetch(4096);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  float *x = loader.waitExternally(s);
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [warm-up]: the warm-up records what the capture waits for first
struct Overlap {
  cudaStream_t compute, comm;
  Event computed, reduced;
  void layer(float *x) {
    reduced.block(compute);
    relu<<<4, 256, 0, compute>>>(x, 1024);
    computed.record(compute);
    computed.block(comm);
    relu<<<4, 256, 0, comm>>>(x, 1024);
    reduced.record(comm);
  }
  void layerForked(float *x) {
    relu<<<4, 256, 0, compute>>>(x, 1024);
    computed.record(compute);
    computed.block(comm);
    relu<<<4, 256, 0, comm>>>(x, 1024);
    reduced.record(comm);
    reduced.block(compute);
  }
};
void captureOverlap(Overlap &o, float *x, cudaGraph_t *g) {
  o.layer(x);
  CHECK_CUDA(cudaStreamBeginCapture(o.compute, cudaStreamCaptureModeGlobal));
  o.layer(x); // expect: isolation
  o.reduced.block(o.compute);
  CHECK_CUDA(cudaStreamEndCapture(o.compute, g));
}
// legal: the wait stands behind the work
void captureOverlapJoined(Overlap &o, float *x, cudaGraph_t *g) {
  o.layerForked(x);
  CHECK_CUDA(cudaStreamBeginCapture(o.compute, cudaStreamCaptureModeGlobal));
  o.layerForked(x);
  CHECK_CUDA(cudaStreamEndCapture(o.compute, g));
}
} // namespace wrappers

namespace sessions {
// violation [two captures]: prefill and decode are captured side by side
class Session {
  cudaStream_t stream_;
  cudaEvent_t done_;
  cudaGraph_t graph_ = nullptr;

public:
  Session(cudaStream_t s, cudaEvent_t e) : stream_(s), done_(e) {}
  void begin() { CHECK_CUDA(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed)); }
  void run(float *x) {
    relu<<<4, 256, 0, stream_>>>(x, 1024);
    CHECK_CUDA(cudaEventRecord(done_, stream_));
  }
  void after(const Session &other) { CHECK_CUDA(cudaStreamWaitEvent(stream_, other.done_)); }
  cudaGraph_t end() {
    CHECK_CUDA(cudaStreamEndCapture(stream_, &graph_));
    return graph_;
  }
};
std::pair<cudaGraph_t, cudaGraph_t> prefillAndDecode(cudaStream_t a, cudaStream_t b, cudaEvent_t ea, cudaEvent_t eb, float *x) {
  Session prefill(a, ea), decode(b, eb);
  prefill.begin();
  decode.begin();
  prefill.run(x);
  decode.after(prefill); // expect: isolation
  decode.run(x);
  return {prefill.end(), decode.end()};
}
// legal: side by side, and each by itself
std::pair<cudaGraph_t, cudaGraph_t> prefillBesideDecode(cudaStream_t a, cudaStream_t b, cudaEvent_t ea, cudaEvent_t eb, float *x) {
  Session prefill(a, ea), decode(b, eb);
  prefill.begin();
  decode.begin();
  prefill.run(x);
  decode.run(x);
  return {prefill.end(), decode.end()};
}

// violation [double buffer]: the other half's event is from the warm-up
struct Half {
  float *x;
  cudaEvent_t done;
};
void doubleBuffer(Half (&halves)[2], cudaStream_t s, cudaStream_t copies, cudaGraph_t *g) {
  for (auto &half : halves) {
    relu<<<4, 256, 0, copies>>>(half.x, 1024);
    cudaEventRecord(half.done, copies);
  }
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  relu<<<4, 256, 0, s>>>(halves[0].x, 1024);
  cudaEventRecord(halves[0].done, s);
  cudaStreamWaitEvent(s, halves[1].done); // expect: isolation
  relu<<<4, 256, 0, s>>>(halves[1].x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: this half's
void doubleBufferOwn(Half (&halves)[2], cudaStream_t s, cudaStream_t copies, cudaGraph_t *g) {
  for (auto &half : halves) {
    relu<<<4, 256, 0, copies>>>(half.x, 1024);
    cudaEventRecord(half.done, copies);
  }
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  relu<<<4, 256, 0, s>>>(halves[0].x, 1024);
  cudaEventRecord(halves[0].done, s);
  cudaStreamWaitEvent(s, halves[0].done);
  relu<<<4, 256, 0, s>>>(halves[1].x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [thread]: the producer's event, when it has been joined
void producer(cudaStream_t s, cudaStream_t p, cudaEvent_t e, float *x, cudaGraph_t *g) {
  std::thread thread([=] {
    relu<<<4, 256, 0, p>>>(x, 1024);
    CHECK_CUDA(cudaEventRecord(e, p));
  });
  thread.join();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  CHECK_CUDA(cudaStreamWaitEvent(s, e)); // miss: isolation (what a thread records is not known to the others)
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: waited for before
void producerBefore(cudaStream_t s, cudaStream_t p, cudaEvent_t e, float *x, cudaGraph_t *g) {
  std::thread thread([=] {
    relu<<<4, 256, 0, p>>>(x, 1024);
    CHECK_CUDA(cudaEventRecord(e, p));
  });
  thread.join();
  CHECK_CUDA(cudaStreamWaitEvent(s, e));
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace sessions

} // namespace pipelines
