// A destructor that records events or joins streams ends no capture, so an exception that runs it leaves the stream
// capturing. (It may join what the caller's capture would otherwise miss: test/capturable/silent.cu.)
// RUN: not %cuda-capture check --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <functional>
#include <stdexcept>

void work(cudaStream_t);
void unknown();

template <class F> struct AtExit {
  F run;
  explicit AtExit(F run) : run(run) {}
  ~AtExit() { run(); }
};
template <class F> AtExit(F) -> AtExit<F>;

struct Timer {
  cudaStream_t s;
  cudaEvent_t from, to;
  Timer(cudaStream_t s, cudaEvent_t from, cudaEvent_t to) : s(s), from(from), to(to) { (void)cudaEventRecord(from, s); }
  ~Timer() { (void)cudaEventRecord(to, s); }
};

void firesForATimer(cudaStream_t s, cudaEvent_t a, cudaEvent_t b, cudaGraph_t *g, const std::function<void()> &f) {
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return;
  {
    Timer timer(s, a, b);
    f();
  }
  (void)cudaStreamEndCapture(s, g);
}
void firesForAClosure(cudaStream_t s, cudaEvent_t a, cudaGraph_t *g, int n) {
  int calls = 0;
  AtExit guard([&] {
    (void)cudaEventRecord(a, s);
    ++calls;
  });
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return;
  if (n < 0)
    throw std::runtime_error("negative");
  work(s);
  (void)cudaStreamEndCapture(s, g);
}
void silentForAnEnd(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  bool runs = true;
  AtExit guard([&] {
    if (runs)
      (void)cudaStreamEndCapture(s, g);
  });
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess) {
    runs = false;
    return;
  }
  f();
}
void silentForAnUnknownFunction(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  AtExit guard([&] { unknown(); });
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return;
  f();
  (void)cudaStreamEndCapture(s, g);
}
void silentForAHandler(cudaStream_t s, cudaEvent_t a, cudaEvent_t b, cudaGraph_t *g, const std::function<void()> &f) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return;
  try {
    Timer timer(s, a, b);
    f();
  } catch (...) {
  }
  (void)cudaStreamEndCapture(s, g);
}
