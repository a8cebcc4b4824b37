// Memory that a static local keeps, and that is allocated when it is first
// needed. Which call is the first one is not known.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefixes=CHECK,POSSIBLE --implicit-check-not=warning:
#include <cuda_runtime.h>
__global__ void k(float *);
static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;

bool firesForAnAllocationOnDemand(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  static float *p = nullptr;
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'cudaMalloc' while 's' is capturing
  if (!p && cudaMalloc(&p, 4) != cudaSuccess)
    p = nullptr;
  k<<<1, 1, 0, s>>>(p);
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}

static float *scratch(size_t n) {
  static float *p = nullptr;
  static size_t have = 0;
  if (have < n) {
    cudaFree(p);
    have = cudaMalloc(&p, n) == cudaSuccess ? n : 0;
  }
  return p;
}
bool firesForABufferThatGrows(cudaStream_t s, cudaGraph_t *g, size_t n) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  // CHECK: :[[#@LINE+1]]:21: warning: call to 'scratch' reaches 'cudaFree' while 's' is capturing
  k<<<1, 1, 0, s>>>(scratch(n));
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
// The first call of this function has allocated what it needs.
bool silentAfterAWarmUp(cudaStream_t s, cudaGraph_t *g) {
  static int calls = 0;
  if (calls++ == 0) {
    k<<<1, 1, 0, s>>>(scratch(4));
    return true;
  }
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  k<<<1, 1, 0, s>>>(scratch(4));
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
// The first call has allocated less.
bool firesAfterASmallerWarmUp(cudaStream_t s, cudaGraph_t *g) {
  static int calls = 0;
  if (calls++ == 0) {
    k<<<1, 1, 0, s>>>(scratch(4));
    return true;
  }
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  // POSSIBLE: :[[#@LINE+1]]:21: warning: possible: call to 'scratch' reaches 'cudaFree' while 's' is capturing
  k<<<1, 1, 0, s>>>(scratch(8));
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
