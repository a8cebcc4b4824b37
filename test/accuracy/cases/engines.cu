// Engines: caches of graphs, helpers that take the body, retries, error macros.
#include "cases.h"
#include <cstdio>
#include <string>
#include <unordered_map>
#include <span>
#include <ranges>
#include <concepts>

namespace engines {

#define RETURN_IF_ERROR(call)                                                  \
  do {                                                                         \
    if (cudaError_t err_ = (call); err_ != cudaSuccess) {                      \
      std::fprintf(stderr, "%s\n", cudaGetErrorString(err_));                  \
      return err_;                                                             \
    }                                                                          \
  } while (0)

inline void throwOnError(cudaError_t err, const char *what, int line) {
  if (err != cudaSuccess)
    throw std::runtime_error(std::string(what) + ":" + std::to_string(line) + cudaGetErrorString(err));
}
#define CUDA_THROW(call) throwOnError((call), #call, __LINE__)

struct Shape {
  int batch, seq;
  bool operator<(const Shape &o) const { return batch < o.batch || (batch == o.batch && seq < o.seq); }
};

// violation [graph cache]: the executable graph of an evicted shape is destroyed twice
class GraphCache {
public:
  explicit GraphCache(cudaStream_t s) : stream_(s) {}
  ~GraphCache() {
    for (auto &[shape, exec] : execs_)
      cudaGraphExecDestroy(exec);
  }
  void evict(const Shape &shape) {
    auto it = execs_.find(shape);
    if (it == execs_.end())
      return;
    cudaGraphExec_t old = it->second;
    CUDA_THROW(cudaGraphExecDestroy(old));
    execs_.erase(it);
    CUDA_THROW(cudaGraphLaunch(old, stream_)); // expect: use-after-destroy
  }

private:
  cudaStream_t stream_;
  std::map<Shape, cudaGraphExec_t> execs_;
};
// legal: launched one last time before
class GraphCacheRight {
public:
  explicit GraphCacheRight(cudaStream_t s) : stream_(s) {}
  ~GraphCacheRight() {
    for (auto &[shape, exec] : execs_)
      cudaGraphExecDestroy(exec);
  }
  void evict(const Shape &shape) {
    auto it = execs_.find(shape);
    if (it == execs_.end())
      return;
    cudaGraphExec_t old = it->second;
    CUDA_THROW(cudaGraphLaunch(old, stream_));
    CUDA_THROW(cudaGraphExecDestroy(old));
    execs_.erase(it);
  }
  cudaGraphExec_t get(const Shape &shape, float *p) {
    if (auto it = execs_.find(shape); it != execs_.end())
      return it->second;
    step<<<1, 1, 0, stream_>>>(p, shape.batch); // warm-up
    CUDA_THROW(cudaStreamSynchronize(stream_));
    cudaGraph_t graph = nullptr;
    CUDA_THROW(cudaStreamBeginCapture(stream_, kLocal));
    step<<<1, 1, 0, stream_>>>(p, shape.batch);
    CUDA_THROW(cudaStreamEndCapture(stream_, &graph));
    cudaGraphExec_t exec = nullptr;
    CUDA_THROW(cudaGraphInstantiate(&exec, graph, 0));
    CUDA_THROW(cudaGraphDestroy(graph));
    execs_.emplace(shape, exec);
    return exec;
  }

private:
  cudaStream_t stream_;
  std::map<Shape, cudaGraphExec_t> execs_;
};

// violation [capture helper]: the body that is handed in runs on another member's stream
class Engine {
public:
  template <typename Body> cudaGraphExec_t withCapture(Body &&body) {
    cudaGraph_t graph{};
    cudaGraphExec_t exec{};
    CHECK_CUDA(cudaStreamBeginCapture(compute_, kLocal));
    body(compute_);
    CHECK_CUDA(cudaStreamEndCapture(compute_, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
    return exec;
  }
  void buildWrong(float *p, int n) {
    exec_ = withCapture([&](cudaStream_t) noexcept {
      for (int layer = 0; layer < n; ++layer)
        step<<<1, 1, 0, copy_>>>(p, layer); // expect: escaped-work
    });
  }
  // legal: on the stream that the helper hands out
  void buildRight(float *p, int n) {
    exec_ = withCapture([&](cudaStream_t s) noexcept {
      for (int layer = 0; layer < n; ++layer)
        step<<<1, 1, 0, s>>>(p, layer);
    });
  }
private:
  cudaStream_t compute_, copy_;
  cudaEvent_t forked_, joined_;
  cudaGraphExec_t exec_ = nullptr;
};

// violation [capture helper]: the body forks, and the join waits for the fork's event
class Forker {
public:
  void record(const std::function<void(cudaStream_t)> &body) {
    CHECK_CUDA(cudaStreamBeginCapture(compute_, kRelaxed)); // expect: leak-on-error
    body(compute_);
    CHECK_CUDA(cudaStreamEndCapture(compute_, &graph_)); // expect: unjoined-stream
  }
  void build(float *p) {
    record([this, p](cudaStream_t s) {
      CHECK_CUDA(cudaEventRecord(forked_, s));
      CHECK_CUDA(cudaStreamWaitEvent(copy_, forked_, 0));
      step<<<1, 1, 0, copy_>>>(p, 0);
      CHECK_CUDA(cudaEventRecord(joined_, copy_));
      CHECK_CUDA(cudaStreamWaitEvent(s, forked_, 0));
    });
  }

private:
  cudaStream_t compute_, copy_;
  cudaEvent_t forked_, joined_;
  cudaGraph_t graph_ = nullptr;
};
// legal: the join waits for the join's event
class ForkerRight {
public:
  template <typename Body> void record(const Body &body) {
    CHECK_CUDA(cudaStreamBeginCapture(compute_, kRelaxed));
    body(compute_);
    CHECK_CUDA(cudaStreamEndCapture(compute_, &graph_));
  }
  void build(float *p) {
    record([this, p](cudaStream_t s) {
      CHECK_CUDA(cudaEventRecord(forked_, s));
      CHECK_CUDA(cudaStreamWaitEvent(copy_, forked_, 0));
      step<<<1, 1, 0, copy_>>>(p, 0);
      CHECK_CUDA(cudaEventRecord(joined_, copy_));
      CHECK_CUDA(cudaStreamWaitEvent(s, joined_, 0));
    });
  }

private:
  cudaStream_t compute_, copy_;
  cudaEvent_t forked_, joined_;
  cudaGraph_t graph_ = nullptr;
};

// violation [retry]: the retry begins again without having ended the first attempt
cudaError_t captureWithRetry(cudaStream_t s, cudaGraph_t *g, float *p, bool (*fits)(int), int n) {
  RETURN_IF_ERROR(cudaStreamBeginCapture(s, kGlobal)); // expect: unbalanced
  if (n > 4096)
    return cudaErrorInvalidValue;
  for (int i = 0; i < n; ++i)
    step<<<1, 1, 0, s>>>(p, i);
  RETURN_IF_ERROR(cudaStreamEndCapture(s, g));
  return cudaSuccess;
}
// legal: the failing attempt is ended and dropped first
cudaError_t captureWithRetryRight(cudaStream_t s, cudaGraph_t *g, float *p, int n) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    RETURN_IF_ERROR(cudaStreamBeginCapture(s, kGlobal));
    for (int i = 0; i < n; ++i)
      step<<<1, 1, 0, s>>>(p, i);
    cudaError_t launched = cudaPeekAtLastError();
    cudaGraph_t graph = nullptr;
    cudaError_t ended = cudaStreamEndCapture(s, &graph);
    if (launched == cudaSuccess && ended == cudaSuccess) {
      *g = graph;
      return cudaSuccess;
    }
    if (graph)
      cudaGraphDestroy(graph);
    (void)cudaGetLastError();
  }
  return cudaErrorUnknown;
}

// violation [error macro]: a validation returns between begin and end
#define REQUIRE_ARG(cond)                                                      \
  if (!(cond))                                                                 \
  return cudaErrorInvalidValue
cudaError_t validated(cudaStream_t s, cudaGraph_t *g, std::span<float> data) {
  RETURN_IF_ERROR(cudaStreamBeginCapture(s, kLocal)); // expect: unbalanced
  REQUIRE_ARG(!data.empty());
  step<<<1, 1, 0, s>>>(data.data(), static_cast<int>(data.size()));
  RETURN_IF_ERROR(cudaStreamEndCapture(s, g));
  return cudaSuccess;
}
// legal: validated first
cudaError_t validatedFirst(cudaStream_t s, cudaGraph_t *g, std::span<float> data) {
  REQUIRE_ARG(!data.empty());
  RETURN_IF_ERROR(cudaStreamBeginCapture(s, kLocal));
  step<<<1, 1, 0, s>>>(data.data(), static_cast<int>(data.size()));
  RETURN_IF_ERROR(cudaStreamEndCapture(s, g));
  return cudaSuccess;
}

// violation [try/catch]: the handler ends the capture, and so does what follows
bool tryCapture(cudaStream_t s, cudaGraph_t *g, const std::function<void(cudaStream_t)> &body) {
  bool failed = false;
  CUDA_THROW(cudaStreamBeginCapture(s, kLocal));
  try {
    body(s);
  } catch (const std::exception &) {
    failed = true;
  }
  CUDA_THROW(cudaStreamEndCapture(s, g));
  if (!failed)
    CUDA_THROW(cudaStreamEndCapture(s, g)); // miss: unbalanced (the callable that is run may have ended it)
  return !failed;
}
// legal: once, whatever happened
bool tryCaptureRight(cudaStream_t s, cudaGraph_t *g, const std::function<void(cudaStream_t)> &body) {
  bool failed = false;
  CUDA_THROW(cudaStreamBeginCapture(s, kLocal));
  try {
    body(s);
  } catch (const std::exception &) {
    failed = true;
  }
  cudaError_t err = cudaStreamEndCapture(s, g);
  if (failed && err == cudaSuccess) {
    cudaGraphDestroy(*g);
    *g = nullptr;
  }
  return !failed && err == cudaSuccess;
}

// violation [scope guard]: the guard is written behind the call that may throw
template <std::invocable F> class Cleanup {
public:
  explicit Cleanup(F f) : f_(std::move(f)) {}
  Cleanup(Cleanup &&) = delete;
  ~Cleanup() {
    if (armed_)
      f_();
  }
  void cancel() && { armed_ = false; }

private:
  F f_;
  bool armed_ = true;
};
cudaGraph_t lateGuard(cudaStream_t s, const std::function<void(cudaStream_t)> &prologue, float *p) {
  cudaGraph_t g = nullptr;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal)); // expect: leak-on-error
  prologue(s);
  Cleanup end([&] { (void)cudaStreamEndCapture(s, &g); });
  step<<<1, 1, 0, s>>>(p, 1);
  std::move(end).cancel();
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  return g;
}
// legal: in front of it
cudaGraph_t earlyGuard(cudaStream_t s, const std::function<void(cudaStream_t)> &prologue, float *p) {
  cudaGraph_t g = nullptr;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  Cleanup end([&] { (void)cudaStreamEndCapture(s, &g); });
  prologue(s);
  step<<<1, 1, 0, s>>>(p, 1);
  std::move(end).cancel();
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  return g;
}
// violation [scope guard]: the guard is not cancelled before the end by hand
cudaGraph_t forgotCancel(cudaStream_t s, float *p) {
  cudaGraph_t g = nullptr;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  Cleanup end([&] { (void)cudaStreamEndCapture(s, &g); }); // expect: unbalanced
  step<<<1, 1, 0, s>>>(p, 1);
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  return g;
}
// legal: cancelled
cudaGraph_t didCancel(cudaStream_t s, float *p) {
  cudaGraph_t g = nullptr;
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  Cleanup end([&] { (void)cudaStreamEndCapture(s, &g); });
  step<<<1, 1, 0, s>>>(p, 1);
  std::move(end).cancel();
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  return g;
}

// violation [result type]: an Expected-like result, and one error returns early
template <typename T> struct Result {
  T value{};
  cudaError_t error = cudaSuccess;
  explicit operator bool() const { return error == cudaSuccess; }
};
Result<cudaGraph_t> expected(cudaStream_t s, float *p, int layers, int limit) {
  if (cudaError_t e = cudaStreamBeginCapture(s, kLocal); e != cudaSuccess) // expect: unbalanced
    return {.error = e};
  for (int i = 0; i < layers; ++i) {
    if (i >= limit)
      return {.error = cudaErrorInvalidValue};
    step<<<1, 1, 0, s>>>(p, i);
  }
  Result<cudaGraph_t> r;
  r.error = cudaStreamEndCapture(s, &r.value);
  return r;
}
// legal: it breaks, and the capture ends
Result<cudaGraph_t> expectedRight(cudaStream_t s, float *p, int layers, int limit) {
  if (cudaError_t e = cudaStreamBeginCapture(s, kLocal); e != cudaSuccess)
    return {.error = e};
  bool tooMany = false;
  for (int i = 0; i < layers; ++i) {
    if (i >= limit) {
      tooMany = true;
      break;
    }
    step<<<1, 1, 0, s>>>(p, i);
  }
  Result<cudaGraph_t> r;
  r.error = cudaStreamEndCapture(s, &r.value);
  if (r && tooMany) {
    cudaGraphDestroy(r.value);
    return {.error = cudaErrorInvalidValue};
  }
  return r;
}

// violation [policy]: a policy of the template ends the capture, and so does the caller
struct EndsItself {
  static void finish(cudaStream_t s, cudaGraph_t *g) { CHECK_CUDA(cudaStreamEndCapture(s, g)); }
};
struct LeavesIt {
  static void finish(cudaStream_t, cudaGraph_t *) {}
};
template <typename Policy> void recordWith(cudaStream_t s, cudaGraph_t *g, float *p) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  step<<<1, 1, 0, s>>>(p, 1);
  Policy::finish(s, g);
}
void policyTwice(cudaStream_t s, cudaGraph_t *g, float *p) {
  recordWith<EndsItself>(s, g, p);
  CHECK_CUDA(cudaStreamEndCapture(s, g)); // expect: unbalanced
}
// legal: the other policy leaves it to the caller
void policyOnce(cudaStream_t s, cudaGraph_t *g, float *p) {
  recordWith<LeavesIt>(s, g, p);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [C handles]: an opaque context, and the wrong one of its streams is ended
extern "C" {
typedef struct rec_context *rec_handle;
struct rec_context {
  cudaStream_t main, aux;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  int capturing;
};
static int rec_begin(rec_handle h) {
  if (h->capturing)
    return -1;
  if (cudaStreamBeginCapture(h->main, kLocal) != cudaSuccess)
    return -2;
  h->capturing = 1;
  return 0;
}
static int rec_end_aux(rec_handle h) {
  if (!h->capturing)
    return -1;
  h->capturing = 0;
  return cudaStreamEndCapture(h->aux, &h->graph) == cudaSuccess ? 0 : -2;
}
static int rec_end(rec_handle h) {
  if (!h->capturing)
    return -1;
  h->capturing = 0;
  return cudaStreamEndCapture(h->main, &h->graph) == cudaSuccess ? 0 : -2;
}
}
int recordAux(rec_handle h, float *p) {
  if (rec_begin(h))
    return -1;
  step<<<1, 1, 0, h->main>>>(p, 1);
  return rec_end_aux(h); // expect: unbalanced
}
// legal: the main one
int recordMain(rec_handle h, float *p) {
  if (rec_begin(h))
    return -1;
  step<<<1, 1, 0, h->main>>>(p, 1);
  return rec_end(h);
}
// violation [C handles]: an aux stream that is forked only in the record's head
int recordForked(rec_handle h, float *p) {
  if (rec_begin(h))
    return -1;
  cudaEventRecord(h->fork, h->main);
  cudaStreamWaitEvent(h->aux, h->fork, 0);
  step<<<1, 1, 0, h->aux>>>(p, 1);
  cudaEventRecord(h->join, h->main);
  cudaStreamWaitEvent(h->main, h->join, 0);
  return rec_end(h); // expect: unjoined-stream
}
// legal: the join's event is recorded in the aux stream
int recordForkedRight(rec_handle h, float *p) {
  if (rec_begin(h))
    return -1;
  cudaEventRecord(h->fork, h->main);
  cudaStreamWaitEvent(h->aux, h->fork, 0);
  step<<<1, 1, 0, h->aux>>>(p, 1);
  cudaEventRecord(h->join, h->aux);
  cudaStreamWaitEvent(h->main, h->join, 0);
  return rec_end(h);
}

// violation [goto]: the clean-up of a failed set-up destroys what the success path handed out
int build(cudaStream_t s, float *p, cudaGraphExec_t *out) {
  int rc = -1;
  cudaGraph_t g = nullptr;
  cudaGraphExec_t e = nullptr;
  if (cudaStreamBeginCapture(s, kLocal) != cudaSuccess)
    goto done;
  step<<<1, 1, 0, s>>>(p, 1);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess)
    goto done;
  if (cudaGraphInstantiate(&e, g, 0) != cudaSuccess)
    goto done;
  rc = 0;
done:
  if (g)
    cudaGraphDestroy(g);
  if (e)
    cudaGraphExecDestroy(e);
  if (!rc)
    cudaGraphUpload(e, s); // expect: use-after-destroy
  *out = e;
  return rc;
}
// legal: only on failure
int buildRight(cudaStream_t s, float *p, cudaGraphExec_t *out) {
  int rc = -1;
  cudaGraph_t g = nullptr;
  cudaGraphExec_t e = nullptr;
  if (cudaStreamBeginCapture(s, kLocal) != cudaSuccess)
    goto done;
  step<<<1, 1, 0, s>>>(p, 1);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess)
    goto done;
  if (cudaGraphInstantiate(&e, g, 0) != cudaSuccess)
    goto done;
  rc = 0;
done:
  if (g)
    cudaGraphDestroy(g);
  if (rc && e) {
    cudaGraphExecDestroy(e);
    e = nullptr;
  }
  if (!rc)
    cudaGraphUpload(e, s);
  *out = e;
  return rc;
}

// violation [warm-up]: warm-up and capture share a loop, and the last round leaves it running
void warmThenCapture(cudaStream_t s, cudaGraph_t *g, float *p) {
  for (int round = 0; round < 3; ++round) {
    const bool capture = round == 2;
    if (capture)
      CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, round);
    if (capture)
      CHECK_CUDA(cudaStreamEndCapture(s, g));
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g)); // expect: unbalanced
}
// legal: without the second end
void warmThenCaptureRight(cudaStream_t s, cudaGraph_t *g, float *p) {
  for (int round = 0; round < 3; ++round) {
    const bool capture = round == 2;
    if (capture)
      CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, round);
    if (capture)
      CHECK_CUDA(cudaStreamEndCapture(s, g));
    else
      CHECK_CUDA(cudaStreamSynchronize(s));
  }
}

// violation [state machine]: an enum of states, and abort() forgets the state
class Recorder {
  enum class State { Idle, Recording, Ready };

public:
  explicit Recorder(cudaStream_t s) : stream_(s) {}
  void start() {
    if (state_ != State::Idle)
      throw std::logic_error("busy");
    CUDA_THROW(cudaStreamBeginCapture(stream_, kLocal));
    state_ = State::Recording;
  }
  void stop() {
    if (state_ != State::Recording)
      throw std::logic_error("not recording");
    CUDA_THROW(cudaStreamEndCapture(stream_, &graph_));
    state_ = State::Ready;
  }
  void abandon() { // forgets State
    if (state_ == State::Recording)
      (void)cudaStreamEndCapture(stream_, &graph_);
  }
  void abandonRight() {
    if (std::exchange(state_, State::Idle) == State::Recording)
      (void)cudaStreamEndCapture(stream_, &graph_);
  }
  ~Recorder() {
    if (state_ == State::Recording)
      (void)cudaStreamEndCapture(stream_, &graph_);
  }

private:
  cudaStream_t stream_;
  cudaGraph_t graph_ = nullptr;
  State state_ = State::Idle;
};
void abandoned(cudaStream_t s, float *p, bool give_up) {
  Recorder r(s); // expect: unbalanced
  r.start();
  step<<<1, 1, 0, s>>>(p, 1);
  if (give_up)
    r.abandon();
  else
    r.stop();
}
// legal: the state is set back
void abandonedRight(cudaStream_t s, float *p, bool give_up) {
  Recorder r(s);
  r.start();
  step<<<1, 1, 0, s>>>(p, 1);
  if (give_up)
    r.abandonRight();
  else
    r.stop();
}

} // namespace engines
