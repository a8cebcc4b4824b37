// RUN: %lint-cu
// What a kept graph refers to is changed before it is launched again.
#include <cuda_runtime.h>

static constexpr auto kToDevice = cudaMemcpyHostToDevice;
static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;

static void build(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t g;
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(exec, g, 0);
  cudaGraphDestroy(g);
}

// The parameters of the node are set before each launch.
struct Patched {
  cudaGraphExec_t patched_;
  cudaGraphNode_t node_;
  cudaStream_t s_;
  void silentIfTheNodeIsSet(float *d, float x) {
    cudaStreamBeginCapture(s_, kGlobal);
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s_);
    build(s_, &patched_);
  }
  void run(float *d, float x) {
    cudaGraphExecMemcpyNodeSetParams1D(patched_, node_, d, &x, sizeof x, kToDevice);
    cudaGraphLaunch(patched_, s_);
    cudaStreamSynchronize(s_);
  }
};

// Captured each time; only the first is instantiated.
struct Updated {
  cudaGraphExec_t updated_ = nullptr;
  cudaStream_t s_;
  void silentIfUpdated(float *d, float x) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s_, kGlobal);
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s_);
    cudaStreamEndCapture(s_, &g);
    cudaGraphExecUpdateResultInfo info;
    if (!updated_ || cudaGraphExecUpdate(updated_, g, &info) != cudaSuccess)
      cudaGraphInstantiate(&updated_, g, 0);
    cudaGraphDestroy(g);
    cudaGraphLaunch(updated_, s_);
    cudaStreamSynchronize(s_);
  }
};

// It is not this one that is changed.
struct Unchanged {
  cudaGraphExec_t unchanged_;
  cudaStream_t s_;
  void firesIfAnotherIsUpdated(float *d, float x) {
    cudaStreamBeginCapture(s_, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s_);
    build(s_, &unchanged_);
  }
};
// The caller may be the one who does it.
void silentForAnOutParameter(cudaStream_t s, float *d, float x, cudaGraphExec_t *exec) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  build(s, exec);
}
