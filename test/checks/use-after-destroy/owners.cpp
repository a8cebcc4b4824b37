// RUN: %lint-cxx
// Classes and containers that own handles: all of them are right.
#include <cuda_runtime.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

class Event {
  cudaEvent_t e_ = nullptr;

public:
  Event() { cudaEventCreate(&e_); }
  Event(Event &&other) noexcept : e_(std::exchange(other.e_, nullptr)) {}
  Event &operator=(Event &&other) noexcept {
    std::swap(e_, other.e_);
    return *this;
  }
  ~Event() {
    if (e_)
      cudaEventDestroy(e_);
  }
  void record(cudaStream_t s) { cudaEventRecord(e_, s); }
};
void silentForMovedEvents(cudaStream_t s) {
  Event a;
  Event b = std::move(a);
  Event c;
  c = std::move(b);
  c.record(s);
  std::vector<Event> all;
  all.push_back(std::move(c));
  all.emplace_back();
  for (Event &e : all)
    e.record(s);
}

class Exec {
  cudaGraphExec_t e_ = nullptr;

public:
  explicit Exec(cudaGraph_t g) { cudaGraphInstantiate(&e_, g, 0); }
  Exec(Exec &&other) : e_(other.e_) { other.e_ = nullptr; }
  Exec &operator=(Exec &&other) {
    if (this != &other) {
      if (e_ != nullptr)
        cudaGraphExecDestroy(e_);
      e_ = other.e_;
      other.e_ = nullptr;
    }
    return *this;
  }
  ~Exec() {
    if (e_ != nullptr)
      cudaGraphExecDestroy(e_);
  }
  void launch(cudaStream_t s) { cudaGraphLaunch(e_, s); }
};
void silentForAReplacedExec(cudaGraph_t g, cudaStream_t s, int n) {
  Exec exec(g);
  exec.launch(s);
  for (int i = 0; i < n; ++i) {
    exec = Exec(g);
    exec.launch(s);
  }
}

void silentForVectors(cudaStream_t s, int n) {
  std::vector<cudaEvent_t> events(n);
  for (auto &e : events)
    cudaEventCreate(&e);
  for (auto e : events)
    cudaEventRecord(e, s);
  for (auto e : events)
    cudaEventDestroy(e);
  events.clear();
  events.resize(2);
  cudaEventCreate(&events[0]);
  cudaEventRecord(events[0], s);
}

// Taken from the back, given back, destroyed at the end.
struct Pool {
  std::vector<cudaEvent_t> free_;
  cudaEvent_t get() {
    if (free_.empty()) {
      cudaEvent_t e;
      cudaEventCreate(&e);
      return e;
    }
    cudaEvent_t e = free_.back();
    free_.pop_back();
    return e;
  }
  void put(cudaEvent_t e) { free_.push_back(e); }
  ~Pool() {
    while (!free_.empty()) {
      cudaEventDestroy(free_.back());
      free_.pop_back();
    }
  }
};
void silentForAPool(Pool &pool, cudaStream_t s) {
  cudaEvent_t a = pool.get(), b = pool.get();
  cudaEventRecord(a, s);
  cudaEventRecord(b, s);
  pool.put(a);
  pool.put(b);
  while (!pool.free_.empty()) {
    cudaEventDestroy(pool.free_.back());
    pool.free_.pop_back();
  }
}

struct Deleter {
  void operator()(cudaStream_t s) const { cudaStreamDestroy(s); }
};
using UniqueStream = std::unique_ptr<CUstream_st, Deleter>;
void silentForUniquePtr(cudaEvent_t e) {
  cudaStream_t raw;
  cudaStreamCreate(&raw);
  UniqueStream a(raw);
  UniqueStream b = std::move(a);
  cudaEventRecord(e, b.get());
  b.reset();
  cudaStreamCreate(&raw);
  b.reset(raw);
  cudaEventRecord(e, raw);
}

void silentForOptional(std::optional<cudaGraphExec_t> exec, cudaGraph_t g, cudaStream_t s) {
  if (exec) {
    cudaGraphExecDestroy(*exec);
    exec.reset();
  }
  exec.emplace();
  cudaGraphInstantiate(&*exec, g, 0);
  cudaGraphLaunch(*exec, s);
}

void silentForExchange(cudaEvent_t &slot, cudaEvent_t fresh, cudaStream_t s) {
  cudaEventDestroy(std::exchange(slot, fresh));
  cudaEventRecord(slot, s);
}

void silentForSwap(cudaEvent_t a, cudaEvent_t b, cudaStream_t s) {
  std::swap(a, b);
  cudaEventDestroy(a);
  cudaEventRecord(b, s);
}

// The usual class around a graph.
class GraphRunner {
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;
  bool ready_ = false;

  void reset() {
    if (exec_)
      cudaGraphExecDestroy(exec_);
    if (graph_)
      cudaGraphDestroy(graph_);
    exec_ = nullptr;
    graph_ = nullptr;
    ready_ = false;
  }

public:
  template <typename F> void silentForRun(cudaStream_t s, F f) {
    if (ready_) {
      cudaGraphLaunch(exec_, s);
      return;
    }
    reset();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    f();
    cudaStreamEndCapture(s, &graph_);
    cudaGraphInstantiate(&exec_, graph_, 0);
    ready_ = true;
    cudaGraphLaunch(exec_, s);
  }
  ~GraphRunner() { reset(); }
};
void silentForTheRunner(cudaStream_t s) {
  GraphRunner r;
  r.silentForRun(s, [] {});
  r.silentForRun(s, [] {});
}

// Destroyed by the flag that says it exists.
struct Cached {
  cudaGraphExec_t exec;
  bool built = false;
  void silentForRebuild(cudaGraph_t g, cudaStream_t s, bool changed) {
    if (changed && built) {
      cudaGraphExecDestroy(exec);
      built = false;
    }
    if (!built) {
      cudaGraphInstantiate(&exec, g, 0);
      built = true;
    }
    cudaGraphLaunch(exec, s);
  }
};

static cudaEvent_t sharedEvent;
static void shutdown() { cudaEventDestroy(sharedEvent); }
void reinitialise();
void silentForAGlobalMadeAnew(cudaStream_t s) {
  shutdown();
  reinitialise();
  cudaEventRecord(sharedEvent, s);
}
void firesForAGlobal(cudaStream_t s) {
  shutdown();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'sharedEvent' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(sharedEvent, s);
}

struct Deep {
  cudaStream_t *streams;
  int n;
  void silentForFreeingAll() {
    for (int i = 0; i < n; ++i)
      cudaStreamDestroy(streams[i]);
    delete[] streams;
    streams = new cudaStream_t[n];
    for (int i = 0; i < n; ++i)
      cudaStreamCreate(&streams[i]);
    cudaStreamSynchronize(streams[0]);
  }
};
