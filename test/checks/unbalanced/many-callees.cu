// An inference step calls many functions of other sources between the begin and
// a return that forgets the end.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-*,cuda-capture-unbalanced %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

#define CALLEE(n) void launch##n(float *, cudaStream_t);
#define TEN(of, n) of(n##0) of(n##1) of(n##2) of(n##3) of(n##4) of(n##5) of(n##6) of(n##7) of(n##8) of(n##9)
TEN(CALLEE, 1) TEN(CALLEE, 2) TEN(CALLEE, 3)
#define CALL(n) launch##n(p, s);

int firesBehindThirtyCallees(float *p, bool supported, cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return 1;
  TEN(CALL, 1)
  TEN(CALL, 2)
  TEN(CALL, 3)
  if (!supported)
    return -1;
  return cudaStreamEndCapture(s, g);
}

int silentIfEachPathEnds(float *p, bool supported, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return 1;
  TEN(CALL, 1)
  TEN(CALL, 2)
  TEN(CALL, 3)
  const cudaError_t e = cudaStreamEndCapture(s, g);
  return supported ? e : -1;
}
