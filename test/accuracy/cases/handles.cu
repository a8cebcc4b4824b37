// flags: -DALONE
// Handles: created, never created, destroyed, moved between owners. Compiled alone, as it updates graphs.
#include "cases.h"
#include <deque>
#include <set>
#include <string>
#include <unordered_map>

namespace handles {

// violation [class member]: a class that is default-constructed records before init()
class Timer {
public:
  Timer() = default;
  void init() {
    CHECK_CUDA(cudaEventCreate(&begin_));
    CHECK_CUDA(cudaEventCreate(&end_));
  }
  void start(cudaStream_t s) { CHECK_CUDA(cudaEventRecord(begin_, s)); }
  float stop(cudaStream_t s) {
    float ms = 0;
    CHECK_CUDA(cudaEventRecord(end_, s));
    CHECK_CUDA(cudaEventSynchronize(end_));
    CHECK_CUDA(cudaEventElapsedTime(&ms, begin_, end_));
    return ms;
  }
  ~Timer() {
    if (begin_)
      cudaEventDestroy(begin_);
    if (end_)
      cudaEventDestroy(end_);
  }

private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};
float timeWithoutInit(cudaStream_t s, float *p) {
  Timer t;
  t.start(s); // expect: invalid-handle
  step<<<1, 1, 0, s>>>(p, 1);
  return t.stop(s); // expect: invalid-handle
}
// legal: initialised
float timeWithInit(cudaStream_t s, float *p) {
  Timer t;
  t.init();
  t.start(s);
  step<<<1, 1, 0, s>>>(p, 1);
  return t.stop(s);
}

// violation [optional field]: a designated initializer leaves the event out
struct Options {
  cudaStream_t stream = nullptr;
  cudaEvent_t done = nullptr;
  int iterations = 1;
};
void run(const Options &o, float *p) {
  for (int i = 0; i < o.iterations; ++i)
    step<<<1, 1, 0, o.stream>>>(p, i);
  CHECK_CUDA(cudaEventRecord(o.done, o.stream));
}
void withoutEvent(cudaStream_t s, float *p) { run({.stream = s, .iterations = 3}, p); } // miss: invalid-handle (what makes a temporary may initialise it)
// legal: an event is given
void withEvent(cudaStream_t s, cudaEvent_t e, float *p) { run({.stream = s, .done = e}, p); }
// legal: it is only recorded if there is one
void runIf(const Options &o, float *p) {
  step<<<1, 1, 0, o.stream>>>(p, 1);
  if (o.done != nullptr)
    CHECK_CUDA(cudaEventRecord(o.done, o.stream));
}
void withoutEventIf(cudaStream_t s, float *p) { runIf(Options{.stream = s}, p); }

// violation [early return]: the second creation fails, and the clean-up destroys both
cudaError_t two(cudaStream_t s, bool (*work)(cudaEvent_t, cudaEvent_t)) {
  cudaEvent_t a, b;
  cudaError_t err = cudaEventCreate(&a);
  if (err != cudaSuccess)
    return err;
  if (s == nullptr) {
    cudaEventDestroy(a);
    cudaEventDestroy(b); // miss: invalid-handle (handles that are destroyed are not looked at)
    return cudaErrorInvalidValue;
  }
  err = cudaEventCreate(&b);
  if (err == cudaSuccess)
    work(a, b);
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  return err;
}
// legal: null where there is none
cudaError_t twoRight(cudaStream_t s, bool (*work)(cudaEvent_t, cudaEvent_t)) {
  cudaEvent_t a = nullptr, b = nullptr;
  cudaError_t err = cudaEventCreate(&a);
  if (err == cudaSuccess)
    err = cudaEventCreate(&b);
  if (err == cudaSuccess)
    work(a, b);
  if (a)
    cudaEventDestroy(a);
  if (b)
    cudaEventDestroy(b);
  return err;
}

// violation [pool]: an event that was returned to the pool is destroyed, and taken again
class EventPool {
public:
  cudaEvent_t take() {
    if (free_.empty()) {
      cudaEvent_t e;
      CHECK_CUDA(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
      return e;
    }
    cudaEvent_t e = free_.back();
    free_.pop_back();
    return e;
  }
  void give(cudaEvent_t e) { free_.push_back(e); }

private:
  std::vector<cudaEvent_t> free_;
};
void givenBackTwice(EventPool &pool, cudaStream_t s) {
  cudaEvent_t e = pool.take();
  CHECK_CUDA(cudaEventRecord(e, s));
  CHECK_CUDA(cudaEventDestroy(e));
  pool.give(e);
  CHECK_CUDA(cudaStreamWaitEvent(s, e, 0)); // expect: use-after-destroy
}
// legal: given back without being destroyed
void givenBack(EventPool &pool, cudaStream_t s) {
  cudaEvent_t e = pool.take();
  CHECK_CUDA(cudaEventRecord(e, s));
  CHECK_CUDA(cudaStreamWaitEvent(s, e, 0));
  pool.give(e);
  cudaEvent_t f = pool.take();
  CHECK_CUDA(cudaEventRecord(f, s));
  pool.give(f);
}

// violation [moved owner]: a graph's owner is moved into a cache, and the old one destroys it by hand
class Graph {
public:
  Graph() = default;
  explicit Graph(cudaGraph_t g) { CHECK_CUDA(cudaGraphInstantiate(&exec_, g, 0)); }
  Graph(Graph &&o) noexcept : exec_(std::exchange(o.exec_, nullptr)) {}
  Graph &operator=(Graph &&o) noexcept {
    if (this != &o) {
      reset();
      exec_ = std::exchange(o.exec_, nullptr);
    }
    return *this;
  }
  ~Graph() { reset(); }
  void reset() {
    if (exec_)
      cudaGraphExecDestroy(exec_);
    exec_ = nullptr;
  }
  void launch(cudaStream_t s) const { CHECK_CUDA(cudaGraphLaunch(exec_, s)); }
  cudaGraphExec_t get() const { return exec_; }

private:
  cudaGraphExec_t exec_ = nullptr;
};
void intoCache(std::map<std::string, Graph> &cache, cudaGraph_t g, cudaStream_t s) {
  Graph graph(g);
  cudaGraphExec_t raw = graph.get();
  graph.reset();
  CHECK_CUDA(cudaGraphLaunch(raw, s)); // expect: use-after-destroy
  cache["x"] = std::move(graph);
}
// legal: moved, then launched from the cache
void intoCacheRight(std::map<std::string, Graph> &cache, cudaGraph_t g, cudaStream_t s) {
  Graph graph(g);
  cudaGraphExec_t raw = graph.get();
  cache["x"] = std::move(graph);
  graph.reset();
  CHECK_CUDA(cudaGraphLaunch(raw, s));
  cache["x"].launch(s);
}
// legal: self-made swap of two owners
void swapOwners(cudaGraph_t g, cudaGraph_t h, cudaStream_t s) {
  Graph a(g), b(h);
  Graph t = std::move(a);
  a = std::move(b);
  b = std::move(t);
  a.launch(s);
  b.launch(s);
}
// violation [moved owner]: launched after it was moved from
void launchedAfterMove(cudaGraph_t g, cudaStream_t s, std::vector<Graph> &graphs) {
  Graph a(g);
  Graph b = std::move(a);
  a.launch(s); // expect: invalid-handle
  b.launch(s);
}
// legal: the new owner
void launchedNewOwner(cudaGraph_t g, cudaStream_t s) {
  Graph a(g);
  Graph b = std::move(a);
  b.launch(s);
  a = std::move(b);
  a.launch(s);
}

// violation [update loop]: an exec is destroyed when the update fails, and launched
bool updateOrRebuild(cudaGraphExec_t &exec, cudaGraph_t graph, cudaStream_t s) {
  cudaGraphExecUpdateResultInfo info;
  if (cudaGraphExecUpdate(exec, graph, &info) != cudaSuccess) {
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    if (info.result == cudaGraphExecUpdateErrorTopologyChanged)
      CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  }
  return cudaGraphLaunch(exec, s) == cudaSuccess; // expect: use-after-destroy
}
// legal: always made anew
bool updateOrRebuildRight(cudaGraphExec_t &exec, cudaGraph_t graph, cudaStream_t s) {
  cudaGraphExecUpdateResultInfo info;
  if (exec == nullptr || cudaGraphExecUpdate(exec, graph, &info) != cudaSuccess) {
    (void)cudaGetLastError();
    if (exec)
      CHECK_CUDA(cudaGraphExecDestroy(exec));
    exec = nullptr;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  }
  return cudaGraphLaunch(exec, s) == cudaSuccess;
}
// legal: a loop that captures, updates, launches
void stepLoop(cudaStream_t s, float *p, int n) {
  cudaGraphExec_t exec = nullptr;
  for (int i = 0; i < n; ++i) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, i);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    cudaGraphExecUpdateResultInfo info;
    if (!exec || cudaGraphExecUpdate(exec, graph, &info) != cudaSuccess) {
      if (exec)
        CHECK_CUDA(cudaGraphExecDestroy(exec));
      CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    }
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphLaunch(exec, s));
  }
  CHECK_CUDA(cudaStreamSynchronize(s));
  if (exec)
    CHECK_CUDA(cudaGraphExecDestroy(exec));
}
// violation [update loop]: the graph is destroyed before it is compared with
void destroyedBeforeUpdate(cudaStream_t s, float *p, int n, cudaGraphExec_t exec) {
  for (int i = 0; i < n; ++i) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, i);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    CHECK_CUDA(cudaGraphDestroy(graph));
    cudaGraphExecUpdateResultInfo info;
    CHECK_CUDA(cudaGraphExecUpdate(exec, graph, &info)); // expect: use-after-destroy
    CHECK_CUDA(cudaGraphLaunch(exec, s));
  }
}
// legal: behind it
void destroyedAfterUpdate(cudaStream_t s, float *p, int n, cudaGraphExec_t exec) {
  for (int i = 0; i < n; ++i) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, i);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    cudaGraphExecUpdateResultInfo info;
    CHECK_CUDA(cudaGraphExecUpdate(exec, graph, &info));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphLaunch(exec, s));
  }
}

// violation [null exec]: the exec is null on the path that did not capture, and launched
void launchNull(cudaStream_t s, float *p, bool graphs) {
  cudaGraphExec_t exec = nullptr;
  if (graphs) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, 1);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, s));
  } else {
    CHECK_CUDA(cudaGraphLaunch(exec, s)); // expect: invalid-handle
  }
}
// legal: eager on the other
void launchEager(cudaStream_t s, float *p, bool graphs) {
  cudaGraphExec_t exec = nullptr;
  if (graphs) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, 1);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  }
  if (exec)
    CHECK_CUDA(cudaGraphLaunch(exec, s));
  else
    step<<<1, 1, 0, s>>>(p, 1);
}
// legal: lazily, by a lambda that is called in each round
void launchLazy(cudaStream_t s, float *p, int n) {
  cudaGraphExec_t exec = nullptr;
  auto ensure = [&] {
    if (exec)
      return;
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, 1);
    CHECK_CUDA(cudaStreamEndCapture(s, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  };
  for (int i = 0; i < n; ++i) {
    if (i > 0)
      ensure();
    if (i > 1)
      CHECK_CUDA(cudaGraphLaunch(exec, s));
  }
}

// violation [captured event]: a benchmark records its events in the capture and times them afterwards
float bench(cudaStream_t s, float *p) {
  cudaEvent_t a, b;
  cudaGraph_t g;
  cudaGraphExec_t e;
  float ms = 0;
  CHECK_CUDA(cudaEventCreate(&a));
  CHECK_CUDA(cudaEventCreate(&b));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaEventRecord(a, s));
  step<<<1, 1, 0, s>>>(p, 1);
  CHECK_CUDA(cudaEventRecord(b, s));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
  CHECK_CUDA(cudaGraphLaunch(e, s));
  CHECK_CUDA(cudaStreamSynchronize(s));
  CHECK_CUDA(cudaEventElapsedTime(&ms, a, b)); // expect: invalid-handle
  return ms;
}
// legal: around the launch
float benchRight(cudaStream_t s, float *p) {
  cudaEvent_t a, b;
  cudaGraph_t g;
  cudaGraphExec_t e;
  float ms = 0;
  CHECK_CUDA(cudaEventCreate(&a));
  CHECK_CUDA(cudaEventCreate(&b));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  step<<<1, 1, 0, s>>>(p, 1);
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
  CHECK_CUDA(cudaEventRecord(a, s));
  CHECK_CUDA(cudaGraphLaunch(e, s));
  CHECK_CUDA(cudaEventRecord(b, s));
  CHECK_CUDA(cudaEventSynchronize(b));
  CHECK_CUDA(cudaEventElapsedTime(&ms, a, b));
  return ms;
}

// violation [thread pool]: the worker's stream is destroyed while the pool's lambda still has it
class Worker {
public:
  Worker() { CHECK_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Worker() { cudaStreamDestroy(stream_); }
  Worker(const Worker &) = delete;
  cudaStream_t stream() const { return stream_; }

private:
  cudaStream_t stream_;
};
void outlived(float *p, cudaGraph_t *g) {
  cudaStream_t s;
  {
    Worker w;
    s = w.stream();
    step<<<1, 1, 0, s>>>(p, 1);
  }
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal)); // expect: use-after-destroy
  CHECK_CUDA(cudaStreamEndCapture(s, g)); // expect: use-after-destroy
}
// legal: the worker lives on
void notOutlived(float *p, cudaGraph_t *g) {
  Worker w;
  cudaStream_t s;
  {
    s = w.stream();
    step<<<1, 1, 0, s>>>(p, 1);
  }
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: workers in a deque and a set
void manyWorkers(float *p, int n, cudaGraph_t *g) {
  std::deque<Worker> workers;
  for (int i = 0; i < n; ++i)
    workers.emplace_back();
  for (auto &w : workers) {
    CHECK_CUDA(cudaStreamBeginCapture(w.stream(), kLocal));
    step<<<1, 1, 0, w.stream()>>>(p, 1);
    CHECK_CUDA(cudaStreamEndCapture(w.stream(), g));
  }
  workers.pop_front();
  if (!workers.empty()) {
    CHECK_CUDA(cudaStreamBeginCapture(workers.front().stream(), kLocal));
    CHECK_CUDA(cudaStreamEndCapture(workers.front().stream(), g));
  }
}

// violation [devices]: per-device streams and events in arrays, and an event of the other device
void perDevice(float *p) {
  cudaStream_t streams[2];
  cudaEvent_t events[2];
  for (int d = 0; d < 2; ++d) {
    CHECK_CUDA(cudaSetDevice(d));
    CHECK_CUDA(cudaStreamCreate(&streams[d]));
    CHECK_CUDA(cudaEventCreate(&events[d]));
  }
  CHECK_CUDA(cudaSetDevice(0));
  CHECK_CUDA(cudaEventRecord(events[1], streams[0])); // expect: invalid-handle
}
// legal: of the same device
void perDeviceRight(float *p) {
  cudaStream_t streams[2];
  cudaEvent_t events[2];
  for (int d = 0; d < 2; ++d) {
    CHECK_CUDA(cudaSetDevice(d));
    CHECK_CUDA(cudaStreamCreate(&streams[d]));
    CHECK_CUDA(cudaEventCreate(&events[d]));
  }
  for (int d = 0; d < 2; ++d) {
    CHECK_CUDA(cudaSetDevice(d));
    CHECK_CUDA(cudaEventRecord(events[d], streams[d]));
    CHECK_CUDA(cudaStreamWaitEvent(streams[1 - d], events[d], 0));
  }
}

} // namespace handles
