// A call releases memory of a graph that the next call of the function launches.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-*,cuda-capture-dangling-memory %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy --checks=-*,cuda-capture-dangling-memory %s -- %cuda-flags -std=c++17 2>&1 | not grep warning:
#include <cuda_runtime.h>

__global__ void kernel(float *);

#define CAPTURE(s, exec)                                                       \
  cudaGraph_t g;                                                               \
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal))             \
    return;                                                                    \
  kernel<<<1, 1, 0, s>>>(x);                                                   \
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&exec, g, 0))        \
    return;                                                                    \
  cudaGraphDestroy(g)

void firesIfLargeBuffersAreReleased(int n, cudaStream_t s, bool large) {
  static float *x = nullptr;
  static cudaGraphExec_t exec = nullptr;
  if (exec) {
    cudaGraphLaunch(exec, s);
    return;
  }
  if (!x)
    cudaMalloc(&x, n * sizeof(float));
  // CHECK: :[[#@LINE+1]]:3: warning: possible: kernel launch makes the graph refer to the memory of 'x', which is released
  CAPTURE(s, exec);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  if (large) {
    cudaFree(x);
    x = nullptr;
  }
}

struct Step {
  float *x = nullptr;
  cudaGraphExec_t exec = nullptr;

  void firesForMembers(int n, cudaStream_t s, bool large) {
    if (exec) {
      cudaGraphLaunch(exec, s);
      return;
    }
    if (!x)
      cudaMalloc(&x, n * sizeof(float));
    // CHECK: :[[#@LINE+1]]:5: warning: possible: kernel launch makes the graph refer to the memory of 'x', which is released
    CAPTURE(s, exec);
    if (large) {
      cudaFree(x);
      x = nullptr;
    }
  }
};

void silentIfTheGraphGoes(int n, cudaStream_t s, bool large) {
  static float *x = nullptr;
  static cudaGraphExec_t exec = nullptr;
  if (exec) {
    cudaGraphLaunch(exec, s);
    return;
  }
  if (!x)
    cudaMalloc(&x, n * sizeof(float));
  CAPTURE(s, exec);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  if (large) {
    cudaFree(x);
    cudaGraphExecDestroy(exec);
    x = nullptr;
    exec = nullptr;
  }
}

void silentIfTheGraphIsForgotten(int n, cudaStream_t s, bool large) {
  static float *x = nullptr;
  static cudaGraphExec_t exec = nullptr;
  if (exec) {
    cudaGraphLaunch(exec, s);
    return;
  }
  if (!x)
    cudaMalloc(&x, n * sizeof(float));
  CAPTURE(s, exec);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  if (large) {
    exec = nullptr;
    cudaFree(x);
    x = nullptr;
  }
}

// It is made anew by each call.
void silentIfEachCallCaptures(int n, cudaStream_t s, bool large) {
  static float *x = nullptr;
  static cudaGraphExec_t exec = nullptr;
  if (!x)
    cudaMalloc(&x, n * sizeof(float));
  CAPTURE(s, exec);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  if (large) {
    cudaFree(x);
    x = nullptr;
  }
}

void silentIfTheCallFailed(int n, cudaStream_t s) {
  static float *x = nullptr;
  static cudaGraphExec_t exec = nullptr;
  if (exec) {
    cudaGraphLaunch(exec, s);
    return;
  }
  if (!x)
    cudaMalloc(&x, n * sizeof(float));
  CAPTURE(s, exec);
  if (cudaGraphLaunch(exec, s) != cudaSuccess) {
    cudaFree(x);
    x = nullptr;
  }
}
