// RUN: %cuda-capture check --checks=-*,cuda-capture-dangling-memory --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --check-prefix=EXACT --allow-empty
// RUN: not %cuda-capture check --level=possible --checks=-*,cuda-capture-dangling-memory --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
// EXACT-NOT: warning:
// A virtual function may borrow memory of its caller.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
__global__ void kernel(void *to);
struct Step {
  virtual ~Step() = default;
  virtual void execute(const float *from, void *to, cudaStream_t s) const = 0;
};
struct Upload : Step {
  void execute(const float *from, void *to, cudaStream_t s) const override {
    // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: note: {{.*}}cudaMemcpyAsync
    cudaMemcpyAsync(to, from, 16, cudaMemcpyHostToDevice, s);
  }
};
struct Launch : Step {
  void execute(const float *, void *to, cudaStream_t s) const override {
    kernel<<<1, 1, 0, s>>>(to);
  }
};
void fires(const Step &step, void *to, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kThreadLocal) != cudaSuccess)
    return;
  {
    float values[4] = {1, 2, 3, 4};
    // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: warning: possible: {{.*}}'cudaMemcpyAsync'{{.*}}'values'
    step.execute(values, to, s);
  }
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    *g = nullptr;
}
struct Quiet {
  virtual ~Quiet() = default;
  virtual void execute(const float *from, void *to, cudaStream_t s) const = 0;
};
struct OnlyLaunch : Quiet {
  void execute(const float *, void *to, cudaStream_t s) const override {
    kernel<<<1, 1, 0, s>>>(to);
  }
};
// No overrider borrows the memory.
void silentIfNobodyBorrows(const Quiet &step, void *to, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kThreadLocal) != cudaSuccess)
    return;
  {
    float values[4] = {1, 2, 3, 4};
    step.execute(values, to, s);
  }
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    *g = nullptr;
}
// The memory outlives the graph, as far as this function shows.
void silentIfTheCallerOwnsIt(const Step &step, const float *values, void *to, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kThreadLocal) != cudaSuccess)
    return;
  step.execute(values, to, s);
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    *g = nullptr;
}
// The graph is launched for the last time while the memory lives.
void silentIfTheGraphIsGone(const Step &step, void *to, cudaStream_t s) {
  float values[4] = {1, 2, 3, 4};
  cudaGraph_t g;
  cudaGraphExec_t e;
  if (cudaStreamBeginCapture(s, kThreadLocal) != cudaSuccess)
    return;
  step.execute(values, to, s);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&e, g, 0) != cudaSuccess)
    return;
  cudaGraphLaunch(e, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(e);
  cudaGraphDestroy(g);
}
