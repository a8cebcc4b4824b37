// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy --checks=-*,cuda-capture-dangling-memory %s -- %cuda-flags 2>&1 | not grep warning:
// A variable outside of functions keeps the graph, and a function frees the memory that the graph uses and allocates it anew.
#include <cuda_runtime.h>
#include <stdlib.h>
__global__ void rotate(float *tmp, int n);
#define OK(x)                                                                                      \
  if ((x) != cudaSuccess)                                                                          \
  abort()

// The address is that of the first call.
#define CAPTURE(...)                                                                               \
  cudaGraph_t g;                                                                                   \
  OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));                                     \
  rotate<<<1, 32, 0, s>>>(scratch, n);                                                             \
  OK(cudaStreamEndCapture(s, &g));                                                                 \
  __VA_ARGS__;                                                                                     \
  OK(cudaGraphInstantiate(&exec, g, 0));                                                           \
  OK(cudaGraphDestroy(g))
#define LAUNCH OK(cudaGraphLaunch(exec, s))

namespace fires {
static float *scratch = nullptr;
static size_t size = 0;
static cudaGraphExec_t exec;
void reserve(size_t need) {
  if (need > size) {
    if (scratch)
      // CHECK: :[[#@LINE+13]]:5: warning: possible: kernel launch makes the graph refer to the memory of 'fires::scratch', which another call replaces while the graph is kept; {{.*}} [cuda-capture-dangling-memory]
      // CHECK: :[[#@LINE+1]]:10: note: the memory is released here
      OK(cudaFree(scratch));
    OK(cudaMalloc(&scratch, need));
    size = need;
  }
}
void eager(int n, cudaStream_t s) {
  reserve(n * 4);
  rotate<<<1, 32, 0, s>>>(scratch, n);
}
void run(int n, cudaStream_t s) {
  if (!exec) {
    CAPTURE();
  }
  LAUNCH;
}
} // namespace fires

// Who replaces the memory also gives the graph up.
namespace silent {
static float *scratch = nullptr;
static size_t size = 0;
static cudaGraphExec_t exec;
void reserve(size_t need) {
  if (need > size) {
    if (scratch)
      OK(cudaFree(scratch));
    if (exec)
      OK(cudaGraphExecDestroy(exec));
    exec = nullptr;
    OK(cudaMalloc(&scratch, need));
    size = need;
  }
}
void run(int n, cudaStream_t s) {
  if (!exec) {
    CAPTURE();
  }
  LAUNCH;
}
} // namespace silent

// The graph does not use the memory that is replaced.
namespace other {
static float *scratch = nullptr, *own = nullptr;
static cudaGraphExec_t exec;
void replace(size_t need) {
  OK(cudaFree(own));
  OK(cudaMalloc(&own, need));
}
void run(int n, cudaStream_t s) {
  if (!exec) {
    CAPTURE();
  }
  LAUNCH;
}
} // namespace other

// The graph is made anew for each size.
namespace asked {
static float *scratch = nullptr;
static size_t size = 0, captured = 0;
static cudaGraphExec_t exec;
void replace(size_t need) {
  if (scratch)
    OK(cudaFree(scratch));
  OK(cudaMalloc(&scratch, need));
  size = need;
}
void run(int n, cudaStream_t s) {
  if (!exec || captured != size) {
    CAPTURE(if (exec) OK(cudaGraphExecDestroy(exec)));
    captured = size;
  }
  LAUNCH;
}
} // namespace asked
