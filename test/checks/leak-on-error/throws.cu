// RUN: %lint-cu
// A capture that an exception leaves running.
#include <cuda_runtime.h>
#include <functional>
#include <stdexcept>
#include <vector>
#include <memory>
__global__ void k(int *p);
void firesForAFunction(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if {{.*}} [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  f();
  cudaStreamEndCapture(s, g);
}
void silentCatch(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  try {
    f();
  } catch (...) {
    cudaStreamEndCapture(s, g);
    throw;
  }
  cudaStreamEndCapture(s, g);
}
struct Guard {
  cudaStream_t s;
  cudaGraph_t *g;
  ~Guard() { cudaStreamEndCapture(s, g); }
};
void silentGuard(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  Guard guard{s, g};
  f();
}
void firesForItsOwnThrow(cudaStream_t s, cudaGraph_t *g, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if {{.*}} [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  if (n == 0)
    throw std::runtime_error("x");
  cudaStreamEndCapture(s, g);
}
struct P {
  std::function<void()> body;
  void firesForAMember(cudaStream_t s, cudaGraph_t *g) {
    std::vector<int> v(3);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if {{.*}} [cuda-capture-leak-on-error]
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    body();
    cudaStreamEndCapture(s, g);
  }
};
void silentNoexcept(cudaStream_t s, cudaGraph_t *g, void (*f)() noexcept) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  f();
  cudaStreamEndCapture(s, g);
}
void firesForAPointer(cudaStream_t s, cudaGraph_t *g, void (*f)()) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if {{.*}} [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  f();
  cudaStreamEndCapture(s, g);
}
template <class F> void run(cudaStream_t s, cudaGraph_t *g, F &&f) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if {{.*}} [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  std::forward<F>(f)();
  cudaStreamEndCapture(s, g);
}
void work();
void reportedInTheTemplate(cudaStream_t s, cudaGraph_t *g) {
  run(s, g, [] { work(); });
}
void silentForABodyThatIsSeen(cudaStream_t s, cudaGraph_t *g, int *p) {
  run(s, g, [=] { k<<<1, 1, 0, s>>>(p); });
}
// A body that is seen, and too long to be followed for its value.
template <class F> int layout(cudaStream_t s, cudaGraph_t *g, F &&f) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  int size = f(4);
  cudaStreamEndCapture(s, g);
  return size;
}
int silentForALoopThatIsSeen(cudaStream_t s, cudaGraph_t *g) {
  return layout(s, g, [](int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i)
      sum += i;
    return sum;
  });
}
void silentOutside(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  f();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaStreamEndCapture(s, g);
  f();
}
#define CK(x)                                                                                      \
  do {                                                                                             \
    cudaError_t e = (x);                                                                           \
    if (e != cudaSuccess)                                                                          \
      throw std::runtime_error("e");                                                               \
  } while (0)
void silentForFailingCalls(cudaStream_t s, cudaGraph_t *g, void *p) {
  CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  CK(cudaMemsetAsync(p, 0, 4, s));
  CK(cudaStreamEndCapture(s, g));
}
void silentForADeleter(cudaStream_t s, cudaGraph_t *g, const std::function<void()> &f) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  struct End {
    cudaStream_t s;
    cudaGraph_t *g;
    void operator()(void *) const { cudaStreamEndCapture(s, g); }
  };
  std::unique_ptr<void, End> e(s, End{s, g});
  f();
}
bool prepare(cudaStream_t s);
struct Owner {
  std::function<bool(cudaStream_t)> body;
  int *p;
  void silentForItsOwnCallable(cudaStream_t s, cudaGraph_t *g) {
    body = [this](cudaStream_t t) {
      k<<<1, 1, 0, t>>>(p);
      return true;
    };
    prepare(s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    body(s);
    cudaStreamEndCapture(s, g);
  }
  void silentForItsOwnCallableAfterALoop(cudaStream_t s, cudaGraph_t *g, int n) {
    body = [this](cudaStream_t t) {
      k<<<1, 1, 0, t>>>(p);
      return true;
    };
    for (int i = 0; i < n; ++i)
      prepare(s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    body(s);
    cudaStreamEndCapture(s, g);
  }
  void firesForWhatItWasGiven(cudaStream_t s, cudaGraph_t *g, const std::function<bool(cudaStream_t)> &f) {
    body = f;
    prepare(s);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if {{.*}} [cuda-capture-leak-on-error]
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    body(s);
    cudaStreamEndCapture(s, g);
  }
};

// Pointers to functions: of this object, and of a table that C programs have.
struct Hooked {
  int (*hook)(cudaStream_t);
  void firesForAHook(cudaStream_t s, cudaGraph_t *g) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if {{.*}} [cuda-capture-leak-on-error]
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    hook(s);
    cudaStreamEndCapture(s, g);
  }
};
struct Operations {
  int (*run)(cudaStream_t);
  int (*phases[2])(cudaStream_t);
};
struct Plan {
  const Operations *operations;
};
void silentForATable(Plan *plan, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  plan->operations->run(s);
  plan->operations->phases[1](s);
  (*plan->operations->run)(s);
  cudaStreamEndCapture(s, g);
}
