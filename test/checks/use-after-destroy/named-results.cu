// A variable that is returned by name is the object of the caller: nothing
// copies it, and its destructor runs once.
// RUN: %lint-cu
#include <cuda_runtime.h>
#include <utility>

struct Owner {
  cudaGraphExec_t exec = nullptr;
  Owner() = default;
  explicit Owner(cudaGraph_t g) { cudaGraphInstantiate(&exec, g, 0); }
  ~Owner() {
    if (exec)
      cudaGraphExecDestroy(exec);
  }
};

static Owner byName(cudaGraph_t g) {
  Owner o;
  if (cudaGraphInstantiate(&o.exec, g, 0) != cudaSuccess)
    return o;
  return o;
}

void silentByName(cudaGraph_t g, cudaStream_t s) {
  Owner o = byName(g);
  cudaGraphLaunch(o.exec, s);
}

template <class F> Owner byTemplate(F &&f) {
  Owner o;
  f(o);
  return o;
}

void silentByTemplate(cudaGraph_t g, cudaStream_t s) {
  Owner o = byTemplate([&](Owner &x) { cudaGraphInstantiate(&x.exec, g, 0); });
  cudaGraphLaunch(o.exec, s);
}

void silentByLambda(cudaGraph_t g, cudaStream_t s) {
  auto make = [&] {
    Owner o(g);
    return o;
  };
  Owner o = make();
  cudaGraphLaunch(o.exec, s);
}

static Owner fromLoop(cudaGraph_t g, int n) {
  for (int i = 0; i < n; ++i) {
    Owner o(g);
    if (o.exec)
      return o;
  }
  return Owner(g);
}

void silentFromLoop(cudaGraph_t g, cudaStream_t s) {
  Owner o = fromLoop(g, 3);
  cudaGraphLaunch(o.exec, s);
}

/// The constructor that is left out would have counted.
struct Counted {
  cudaGraphExec_t exec = nullptr;
  int copies = 0;
  explicit Counted(cudaGraph_t g) { cudaGraphInstantiate(&exec, g, 0); }
  Counted(const Counted &other) : exec(other.exec), copies(other.copies + 1) {}
  ~Counted() { cudaGraphExecDestroy(exec); }
};

static Counted counted(cudaGraph_t g) {
  Counted c(g);
  return c;
}

void silentCounted(cudaGraph_t g, cudaStream_t s) {
  Counted c = counted(g);
  cudaGraphLaunch(c.exec, s);
}

static Owner eitherOf(cudaGraph_t g, bool first) {
  Owner a(g), b(g);
  if (first)
    return a;
  return b;
}

void firesForOneOfTwo(cudaGraph_t g, bool first, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'Owner::~Owner' reaches 'cudaGraphExecDestroy'
  Owner o = eitherOf(g, first);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' uses executable graph
  cudaGraphLaunch(o.exec, s);
}

static Owner moved(cudaGraph_t g) {
  Owner o(g);
  return std::move(o);
}

// The class has no move constructor, so it is copied.
void firesForMoved(cudaGraph_t g, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'Owner::~Owner' reaches 'cudaGraphExecDestroy'
  Owner o = moved(g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' uses executable graph
  cudaGraphLaunch(o.exec, s);
}


static Owner destroyed(cudaGraph_t g) {
  Owner o(g);
  cudaGraphExecDestroy(o.exec);
  return o;
}

void firesIfItIsDestroyedBefore(cudaGraph_t g, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'Owner::~Owner' reaches 'cudaGraphExecDestroy'
  Owner o = destroyed(g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' uses executable graph
  cudaGraphLaunch(o.exec, s);
}
