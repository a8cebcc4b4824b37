// RUN: %lint-cu
// A graph that outlives what it refers to, and is kept to be launched.
#include <cuda_runtime.h>
#include <vector>

static constexpr auto kToDevice = cudaMemcpyHostToDevice;
static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel(float *d, float x);
void callback(void *data);

static void build(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t g;
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(exec, g, 0);
  cudaGraphDestroy(g);
}

struct Member {
  cudaGraphExec_t member_ = nullptr;
  cudaStream_t s_;
  void firesForAMember(float *d, float scale) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s_, kGlobal);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'scale', which is gone when the graph is launched later; the graph silently uses whatever is there then [cuda-capture-dangling-memory]
    // CHECK: :[[#@LINE-2]]:5: note: capture of 's_' begins here
    cudaMemcpyAsync(d, &scale, sizeof scale, kToDevice, s_);
    // CHECK: :[[#@LINE+6]]:3: note: the lifetime of 'scale' ends here
    cudaStreamEndCapture(s_, &g);
    // CHECK: :[[#@LINE+1]]:5: note: the graph outlives it in 'member_', and is made here
    cudaGraphInstantiate(&member_, g, 0);
    cudaGraphDestroy(g);
    // CHECK: :[[#@LINE-6]]:5: note: let it live as long as the graph, {{.*}} [cuda/graph-memory-gone; docs/checks/dangling-memory.md]
  }
  void launch() { cudaGraphLaunch(member_, s_); }
};

cudaGraphExec_t globalExec;
void firesForAGlobal(cudaStream_t s) {
  int data = 3;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchHostFunc' makes the graph refer to 'data', {{.*}} [cuda-capture-dangling-memory]
  cudaLaunchHostFunc(s, callback, &data);
  build(s, &globalExec);
}

cudaGraphExec_t firesIfReturned(cudaStream_t s, float *d) {
  std::vector<float> staging(16, 1.0f);
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'staging', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, staging.data(), 64, kToDevice, s);
  build(s, &exec);
  return exec;
}

struct Built {
  cudaGraphExec_t exec;
  float *device;
};
Built firesIfReturnedInAnObject(cudaStream_t s, float *d, float x) {
  Built result;
  result.device = d;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  build(s, &result.exec);
  return result;
}

void firesForAnOutParameter(cudaStream_t s, float *d, float x, cudaGraphExec_t *exec) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  build(s, exec);
}
void firesForAReference(cudaStream_t s, float *d, float x, cudaGraph_t &g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  cudaStreamEndCapture(s, &g);
}

struct Constructed {
  cudaGraphExec_t constructed_;
  Constructed(cudaStream_t s, float *d, float x) {
    cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
    build(s, &constructed_);
  }
};

// Captured once, launched each time: the second call launches what refers to
// the first one's parameter.
struct Cached {
  cudaGraphExec_t cached_ = nullptr;
  cudaStream_t s_;
  void capture(float *d, float x) {
    cudaStreamBeginCapture(s_, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s_);
    build(s_, &cached_);
  }
  void run(float *d, float x) {
    if (!cached_)
      capture(d, x);
    cudaGraphLaunch(cached_, s_);
  }
  void firesInOneFunction(float *d, float x) {
    if (cached_ == nullptr) {
      cudaStreamBeginCapture(s_, kGlobal);
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
      cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s_);
      build(s_, &cached_);
    }
    cudaGraphLaunch(cached_, s_);
    cudaStreamSynchronize(s_);
  }
};
void firesForAStaticLocal(cudaStream_t s, float *d, float x) {
  static cudaGraphExec_t exec;
  static bool captured = false;
  if (!captured) {
    cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
    build(s, &exec);
    captured = true;
  }
  cudaGraphLaunch(exec, s);
}

struct Entry {
  bool captured;
  cudaGraphExec_t exec;
};
void firesForAnElement(cudaStream_t s, float *d, std::vector<Entry> &cache, int i, float x) {
  Entry &entry = cache[i];
  if (!entry.captured) {
    cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
    build(s, &entry.exec);
    entry.captured = true;
  }
  cudaGraphLaunch(entry.exec, s);
}

//===--- What is legal ----------------------------------------------------===//

// Made anew for each launch.
struct Anew {
  cudaGraphExec_t anew_ = nullptr;
  cudaStream_t s_;
  void silentIfMadeForEachLaunch(float *d, float x) {
    if (anew_)
      cudaGraphExecDestroy(anew_);
    cudaStreamBeginCapture(s_, kGlobal);
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s_);
    build(s_, &anew_);
    cudaGraphLaunch(anew_, s_);
    cudaStreamSynchronize(s_);
  }
  void silentIfDestroyed(float *d, float x) {
    cudaStreamBeginCapture(s_, kGlobal);
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s_);
    build(s_, &anew_);
    cudaGraphLaunch(anew_, s_);
    cudaGraphExecDestroy(anew_);
    anew_ = nullptr;
  }
};

struct Owner {
  cudaGraphExec_t owned_;
  cudaStream_t s_;
  float value_;
  float table_[4];
  std::vector<float> staging_;
  void silentForMembers(float *d) {
    cudaStreamBeginCapture(s_, kGlobal);
    cudaMemcpyAsync(d, &value_, sizeof value_, kToDevice, s_);
    cudaMemcpyAsync(d, table_, sizeof table_, kToDevice, s_);
    cudaMemcpyAsync(d, staging_.data(), 16, kToDevice, s_);
    cudaLaunchHostFunc(s_, callback, this);
    build(s_, &owned_);
  }
  void silentForPointers(float *d, const float *host, void *data) {
    cudaStreamBeginCapture(s_, kGlobal);
    cudaMemcpyAsync(d, host, 16, kToDevice, s_);
    cudaLaunchHostFunc(s_, callback, data);
    build(s_, &owned_);
  }
  void silentForKernelArguments(float *d, float x) {
    cudaStreamBeginCapture(s_, kGlobal);
    kernel<<<1, 1, 0, s_>>>(d, x);
    void *args[] = {&d, &x};
    cudaLaunchKernel(reinterpret_cast<const void *>(&kernel), dim3(1), dim3(1), args, 0, s_);
    cudaMemsetAsync(d, static_cast<int>(x), 4, s_);
    build(s_, &owned_);
  }
  void silentForACopyIntoAMember(float *d, float x) {
    value_ = x;
    float *p = &value_;
    cudaStreamBeginCapture(s_, kGlobal);
    cudaMemcpyAsync(d, p, sizeof x, kToDevice, s_);
    build(s_, &owned_);
  }
};

// An object of the function, and all it does.
void silentForALocalObject(cudaStream_t s, float *d, float x) {
  Built built;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  build(s, &built.exec);
  cudaGraphLaunch(built.exec, s);
  cudaStreamSynchronize(s);
}
// The caller's variable.
static void captureFor(cudaStream_t s, float *d, const float *from, cudaGraphExec_t *exec) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, from, sizeof *from, kToDevice, s);
  build(s, exec);
}
void silentForTheCallersVariable(cudaStream_t s, float *d, float x) {
  cudaGraphExec_t exec;
  captureFor(s, d, &x, &exec);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
}
// The end of the program is the end of the graph.
int main() {
  float x = 1, *d;
  cudaStream_t s;
  cudaMalloc(&d, sizeof x);
  cudaStreamCreate(&s);
  captureFor(s, d, &x, &globalExec);
  cudaGraphLaunch(globalExec, s);
  return cudaStreamSynchronize(s);
}

// A failed capture leaves nothing behind.
bool silentIfTheCaptureFails(cudaStream_t s, float *d, float x, cudaGraphExec_t *exec) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  if (cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s) == cudaSuccess) {
    cudaStreamEndCapture(s, &g);
    cudaGraphDestroy(g);
    return true;
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(exec, g, 0);
  return false;
}
