// The first call of a function runs its work, and a later one captures it.
// What the work makes when it is first needed is there by then.
//
// RUN: %lint-cu
#include <cuda_runtime.h>
#define CHECK(x)                                                               \
  if (x)                                                                       \
  throw 1

__global__ void kernel(int *p);
static int *workspace;
static size_t have;
static int *once() {
  if (!workspace)
    CHECK(cudaMalloc(&workspace, 4));
  return workspace;
}
static int *grow(size_t n) {
  if (have < n) {
    CHECK(cudaMalloc(&workspace, n));
    have = n;
  }
  return workspace;
}

struct Graph {
  cudaStream_t s;
  cudaGraphExec_t exec = nullptr;
  bool ready = false, warm = false;
  int calls = 0;
  int *own = nullptr;
  int *ownOnce() {
    if (!own)
      CHECK(cudaMalloc(&own, 4));
    return own;
  }
  void begin() { CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); }
  void end() {
    cudaGraph_t g;
    CHECK(cudaStreamEndCapture(s, &g));
    CHECK(cudaGraphInstantiate(&exec, g, nullptr, nullptr, 0));
    CHECK(cudaGraphDestroy(g));
    ready = true;
  }
  void launch() { CHECK(cudaGraphLaunch(exec, s)); }
};

struct SilentBehindAFlag : Graph {
  void run() { kernel<<<1, 1, 0, s>>>(once()); }
  void call() {
    if (!ready && !warm) {
      run();
      warm = true;
      return;
    }
    if (!ready) {
      begin();
      run();
      end();
    }
    launch();
  }
};
struct SilentForAMember : Graph {
  void run() { kernel<<<1, 1, 0, s>>>(ownOnce()); }
  void call() {
    if (!warm) {
      run();
      warm = true;
    } else if (!ready) {
      begin();
      run();
      end();
    } else {
      launch();
    }
  }
};
struct SilentBehindACounter : Graph {
  void run() { kernel<<<1, 1, 0, s>>>(once()); }
  void call() {
    if (calls < 3) {
      run();
      ++calls;
      return;
    }
    begin();
    run();
    end();
  }
};

// What a size decides may have to grow.
struct FiresForASize : Graph {
  void run(size_t n) { kernel<<<1, 1, 0, s>>>(grow(n)); }
  void call(size_t n) {
    if (!warm) {
      run(n);
      warm = true;
      return;
    }
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'FiresForASize::run' reaches 'cudaMalloc' while 'Graph::s' is capturing in thread-local mode{{.*}} [cuda-capture-unsafe-call]
    run(n);
    end();
  }
};
// The caller may hand over another object.
struct Workspace {
  int *p = nullptr;
  int *get() {
    if (!p)
      CHECK(cudaMalloc(&p, 4));
    return p;
  }
};
struct FiresForAnArgument : Graph {
  void run(Workspace &w) { kernel<<<1, 1, 0, s>>>(w.get()); }
  void call(Workspace &w) {
    if (!warm) {
      run(w);
      warm = true;
      return;
    }
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'FiresForAnArgument::run' reaches 'cudaMalloc' while 'Graph::s' is capturing{{.*}} [cuda-capture-unsafe-call]
    run(w);
    end();
  }
};
// The other path makes something else.
struct FiresForOtherWork : Graph {
  void run() { kernel<<<1, 1, 0, s>>>(once()); }
  void call() {
    if (!warm) {
      kernel<<<1, 1, 0, s>>>(ownOnce());
      warm = true;
      return;
    }
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'FiresForOtherWork::run' reaches 'cudaMalloc' while 'Graph::s' is capturing{{.*}} [cuda-capture-unsafe-call]
    run();
    end();
  }
};
// What the other path writes does not decide about the capture.
struct FiresIfNothingWaitsForIt : Graph {
  bool captures;
  void run() { kernel<<<1, 1, 0, s>>>(once()); }
  void call() {
    if (!captures) {
      run();
      warm = true;
      return;
    }
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'FiresIfNothingWaitsForIt::run' reaches 'cudaMalloc' while 'Graph::s' is capturing{{.*}} [cuda-capture-unsafe-call]
    run();
    end();
  }
};
// The other path leaves the flag as the capture must not find it.
struct FiresForTheOtherValue : Graph {
  void run() { kernel<<<1, 1, 0, s>>>(once()); }
  void call() {
    if (!warm) {
      run();
      warm = false;
      return;
    }
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'FiresForTheOtherValue::run' reaches 'cudaMalloc' while 'Graph::s' is capturing{{.*}} [cuda-capture-unsafe-call]
    run();
    end();
  }
};
