// RUN: %lint-cu
// Bodies handed to a function that captures around them, and bodies that run
// later or not at all.
#include <cuda_runtime.h>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

template <typename F> cudaGraph_t captureValue(cudaStream_t s, F body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, &g);
  return g;
}
void firesInABodyByValue(cudaStream_t s, void *p) {
  captureValue(s, [&] {
    cudaMemsetAsync(p, 0, 1, s);
    // CHECK: :[[#@LINE+3]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-9]]:3: note: capture of 's' begins here
    // CHECK: :[[#@LINE-9]]:3: note: 'captureValue' calls 'lambda' here
    cudaFree(p);
  });
  captureValue(s, [=] { cudaMemsetAsync(p, 0, 1, s); });
  cudaFree(p);
}

// A forwarding reference, and the stream as an argument.
template <typename F, typename... Args> void captureForward(cudaStream_t s, F &&body, Args &&...args) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  std::forward<F>(body)(s, std::forward<Args>(args)...);
  cudaStreamEndCapture(s, &g);
}
void firesInAForwardedBody(cudaStream_t s, void *p) {
  captureForward(s, [](cudaStream_t stream, void *q) {
    cudaMemsetAsync(q, 0, 1, stream);
    // CHECK: :[[#@LINE+3]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
    // CHECK: :[[#@LINE-8]]:3: note: capture of 's' begins here
    // CHECK: :[[#@LINE-8]]:3: note: 'captureForward' calls 'lambda' here
    cudaStreamSynchronize(stream);
  }, p);
}

template <typename F> void captureConstRef(cudaStream_t s, const F &body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  body(s);
  cudaStreamEndCapture(s, &g);
}
void firesInANamedBody(cudaStream_t s, void *p) {
  // CHECK: :[[#@LINE+3]]:35: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-6]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-6]]:3: note: 'captureConstRef' calls 'lambda' here
  auto body = [p](cudaStream_t) { cudaFree(p); };
  captureConstRef(s, body);
}

// A functor's body is written elsewhere; the call stands in the capturing function.
struct FreeIt {
  void *p;
  void operator()(cudaStream_t) const { cudaFree(p); }
};
template <typename F> void captureFunctor(cudaStream_t s, const F &body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'FreeIt::operator()' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-7]]:41: note: 'FreeIt::operator()' calls 'cudaFree' here
  body(s);
  cudaStreamEndCapture(s, &g);
}
void firesForAFunctor(cudaStream_t s, void *p) {
  captureFunctor(s, FreeIt{p});
}

// A lambda that captures nothing.
template <typename F> void captureFunction(cudaStream_t s, F body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  body(s);
  cudaStreamEndCapture(s, &g);
}
void silentForAHarmlessBody(cudaStream_t s) {
  captureFunction(s, [](cudaStream_t stream) { cudaMemsetAsync(nullptr, 0, 0, stream); });
}

// The helper is a member function template.
class Engine {
  cudaStream_t stream_;
  cudaGraph_t graph_;

  template <typename F> void capture(F &&f) {
    cudaStreamBeginCapture(stream_, kGlobal);
    f();
    cudaStreamEndCapture(stream_, &graph_);
  }
  void forward() { cudaMemsetAsync(nullptr, 0, 0, stream_); }
  void sync() { cudaStreamSynchronize(stream_); }

public:
  void firesThroughThis() {
    capture([this] {
      forward();
      // CHECK: :[[#@LINE+4]]:7: warning: call to 'Engine::sync' reaches 'cudaStreamSynchronize' while 'stream_' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
      // CHECK: :[[#@LINE-12]]:5: note: capture of 'stream_' begins here
      // CHECK: :[[#@LINE-12]]:5: note: 'Engine::capture' calls 'lambda' here
      // CHECK: :[[#@LINE-9]]:17: note: 'Engine::sync' calls 'cudaStreamSynchronize' here
      sync();
    });
    sync();
  }
};

template <typename F> void twice(F f) {
  f();
  f();
}
void firesInALambdaInALambda(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  twice([&] {
    // CHECK: :[[#@LINE+5]]:24: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-3]]:3: note: capture of 's' begins here
    // CHECK: :[[#@LINE-3]]:3: note: 'firesInALambdaInALambda' calls 'twice' here
    // CHECK: :[[#@LINE-9]]:3: note: 'twice' calls 'lambda' here
    // CHECK: :[[#@LINE+2]]:5: note: 'lambda' calls 'lambda' here
    auto inner = [&] { cudaFree(p); };
    inner();
  });
  cudaStreamEndCapture(s, g);
}

void firesInAGenericLambda(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+3]]:32: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE+3]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+3]]:3: note: 'firesInAGenericLambda' calls 'lambda' here
  auto release = [](auto *q) { cudaFree(q); };
  cudaStreamBeginCapture(s, kGlobal);
  release(p);
  cudaStreamEndCapture(s, g);
}

void firesIfLambdasBeginAndEnd(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto begin = [&] { cudaStreamBeginCapture(s, kGlobal); };
  auto end = [&] { cudaStreamEndCapture(s, g); };
  begin();
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaFree(p);
  end();
  cudaFree(p);
}

// What a std::function holds is not known.
void captureStdFunction(cudaStream_t s, const std::function<void()> &body) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} begins a capture of {{.*}}, and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, &g);
}
void silentForStdFunction(cudaStream_t s, void *p) {
  captureStdFunction(s, [&] { cudaMemsetAsync(p, 0, 1, s); });
  cudaStreamSynchronize(s);
}

// Stored in the region, run after it.
void silentForDeferredWork(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::vector<std::function<void()>> cleanup;
  cudaStreamBeginCapture(s, kGlobal);
  cleanup.push_back([=] { cudaFree(p); });
  auto later = [=] { cudaStreamSynchronize(s); };
  cudaStreamEndCapture(s, g);
  later();
  for (auto &f : cleanup)
    f();
}

// A guard whose body runs at the end of the scope, after the end of the capture.
template <typename F> struct Defer {
  F f;
  explicit Defer(F f) : f(f) {}
  ~Defer() { f(); }
};
void silentForAScopeGuardAround(cudaStream_t s, cudaGraph_t *g, void *p) {
  Defer release([&] { cudaFree(p); });
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
}
void silentIfAScopeGuardEnds(cudaStream_t s, cudaGraph_t *g, void *p) {
  {
    cudaStreamBeginCapture(s, kGlobal);
    Defer end([&] { cudaStreamEndCapture(s, g); });
    cudaMemsetAsync(p, 0, 1, s);
  }
  cudaFree(p);
}
void firesInsideAScopeGuard(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  Defer end([&] { cudaStreamEndCapture(s, g); });
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:3: note: capture of 's' begins here
  cudaFree(p);
}

// Runs at replay, on a thread of the driver.
void silentForHostFunctionBodies(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaLaunchHostFunc(s, [](void *data) { free(*static_cast<void **>(data)); }, p);
  cudaStreamEndCapture(s, g);
}

// A callback that a member holds.
struct Runner {
  std::function<void(cudaStream_t)> body;
  void silentForAHeldCallback(cudaStream_t s) {
    cudaGraph_t g;
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} begins a capture of {{.*}}, and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
    cudaStreamBeginCapture(s, kGlobal);
    body(s);
    cudaStreamEndCapture(s, &g);
  }
};

// ThreadLocal does not concern other threads, and they have begun nothing.
void silentForAnotherThread(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  std::thread worker([&] { cudaMalloc(&p, 16); });
  worker.join();
  cudaStreamEndCapture(s, g);
}
void silentForAThreadThatCaptures(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread worker([&] {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    cudaStreamEndCapture(s, g);
  });
  cudaMalloc(&p, 16);
  worker.join();
}
void firesInTheThreadsOwnCapture(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread worker([&] {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaMalloc' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-2]]:5: note: capture of 's' begins here
    cudaMalloc(&p, 16);
    cudaStreamEndCapture(s, g);
  });
  worker.join();
}

// Warm-up first, then captured: the same body.
template <typename F> void warmUpThenCapture(cudaStream_t s, F body) {
  cudaGraph_t g;
  body();
  cudaStreamSynchronize(s);
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, &g);
}
void silentForAWarmUp(cudaStream_t s, void *p) {
  warmUpThenCapture(s, [&] { cudaMemsetAsync(p, 0, 1, s); });
}
void firesForTheCapturedCall(cudaStream_t s, void *p) {
  warmUpThenCapture(s, [&] {
    cudaMemsetAsync(p, 0, 1, s);
    // CHECK: :[[#@LINE+3]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
    // CHECK: :[[#@LINE-11]]:3: note: capture of 's' begins here
    // CHECK: :[[#@LINE-11]]:3: note: 'warmUpThenCapture' calls 'lambda' here
    cudaStreamSynchronize(s);
  });
}

// A helper that nobody instantiates with such a body.
template <typename F> void captureNobody(cudaStream_t s, F body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, &g);
}
