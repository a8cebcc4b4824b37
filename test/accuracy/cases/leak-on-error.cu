#include "cases.h"

namespace leak_on_error {

// violation [std::function]: a member runs the callable it was given
class Recorder {
public:
  explicit Recorder(cudaStream_t s) : stream(s) {}
  cudaGraph_t record(const std::function<void(cudaStream_t)> &body) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(stream, kLocal)); // expect: leak-on-error
    body(stream);
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    return graph;
  }
  // legal: a handler ends it
  cudaGraph_t recordSafely(const std::function<void(cudaStream_t)> &body) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(stream, kLocal));
    try {
      body(stream);
    } catch (...) {
      cudaStreamEndCapture(stream, &graph);
      throw;
    }
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    return graph;
  }

private:
  cudaStream_t stream;
};

// violation [functor]: an unbound functor of a template
template <typename Body> void capture(cudaStream_t s, cudaGraph_t *g, Body body) {
  cudaStreamBeginCapture(s, kLocal); // expect: leak-on-error
  body();
  cudaStreamEndCapture(s, g);
}
struct Throwing {
  int n;
  void operator()() const {
    if (n < 0)
      throw std::runtime_error("negative");
  }
};
void functor(cudaStream_t s, cudaGraph_t *g, int n) { capture(s, g, Throwing{n}); }
// legal: the functor says noexcept
template <typename Body> void captureQuiet(cudaStream_t s, cudaGraph_t *g, Body body) {
  cudaStreamBeginCapture(s, kLocal);
  body();
  cudaStreamEndCapture(s, g);
}
struct Quiet {
  cudaStream_t stream;
  void operator()() const noexcept { step<<<1, 1, 0, stream>>>(nullptr, 1); }
};
void quietFunctor(cudaStream_t s, cudaGraph_t *g) { captureQuiet(s, g, Quiet{s}); }

// violation [straight line]: the function itself throws
void throws(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kGlobal); // expect: leak-on-error
  if (n == 0)
    throw std::invalid_argument("nothing to do");
  step<<<1, 1, 0, s>>>(nullptr, n);
  cudaStreamEndCapture(s, g);
}
// legal: it throws before
void throwsBefore(cudaStream_t s, cudaGraph_t *g, int n) {
  if (n == 0)
    throw std::invalid_argument("nothing to do");
  cudaStreamBeginCapture(s, kGlobal);
  step<<<1, 1, 0, s>>>(nullptr, n);
  cudaStreamEndCapture(s, g);
}

// violation [helper at depth]: what it calls throws
static void require(bool ok) {
  if (!ok)
    throw std::runtime_error("required");
}
void helperThrows(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kGlobal); // expect: leak-on-error
  require(n > 0);
  step<<<1, 1, 0, s>>>(nullptr, n);
  cudaStreamEndCapture(s, g);
}
// legal: the helper catches its own
static bool tryRequire(bool ok) {
  try {
    require(ok);
  } catch (const std::exception &) {
    return false;
  }
  return true;
}
void helperCatches(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  if (tryRequire(n > 0))
    step<<<1, 1, 0, s>>>(nullptr, n);
  cudaStreamEndCapture(s, g);
}

// violation [member RAII]: a guard of something else
struct Lock {
  std::mutex &mutex;
  explicit Lock(std::mutex &m) : mutex(m) { mutex.lock(); }
  ~Lock() { mutex.unlock(); }
};
void otherGuard(cudaStream_t s, cudaGraph_t *g, std::mutex &m, const std::function<void()> &body) {
  Lock lock(m);
  cudaStreamBeginCapture(s, kGlobal); // expect: leak-on-error
  body();
  cudaStreamEndCapture(s, g);
}
// legal: a guard that ends it
struct Ending {
  cudaStream_t stream;
  cudaGraph_t *graph;
  ~Ending() { cudaStreamEndCapture(stream, graph); }
};
void endingGuard(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &body) {
  cudaStreamBeginCapture(s, kGlobal);
  Ending ending{s, g};
  body();
}
// legal: a guard in a unique_ptr
void endingOwned(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &body) {
  cudaStreamBeginCapture(s, kGlobal);
  std::unique_ptr<Ending> ending(new Ending{s, g});
  body();
}
// legal: a guard in an optional
struct EndingOnce {
  cudaStream_t stream;
  cudaGraph_t *graph;
  EndingOnce(cudaStream_t s, cudaGraph_t *g) : stream(s), graph(g) {}
  EndingOnce(const EndingOnce &) = delete;
  ~EndingOnce() { cudaStreamEndCapture(stream, graph); }
};
void endingOptional(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &body) {
  cudaStreamBeginCapture(s, kGlobal);
  std::optional<EndingOnce> ending;
  ending.emplace(s, g);
  body();
  ending.reset();
}

// violation [loop]: callables in a vector
void allOf(cudaStream_t s, cudaGraph_t *g, const std::vector<std::function<void(cudaStream_t)>> &ops) {
  cudaStreamBeginCapture(s, kLocal); // expect: leak-on-error
  for (const auto &op : ops)
    op(s);
  cudaStreamEndCapture(s, g);
}
// legal: they say noexcept
void allQuiet(cudaStream_t s, cudaGraph_t *g, const std::vector<void (*)(cudaStream_t) noexcept> &ops) {
  cudaStreamBeginCapture(s, kLocal);
  for (auto op : ops)
    op(s);
  cudaStreamEndCapture(s, g);
}

// violation [function pointer]: a pointer to a function
void pointer(cudaStream_t s, cudaGraph_t *g, void (*body)(cudaStream_t)) {
  cudaStreamBeginCapture(s, kLocal); // expect: leak-on-error
  body(s);
  cudaStreamEndCapture(s, g);
}
// legal: run before the capture
void pointerBefore(cudaStream_t s, cudaGraph_t *g, void (*body)(cudaStream_t)) {
  body(s);
  cudaStreamBeginCapture(s, kLocal);
  step<<<1, 1, 0, s>>>(nullptr, 1);
  cudaStreamEndCapture(s, g);
}

// violation [lambda]: std::invoke and perfect forwarding
template <typename F, typename... Args> void captured(cudaStream_t s, cudaGraph_t *g, F &&f, Args &&...args) {
  cudaStreamBeginCapture(s, kLocal); // expect: leak-on-error
  std::invoke(std::forward<F>(f), std::forward<Args>(args)...);
  cudaStreamEndCapture(s, g);
}
void forwards(cudaStream_t s, cudaGraph_t *g, std::function<void(int)> f) { captured(s, g, f, 3); }
// legal: a body that is seen and calls nothing that throws
template <typename F, typename... Args> void capturedSeen(cudaStream_t s, cudaGraph_t *g, F &&f, Args &&...args) {
  cudaStreamBeginCapture(s, kLocal);
  std::invoke(std::forward<F>(f), std::forward<Args>(args)...);
  cudaStreamEndCapture(s, g);
}
void forwardsSeen(cudaStream_t s, cudaGraph_t *g) {
  capturedSeen(s, g, [s](int n) { step<<<1, 1, 0, s>>>(nullptr, n); }, 3);
}

// violation [early return]: only one of two regions is guarded
void secondRegion(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &body) {
  try {
    cudaStreamBeginCapture(s, kLocal);
    body();
    cudaStreamEndCapture(s, g);
  } catch (...) {
    cudaStreamEndCapture(s, g);
    throw;
  }
  cudaStreamBeginCapture(s, kLocal); // expect: leak-on-error
  body();
  cudaStreamEndCapture(s, g);
}
// legal: both are
void bothRegions(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &body) {
  try {
    cudaStreamBeginCapture(s, kLocal);
    body();
    cudaStreamEndCapture(s, g);
    cudaStreamBeginCapture(s, kLocal);
    body();
    cudaStreamEndCapture(s, g);
  } catch (...) {
    cudaStreamEndCapture(s, g);
    throw;
  }
}

} // namespace leak_on_error
