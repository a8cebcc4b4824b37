#include "cases.h"
#include <chrono>
#include <concepts>
#include <cstdio>
#include <cstring>
#include <deque>
#include <ranges>
#include <span>
#include <string>
#include <unordered_map>

namespace serving {

__global__ void relu(float *x, int n);
__global__ void gemm(const float *w, const float *x, float *y, int n);
__global__ void countNans(const float *x, int n, int *out);

// A graph cache by shape -------------------------------------------------
namespace cache {
struct Shape {
  int batch, length;
  bool operator==(const Shape &) const = default;
};
struct ShapeHash {
  size_t operator()(const Shape &s) const { return std::hash<int>()(s.batch) * 31 + s.length; }
};
struct Options {
  bool checkNumerics = false;
  int warmup = 3;
};
class Linear {
  float *weight_;
  int n_;

public:
  Linear(float *weight, int n) : weight_(weight), n_(n) {}
  void forward(const float *x, float *y, cudaStream_t s) const { gemm<<<n_ / 128, 128, 0, s>>>(weight_, x, y, n_); }
};
class Engine {
protected:
  std::vector<Linear> layers_;
  std::unordered_map<Shape, cudaGraphExec_t, ShapeHash> graphs_;
  cudaStream_t stream_;
  float *a_, *b_;
  int *nans_, *hostNans_;
  Options options_;

  void checkNumerics(int n) {
    countNans<<<1, 256, 0, stream_>>>(a_, n, nans_);
    CHECK_CUDA(cudaMemcpyAsync(hostNans_, nans_, sizeof(int), cudaMemcpyDeviceToHost, stream_));
    CHECK_CUDA(cudaStreamSynchronize(stream_));
    if (*hostNans_)
      throw std::runtime_error("nan");
  }
  void forward(Shape shape) {
    for (const Linear &layer : layers_) {
      layer.forward(a_, b_, stream_);
      std::swap(a_, b_);
    }
    if (options_.checkNumerics)
      checkNumerics(shape.batch * shape.length);
  }
  void forwardOnly() {
    for (const Linear &layer : layers_) {
      layer.forward(a_, b_, stream_);
      std::swap(a_, b_);
    }
  }
};
// violation [graph cache]: an engine with a debug option for its numerics
class Eager : Engine {
public:
  void run(Shape shape) {
    auto it = graphs_.find(shape);
    if (it == graphs_.end()) {
      for (int i = 0; i < options_.warmup; ++i)
        forward(shape);
      cudaGraph_t graph;
      CHECK_CUDA(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed)); // expect: leak-on-error
      forward(shape); // expect: synchronization
      CHECK_CUDA(cudaStreamEndCapture(stream_, &graph));
      cudaGraphExec_t exec;
      CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
      cudaGraphDestroy(graph);
      it = graphs_.emplace(shape, exec).first;
    }
    CHECK_CUDA(cudaGraphLaunch(it->second, stream_));
  }
};
// legal: it checks after the launch
class Checked : Engine {
public:
  void run(Shape shape) {
    auto it = graphs_.find(shape);
    if (it == graphs_.end()) {
      for (int i = 0; i < options_.warmup; ++i)
        forward(shape);
      cudaGraph_t graph;
      CHECK_CUDA(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed));
      forwardOnly();
      CHECK_CUDA(cudaStreamEndCapture(stream_, &graph));
      cudaGraphExec_t exec;
      CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
      cudaGraphDestroy(graph);
      it = graphs_.emplace(shape, exec).first;
    }
    CHECK_CUDA(cudaGraphLaunch(it->second, stream_));
    if (options_.checkNumerics)
      checkNumerics(shape.batch * shape.length);
  }
};
} // namespace cache

// Timers -----------------------------------------------------------------
namespace timers {
class CaptureScope {
  cudaStream_t stream_;
  cudaGraph_t *graph_;

public:
  CaptureScope(cudaStream_t s, cudaGraph_t *g) : stream_(s), graph_(g) { CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); }
  ~CaptureScope() { cudaStreamEndCapture(stream_, graph_); }
  CaptureScope(const CaptureScope &) = delete;
  CaptureScope &operator=(const CaptureScope &) = delete;
};
class GpuTimer {
  cudaEvent_t start_{}, stop_{};

public:
  GpuTimer() {
    cudaEventCreate(&start_);
    cudaEventCreate(&stop_);
  }
  ~GpuTimer() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  void start(cudaStream_t s) { cudaEventRecord(start_, s); }
  void stop(cudaStream_t s) { cudaEventRecord(stop_, s); }
  float elapsed() const {
    float ms = 0;
    cudaEventSynchronize(stop_);
    cudaEventElapsedTime(&ms, start_, stop_);
    return ms;
  }
};
// violation [member RAII]: a timer is read in the scope of the capture
float timedInside(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  GpuTimer timer;
  float ms;
  {
    CaptureScope scope(s, g);
    timer.start(s);
    relu<<<n / 256, 256, 0, s>>>(x, n);
    timer.stop(s);
    ms = timer.elapsed(); // expect: synchronization
  }
  return ms;
}
// legal: the launch is timed
float timedLaunch(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  GpuTimer timer;
  {
    CaptureScope scope(s, g);
    relu<<<n / 256, 256, 0, s>>>(x, n);
  }
  cudaGraphExec_t exec;
  if (cudaGraphInstantiate(&exec, *g, 0) != cudaSuccess)
    return -1;
  timer.start(s);
  cudaGraphLaunch(exec, s);
  timer.stop(s);
  float ms = timer.elapsed();
  cudaGraphExecDestroy(exec);
  return ms;
}
} // namespace timers

// A C interface with opaque handles ---------------------------------------
namespace capi {
extern "C" {
typedef struct engine_st *engine_t;
struct engine_st {
  cudaStream_t stream;
  cudaGraphExec_t exec;
  float *buffer;
  int capacity;
};
typedef enum { ENGINE_OK = 0, ENGINE_ERROR_CUDA, ENGINE_ERROR_STATE } engine_status_t;
#define ENGINE_TRY(call)                                                       \
  do {                                                                         \
    if ((call) != cudaSuccess) {                                               \
      status = ENGINE_ERROR_CUDA;                                              \
      goto done;                                                               \
    }                                                                          \
  } while (0)
static engine_status_t engine_flush(engine_t e) {
  engine_status_t status = ENGINE_OK;
  ENGINE_TRY(cudaStreamSynchronize(e->stream));
done:
  return status;
}
static engine_status_t engine_enqueue(engine_t e, int n) {
  engine_status_t status = ENGINE_OK;
  if (n > e->capacity)
    return ENGINE_ERROR_STATE;
  relu<<<n / 256, 256, 0, e->stream>>>(e->buffer, n);
  ENGINE_TRY(cudaGetLastError());
done:
  return status;
}
// violation [C handles]: flushed between begin and end
engine_status_t engine_record(engine_t e, int n) {
  engine_status_t status = ENGINE_OK;
  cudaGraph_t graph = NULL;
  ENGINE_TRY(cudaStreamBeginCapture(e->stream, cudaStreamCaptureModeGlobal));
  status = engine_enqueue(e, n);
  if (status == ENGINE_OK)
    status = engine_flush(e); // expect: synchronization
  if (cudaStreamEndCapture(e->stream, &graph) != cudaSuccess && status == ENGINE_OK)
    status = ENGINE_ERROR_CUDA;
  if (status != ENGINE_OK)
    goto done;
  ENGINE_TRY(cudaGraphInstantiate(&e->exec, graph, 0));
done:
  if (graph)
    cudaGraphDestroy(graph);
  return status;
}
// legal: flushed once it has ended
engine_status_t engine_record_then_flush(engine_t e, int n) {
  engine_status_t status = ENGINE_OK;
  cudaGraph_t graph = NULL;
  ENGINE_TRY(cudaStreamBeginCapture(e->stream, cudaStreamCaptureModeGlobal));
  status = engine_enqueue(e, n);
  if (cudaStreamEndCapture(e->stream, &graph) != cudaSuccess && status == ENGINE_OK)
    status = ENGINE_ERROR_CUDA;
  if (status == ENGINE_OK)
    status = engine_flush(e);
  if (status != ENGINE_OK)
    goto done;
  ENGINE_TRY(cudaGraphInstantiate(&e->exec, graph, 0));
done:
  if (graph)
    cudaGraphDestroy(graph);
  return status;
}
}
} // namespace capi

// A trainer and a recording helper -----------------------------------------
namespace trainer {
template <typename F>
  requires std::invocable<F &, cudaStream_t>
cudaGraphExec_t record(cudaStream_t s, F &&f) {
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  std::forward<F>(f)(s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CHECK_CUDA(cudaGraphDestroy(graph));
  return exec;
}
struct Logger {
  int every = 100;
  float *pinned;
  void log(int iteration, const float *loss, cudaStream_t s) {
    if (iteration % every)
      return;
    cudaMemcpyAsync(pinned, loss, sizeof(float), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    std::printf("%d: %f\n", iteration, *pinned);
  }
};
struct Trainer {
  float *x, *loss;
  Logger logger;
  int iteration = 0;
  void forward(cudaStream_t s) { step<<<64, 256, 0, s>>>(x, 64); }
  void backward(cudaStream_t s) { step<<<64, 256, 0, s>>>(x, 64); }
  void iterate(cudaStream_t s) {
    forward(s);
    backward(s);
    logger.log(iteration++, loss, s);
  }

};
// violation [recording helper]: every hundredth step logs
void trainLogging(Trainer &t, cudaStream_t s) {
  cudaGraphExec_t exec = record(s, [&](cudaStream_t stream) {
    t.forward(stream);
    t.backward(stream);
    t.logger.log(t.iteration, t.loss, stream); // expect: synchronization
  });
  for (int i = 0; i < 1000; ++i)
    cudaGraphLaunch(exec, s);
  cudaGraphExecDestroy(exec);
}
// legal: it logs between the launches
void trainLoggingOutside(Trainer &t, cudaStream_t s) {
  cudaGraphExec_t exec = record(s, [&](cudaStream_t stream) {
    t.forward(stream);
    t.backward(stream);
  });
  for (int i = 0; i < 1000; ++i) {
    cudaGraphLaunch(exec, s);
    t.logger.log(t.iteration++, t.loss, s);
  }
  cudaGraphExecDestroy(exec);
}
} // namespace trainer

// Guards that ask ----------------------------------------------------------
namespace guards {
static bool isCapturing(cudaStream_t s) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(s, &status) != cudaSuccess)
    return false;
  return status != cudaStreamCaptureStatusNone;
}
struct Device {
  cudaStream_t compute;
  cudaStream_t side;
  void drain(bool really) {
    if (isCapturing(compute) && !really)
      return;
    cudaStreamSynchronize(compute);
  }
  void finish() {
    if (!isCapturing(compute))
      cudaStreamSynchronize(compute);
  }
};
// violation [status query]: the guard may be overridden
void overridden(Device &d, float *x, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(d.compute, cudaStreamCaptureModeRelaxed));
  step<<<1, 32, 0, d.compute>>>(x, 32);
  d.drain(true); // expect: synchronization
  CHECK_CUDA(cudaStreamEndCapture(d.compute, g));
}
// legal: and is not
void kept(Device &d, float *x, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(d.compute, cudaStreamCaptureModeRelaxed));
  step<<<1, 32, 0, d.compute>>>(x, 32);
  d.drain(false);
  d.finish();
  CHECK_CUDA(cudaStreamEndCapture(d.compute, g));
  d.drain(true);
}

static unsigned long long captureId(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  CHECK_CUDA(cudaStreamGetCaptureInfo(s, &status, &id));
  return status == cudaStreamCaptureStatusActive ? id : 0;
}
// violation [status query]: waits where the id is not zero
void waitsWhenActive(Device &d, float *x, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(d.compute, cudaStreamCaptureModeRelaxed));
  step<<<1, 32, 0, d.compute>>>(x, 32);
  cudaStreamCaptureStatus status;
  CHECK_CUDA(cudaStreamGetCaptureInfo(d.compute, &status));
  switch (status) {
  case cudaStreamCaptureStatusNone:
    break;
  case cudaStreamCaptureStatusInvalidated:
    std::abort();
  case cudaStreamCaptureStatusActive:
    CHECK_CUDA(cudaStreamSynchronize(d.compute)); // expect: synchronization
  }
  CHECK_CUDA(cudaStreamEndCapture(d.compute, g));
}
// legal: waits where it is zero
void waitsWhenNone(Device &d, float *x, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(d.compute, cudaStreamCaptureModeRelaxed));
  step<<<1, 32, 0, d.compute>>>(x, 32);
  if (captureId(d.compute) == 0)
    CHECK_CUDA(cudaStreamSynchronize(d.compute));
  cudaStreamCaptureStatus status;
  CHECK_CUDA(cudaStreamGetCaptureInfo(d.compute, &status));
  switch (status) {
  case cudaStreamCaptureStatusNone:
    CHECK_CUDA(cudaStreamSynchronize(d.compute));
    break;
  default:
    break;
  }
  CHECK_CUDA(cudaStreamEndCapture(d.compute, g));
}
} // namespace guards

// A ring of slots ------------------------------------------------------------
namespace ring {
struct Slot {
  float *data;
  cudaEvent_t free;
  bool used = false;
};
struct Plan {
  std::span<Slot> slots;
  cudaStream_t stream;
  cudaStreamCaptureMode mode;
};
// violation [loop]: the host waits for a slot that the capture has used
void roundRobin(std::span<Slot> slots, cudaStream_t s, int n, cudaGraph_t *g) {
  const Plan plan{.slots = slots, .stream = s, .mode = cudaStreamCaptureModeRelaxed};
  CHECK_CUDA(cudaStreamBeginCapture(plan.stream, plan.mode));
  for (int i : std::views::iota(0, n)) {
    Slot &slot = plan.slots[0];
    if (slot.used)
      cudaEventSynchronize(slot.free); // expect: synchronization
    step<<<1, 256, 0, plan.stream>>>(slot.data, i);
    cudaEventRecord(slot.free, plan.stream);
    slot.used = true;
  }
  CHECK_CUDA(cudaStreamEndCapture(plan.stream, g));
}
// legal: the stream waits for it
void roundRobinStream(std::span<Slot> slots, cudaStream_t s, int n, cudaGraph_t *g) {
  const Plan plan{.slots = slots, .stream = s, .mode = cudaStreamCaptureModeRelaxed};
  CHECK_CUDA(cudaStreamBeginCapture(plan.stream, plan.mode));
  bool used = false;
  for (int i : std::views::iota(0, n)) {
    Slot &slot = plan.slots[0];
    if (used)
      cudaStreamWaitEvent(plan.stream, slot.free, 0);
    step<<<1, 256, 0, plan.stream>>>(slot.data, i);
    cudaEventRecord(slot.free, plan.stream);
    used = true;
  }
  CHECK_CUDA(cudaStreamEndCapture(plan.stream, g));
}

// violation [loop]: polls an event of the capture
void polls(cudaStream_t s, cudaStream_t copies, float *dst, const float *pinned, size_t n, cudaEvent_t fork, cudaEvent_t copied, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaEventRecord(fork, s));
  CHECK_CUDA(cudaStreamWaitEvent(copies, fork));
  CHECK_CUDA(cudaMemcpyAsync(dst, pinned, n, cudaMemcpyHostToDevice, copies));
  CHECK_CUDA(cudaEventRecord(copied, copies));
  while (cudaEventQuery(copied) == cudaErrorNotReady) // expect: synchronization
    std::this_thread::yield();
  CHECK_CUDA(cudaStreamWaitEvent(s, copied));
  step<<<1, 256, 0, s>>>(dst, 256);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: polls it before
void pollsBefore(cudaStream_t s, cudaStream_t copies, float *dst, const float *pinned, size_t n, cudaEvent_t fork, cudaEvent_t copied, cudaGraph_t *g) {
  CHECK_CUDA(cudaMemcpyAsync(dst, pinned, n, cudaMemcpyHostToDevice, copies));
  CHECK_CUDA(cudaEventRecord(copied, copies));
  while (cudaEventQuery(copied) == cudaErrorNotReady)
    std::this_thread::yield();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaEventRecord(fork, s));
  CHECK_CUDA(cudaStreamWaitEvent(copies, fork));
  CHECK_CUDA(cudaMemcpyAsync(dst, pinned, n, cudaMemcpyHostToDevice, copies));
  CHECK_CUDA(cudaEventRecord(copied, copies));
  CHECK_CUDA(cudaStreamWaitEvent(s, copied));
  step<<<1, 256, 0, s>>>(dst, 256);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace ring

// A conditional node ------------------------------------------------------------
namespace conditional {
__global__ void decide(cudaGraphConditionalHandle handle, const float *x);

static cudaGraph_t addWhile(cudaStream_t s, cudaGraphConditionalHandle *handle) {
  cudaStreamCaptureStatus status;
  unsigned long long id;
  cudaGraph_t graph;
  const cudaGraphNode_t *deps;
  const cudaGraphEdgeData *edges;
  size_t numDeps;
  CHECK_CUDA(cudaStreamGetCaptureInfo(s, &status, &id, &graph, &deps, &edges, &numDeps));
  CHECK_CUDA(cudaGraphConditionalHandleCreate(handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = *handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  cudaGraphNode_t node;
  CHECK_CUDA(cudaGraphAddNode(&node, graph, deps, edges, numDeps, &params));
  CHECK_CUDA(cudaStreamUpdateCaptureDependencies(s, &node, nullptr, 1, cudaStreamSetCaptureDependencies));
  return params.conditional.phGraph_out[0];
}
// violation [conditional node]: waits while the body is captured
void whileLoop(cudaStream_t s, cudaStream_t body, float *x, int n, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  step<<<1, 256, 0, s>>>(x, n);
  cudaGraphConditionalHandle handle;
  cudaGraph_t bodyGraph = addWhile(s, &handle);
  CHECK_CUDA(cudaStreamBeginCaptureToGraph(body, bodyGraph, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
  step<<<1, 256, 0, body>>>(x, n);
  decide<<<1, 1, 0, body>>>(handle, x);
  CHECK_CUDA(cudaStreamSynchronize(body)); // expect: synchronization
  CHECK_CUDA(cudaStreamEndCapture(body, nullptr));
  step<<<1, 256, 0, s>>>(x, n);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the body's stream is waited for when its capture has ended
void whileLoopAfter(cudaStream_t s, cudaStream_t body, float *x, int n, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  step<<<1, 256, 0, s>>>(x, n);
  cudaGraphConditionalHandle handle;
  cudaGraph_t bodyGraph = addWhile(s, &handle);
  CHECK_CUDA(cudaStreamBeginCaptureToGraph(body, bodyGraph, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
  step<<<1, 256, 0, body>>>(x, n);
  decide<<<1, 1, 0, body>>>(handle, x);
  CHECK_CUDA(cudaStreamEndCapture(body, nullptr));
  CHECK_CUDA(cudaStreamSynchronize(body));
  step<<<1, 256, 0, s>>>(x, n);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace conditional

// Move-only streams --------------------------------------------------------------
namespace owned {
class Stream {
  cudaStream_t s_ = nullptr;

public:
  Stream() { CHECK_CUDA(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking)); }
  ~Stream() {
    if (s_)
      cudaStreamDestroy(s_);
  }
  Stream(Stream &&o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
  Stream &operator=(Stream &&o) noexcept {
    std::swap(s_, o.s_);
    return *this;
  }
  cudaStream_t get() const { return s_; }
  void sync() const { CHECK_CUDA(cudaStreamSynchronize(s_)); }
};
struct Pipeline {
  Stream compute, upload;
  float *x;
  std::unique_ptr<Stream> side = std::make_unique<Stream>();
};
// violation [member RAII]: one stream after the other is drained
void drains(Pipeline &p, cudaGraph_t *g) {
  const auto drain = [](auto &...streams) { (streams.sync(), ...); }; // expect: synchronization
  CHECK_CUDA(cudaStreamBeginCapture(p.compute.get(), cudaStreamCaptureModeRelaxed));
  step<<<1, 1, 0, p.compute.get()>>>(p.x, 1);
  drain(p.upload, p.compute);
  CHECK_CUDA(cudaStreamEndCapture(p.compute.get(), g));
}
// legal: the others only, in Relaxed mode
void drainsOthers(Pipeline &p, cudaGraph_t *g) {
  const auto drain = [](auto &...streams) { (streams.sync(), ...); };
  CHECK_CUDA(cudaStreamBeginCapture(p.compute.get(), cudaStreamCaptureModeRelaxed));
  step<<<1, 1, 0, p.compute.get()>>>(p.x, 1);
  drain(p.upload, *p.side);
  CHECK_CUDA(cudaStreamEndCapture(p.compute.get(), g));
  drain(p.upload, p.compute);
}
// violation [alias]: the streams were swapped by a move assignment
void swapsStreams(Pipeline &p, cudaGraph_t *g) {
  Stream fresh;
  cudaStream_t s = p.compute.get();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  step<<<1, 1, 0, s>>>(p.x, 1);
  p.compute = std::move(fresh);
  fresh.sync(); // expect: synchronization
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the one that took its place
void swapsStreamsOther(Pipeline &p, cudaGraph_t *g) {
  Stream fresh;
  cudaStream_t s = p.compute.get();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  step<<<1, 1, 0, s>>>(p.x, 1);
  p.compute = std::move(fresh);
  p.compute.sync();
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace owned

} // namespace serving
