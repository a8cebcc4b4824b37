// Captures into graphs, edited dependencies, child graphs, callbacks, threads.
#include "cases.h"
#include <condition_variable>
#include <future>
#include <queue>
#include <string>

namespace advanced {

#define TRY(call)                                                              \
  do {                                                                         \
    if (cudaError_t e_ = (call); e_ != cudaSuccess)                            \
      throw std::runtime_error(cudaGetErrorString(e_));                        \
  } while (0)

// violation [capture to graph]: the body of a conditional node is captured, and one error returns early
cudaError_t conditionalBody(cudaStream_t s, cudaGraph_t body, float *p, int n) {
  cudaError_t e = cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, kLocal); // expect: unbalanced
  if (e != cudaSuccess)
    return e;
  if (n <= 0)
    return cudaErrorInvalidValue;
  step<<<1, 1, 0, s>>>(p, n);
  return cudaStreamEndCapture(s, nullptr);
}
// legal: the argument is looked at first
cudaError_t conditionalBodyRight(cudaStream_t s, cudaGraph_t body, float *p, int n) {
  if (n <= 0)
    return cudaErrorInvalidValue;
  cudaError_t e = cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, kLocal);
  if (e != cudaSuccess)
    return e;
  step<<<1, 1, 0, s>>>(p, n);
  return cudaStreamEndCapture(s, nullptr);
}

// violation [capture to graph]: piecewise: the second piece is begun before the first has ended
void pieces(cudaStream_t s, cudaGraph_t g, float *p) {
  TRY(cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, kLocal));
  step<<<1, 1, 0, s>>>(p, 1);
  TRY(cudaStreamEndCapture(s, &g));
  TRY(cudaStreamEndCapture(s, &g)); // expect: unbalanced
}
// legal: paused and resumed
void piecesRight(cudaStream_t s, cudaGraph_t g, float *p, void *q) {
  TRY(cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, kLocal));
  step<<<1, 1, 0, s>>>(p, 1);
  TRY(cudaStreamEndCapture(s, &g));
  TRY(cudaMalloc(&q, 64));
  TRY(cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, kLocal));
  step<<<1, 1, 0, s>>>(p, 2);
  TRY(cudaStreamEndCapture(s, &g));
}

// violation [edited dependencies]: another stream is forked, and only the origin's dependencies are set
void editedAlone(cudaStream_t s, cudaStream_t t, cudaEvent_t e, float *p, cudaGraph_t *g) {
  TRY(cudaStreamBeginCapture(s, kLocal));
  TRY(cudaEventRecord(e, s));
  TRY(cudaStreamWaitEvent(t, e, 0));
  step<<<1, 1, 0, t>>>(p, 1);
  TRY(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  TRY(cudaStreamEndCapture(s, g)); // miss: unjoined-stream (whoever edits dependencies by hand is not followed)
}
// legal: the nodes of the other stream are added
void editedWith(cudaStream_t s, cudaStream_t t, cudaEvent_t e, float *p, cudaGraph_t *g) {
  cudaStreamCaptureStatus status;
  unsigned long long id;
  const cudaGraphNode_t *deps;
  size_t n;
  TRY(cudaStreamBeginCapture(s, kLocal));
  TRY(cudaEventRecord(e, s));
  TRY(cudaStreamWaitEvent(t, e, 0));
  step<<<1, 1, 0, t>>>(p, 1);
  TRY(cudaStreamGetCaptureInfo(t, &status, &id, nullptr, &deps, nullptr, &n));
  TRY(cudaStreamUpdateCaptureDependencies(s, const_cast<cudaGraphNode_t *>(deps), nullptr, n, cudaStreamAddCaptureDependencies));
  TRY(cudaStreamEndCapture(s, g));
}

// violation [query]: a helper asks, and works on its own stream all the same
static bool isCapturing(cudaStream_t s) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(s, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}
struct Copier {
  cudaStream_t side;
  void always(cudaStream_t s, float *to, const float *from) {
    if (isCapturing(s))
      TRY(cudaMemsetAsync(to, 0, 64, s));
    TRY(cudaMemcpyAsync(to, from, 64, cudaMemcpyDefault, side));
  }
  void asked(cudaStream_t s, float *to, const float *from) {
    if (isCapturing(s))
      TRY(cudaMemcpyAsync(to, from, 64, cudaMemcpyDefault, s));
    else
      TRY(cudaMemcpyAsync(to, from, 64, cudaMemcpyDefault, side));
  }
};
void copiesAlways(cudaStream_t s, float *to, const float *from, cudaGraph_t *g) {
  Copier c;
  TRY(cudaStreamCreate(&c.side));
  TRY(cudaStreamBeginCapture(s, kLocal));
  c.always(s, to, from); // expect: escaped-work
  TRY(cudaStreamEndCapture(s, g));
}
// legal: where it is asked
void copiesAsked(cudaStream_t s, float *to, const float *from, cudaGraph_t *g) {
  Copier c;
  TRY(cudaStreamCreate(&c.side));
  TRY(cudaStreamBeginCapture(s, kLocal));
  c.asked(s, to, from);
  TRY(cudaStreamEndCapture(s, g));
}

// violation [exceptions]: a helper macro throws between begin and end, outside of any guard
class Builder {
public:
  explicit Builder(cudaStream_t s) : stream_(s) {}
  cudaGraph_t build(const std::vector<std::function<void(cudaStream_t)>> &ops) {
    cudaGraph_t g = nullptr;
    TRY(cudaStreamBeginCapture(stream_, kLocal)); // expect: leak-on-error
    for (size_t i = 0; i < ops.size(); ++i) {
      if (!ops[i])
        throw std::invalid_argument("empty op " + std::to_string(i));
      ops[i](stream_);
    }
    TRY(cudaStreamEndCapture(stream_, &g));
    return g;
  }
  // legal: looked at before, run in a guarded region
  cudaGraph_t buildRight(const std::vector<std::function<void(cudaStream_t)>> &ops) {
    for (size_t i = 0; i < ops.size(); ++i)
      if (!ops[i])
        throw std::invalid_argument("empty op " + std::to_string(i));
    struct Region {
      cudaStream_t s;
      cudaGraph_t g = nullptr;
      bool running = false;
      explicit Region(cudaStream_t stream) : s(stream) {
        TRY(cudaStreamBeginCapture(s, kLocal));
        running = true;
      }
      cudaGraph_t end() {
        running = false;
        TRY(cudaStreamEndCapture(s, &g));
        return g;
      }
      ~Region() {
        if (running && cudaStreamEndCapture(s, &g) == cudaSuccess && g)
          cudaGraphDestroy(g);
      }
    } region(stream_);
    for (const auto &op : ops)
      op(stream_);
    return region.end();
  }

private:
  cudaStream_t stream_;
};

// violation [future]: the capture is ended by a task
void endedByTask(cudaStream_t s, cudaGraph_t *g, float *p) {
  TRY(cudaStreamBeginCapture(s, kLocal));
  step<<<1, 1, 0, s>>>(p, 1);
  auto done = std::async(std::launch::async, [&] { return cudaStreamEndCapture(s, g); }); // expect: unbalanced
  TRY(done.get());
}
// legal: begun and ended by the task
void wholeInTask(cudaStream_t s, cudaGraph_t *g, float *p) {
  auto done = std::async(std::launch::async, [&] {
    if (cudaError_t e = cudaStreamBeginCapture(s, kLocal); e != cudaSuccess)
      return e;
    step<<<1, 1, 0, s>>>(p, 1);
    return cudaStreamEndCapture(s, g);
  });
  TRY(done.get());
}
// legal: a pool of threads with a queue, each captures for itself
class Pool {
public:
  void post(std::function<void()> f) {
    std::lock_guard<std::mutex> lock(mutex_);
    queue_.push(std::move(f));
    cv_.notify_one();
  }
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    cv_.wait(lock, [this] { return !queue_.empty(); });
    auto f = std::move(queue_.front());
    queue_.pop();
    lock.unlock();
    f();
  }

private:
  std::mutex mutex_;
  std::condition_variable cv_;
  std::queue<std::function<void()>> queue_;
};
void onPool(Pool &pool, cudaStream_t s, cudaGraph_t *g, float *p) {
  pool.post([=] {
    TRY(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, 1);
    TRY(cudaStreamEndCapture(s, g));
  });
  pool.work();
}

// violation [variant]: the graph of one alternative is destroyed, and instantiated
void variants(std::variant<std::monostate, cudaGraph_t> &v, cudaGraphExec_t *e) {
  if (cudaGraph_t *g = std::get_if<cudaGraph_t>(&v)) {
    TRY(cudaGraphDestroy(*g));
    TRY(cudaGraphInstantiate(e, *g, 0)); // expect: use-after-destroy
  }
}
// legal: the other way round
void variantsRight(std::variant<std::monostate, cudaGraph_t> &v, cudaGraphExec_t *e) {
  if (cudaGraph_t *g = std::get_if<cudaGraph_t>(&v)) {
    TRY(cudaGraphInstantiate(e, *g, 0));
    TRY(cudaGraphDestroy(*g));
    v = std::monostate{};
  }
}

// violation [callbacks]: an observer of the capture's end ends it again
class Observable {
public:
  void onEnd(std::function<void(cudaStream_t, cudaGraph_t *)> f) { observer_ = std::move(f); }
  void run(cudaStream_t s, cudaGraph_t *g, float *p) {
    TRY(cudaStreamBeginCapture(s, kLocal));
    step<<<1, 1, 0, s>>>(p, 1);
    TRY(cudaStreamEndCapture(s, g));
    if (observer_)
      observer_(s, g);
  }

private:
  std::function<void(cudaStream_t, cudaGraph_t *)> observer_;
};
void observed(cudaStream_t s, cudaGraph_t *g, float *p) {
  Observable o;
  o.onEnd([](cudaStream_t stream, cudaGraph_t *graph) { TRY(cudaStreamEndCapture(stream, graph)); }); // expect: unbalanced
  o.run(s, g, p);
}
// legal: it instantiates
void observedRight(cudaStream_t s, cudaGraph_t *g, float *p) {
  Observable o;
  cudaGraphExec_t e = nullptr;
  o.onEnd([&e](cudaStream_t stream, cudaGraph_t *graph) {
    TRY(cudaGraphInstantiate(&e, *graph, 0));
    TRY(cudaGraphUpload(e, stream));
  });
  o.run(s, g, p);
}

// violation [static state]: the depth of nested captures is counted, and the wrong one ends
class Nested {
public:
  void begin(cudaStream_t s) {
    if (depth_++ == 0)
      TRY(cudaStreamBeginCapture(s, kLocal));
  }
  void end(cudaStream_t s) {
    if (--depth_ == 0)
      TRY(cudaStreamEndCapture(s, &graph_));
  }
  void endAlways(cudaStream_t s) {
    --depth_;
    TRY(cudaStreamEndCapture(s, &graph_));
  }

private:
  int depth_ = 0;
  cudaGraph_t graph_ = nullptr;
};
void nestedTwice(cudaStream_t s, float *p) {
  Nested n;
  n.begin(s);
  n.begin(s);
  step<<<1, 1, 0, s>>>(p, 1);
  n.endAlways(s);
  n.endAlways(s); // expect: unbalanced
}
// legal: counted down
void nestedRight(cudaStream_t s, float *p) {
  Nested n;
  n.begin(s);
  n.begin(s);
  step<<<1, 1, 0, s>>>(p, 1);
  n.end(s);
  step<<<1, 1, 0, s>>>(p, 1);
  n.end(s);
}

// violation [child graph]: launched into the capture after it was destroyed
void childInCapture(cudaStream_t s, cudaGraph_t child, cudaGraph_t *g) {
  cudaGraphExec_t e;
  TRY(cudaGraphInstantiate(&e, child, 0));
  TRY(cudaGraphExecDestroy(e));
  TRY(cudaStreamBeginCapture(s, kLocal));
  TRY(cudaGraphLaunch(e, s)); // expect: use-after-destroy, unsupported-operation
  TRY(cudaStreamEndCapture(s, g));
}
// legal: launched, and destroyed, behind the capture
void childInCaptureRight(cudaStream_t s, cudaGraph_t child, cudaGraph_t *g, float *p) {
  cudaGraphExec_t e;
  TRY(cudaGraphInstantiate(&e, child, 0));
  TRY(cudaStreamBeginCapture(s, kLocal));
  step<<<1, 1, 0, s>>>(p, 1);
  TRY(cudaStreamEndCapture(s, g));
  TRY(cudaGraphLaunch(e, s));
  TRY(cudaGraphExecDestroy(e));
}

// violation [child graph]: launched into the capture
void childInCaptureLaunched(cudaStream_t s, cudaGraph_t child, cudaGraph_t *g) {
  cudaGraphExec_t e;
  TRY(cudaGraphInstantiate(&e, child, 0));
  TRY(cudaStreamBeginCapture(s, kLocal));
  TRY(cudaGraphLaunch(e, s)); // expect: unsupported-operation
  TRY(cudaStreamEndCapture(s, g));
  TRY(cudaGraphExecDestroy(e));
}
// legal: launched into a stream that captures nothing
void childBesideCapture(cudaStream_t s, cudaStream_t other, cudaGraph_t child, cudaGraph_t *g, float *p) {
  cudaGraphExec_t e;
  TRY(cudaGraphInstantiate(&e, child, 0));
  TRY(cudaStreamBeginCapture(s, kLocal));
  step<<<1, 1, 0, s>>>(p, 1);
  TRY(cudaGraphLaunch(e, other));
  TRY(cudaStreamEndCapture(s, g));
  TRY(cudaGraphExecDestroy(e));
}

// legal: one stream or two, by a setting of the object
struct Overlap {
  cudaStream_t main = nullptr, copy = nullptr;
  cudaEvent_t ready = nullptr, done = nullptr;
  explicit Overlap(bool two) {
    TRY(cudaStreamCreateWithFlags(&main, cudaStreamNonBlocking));
    copy = main;
    if (two)
      TRY(cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking));
    TRY(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    TRY(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  }
  ~Overlap() {
    if (copy != main)
      cudaStreamDestroy(copy);
    cudaStreamDestroy(main);
    cudaEventDestroy(ready);
    cudaEventDestroy(done);
  }
  Overlap(const Overlap &) = delete;
  void run(float *p) {
    if (copy != main) {
      TRY(cudaEventRecord(ready, main));
      TRY(cudaStreamWaitEvent(copy, ready, 0));
    }
    TRY(cudaMemsetAsync(p, 0, 4, copy));
    if (copy != main) {
      TRY(cudaEventRecord(done, copy));
      TRY(cudaStreamWaitEvent(main, done, 0));
    }
    step<<<1, 1, 0, main>>>(p, 1);
  }
};
void overlapped(bool two, float *p, cudaGraph_t *g) {
  Overlap o(two);
  TRY(cudaStreamBeginCapture(o.main, kLocal));
  o.run(p);
  TRY(cudaStreamEndCapture(o.main, g));
}
// violation [settings]: the fork is under the setting, and the join is not there
void overlappedWrong(bool two, float *p, cudaGraph_t *g) {
  Overlap o(two);
  TRY(cudaStreamBeginCapture(o.main, kLocal));
  if (o.copy != o.main) {
    TRY(cudaEventRecord(o.ready, o.main));
    TRY(cudaStreamWaitEvent(o.copy, o.ready, 0));
  }
  TRY(cudaMemsetAsync(p, 0, 4, o.copy));
  TRY(cudaStreamEndCapture(o.main, g)); // expect: unjoined-stream
}
// legal: joined
void overlappedRight(bool two, float *p, cudaGraph_t *g) {
  Overlap o(two);
  TRY(cudaStreamBeginCapture(o.main, kLocal));
  if (o.copy != o.main) {
    TRY(cudaEventRecord(o.ready, o.main));
    TRY(cudaStreamWaitEvent(o.copy, o.ready, 0));
  }
  TRY(cudaMemsetAsync(p, 0, 4, o.copy));
  if (o.copy != o.main) {
    TRY(cudaEventRecord(o.done, o.copy));
    TRY(cudaStreamWaitEvent(o.main, o.done, 0));
  }
  TRY(cudaStreamEndCapture(o.main, g));
}

} // namespace advanced
