// A function that is too large for a close look says so where it matters: among
// the reasons why nothing is known of it.
// RUN: not %cuda-capture audit --effort=1 %s -- %cuda-flags 2>/dev/null | %FileCheck %s --implicit-check-not='more paths'
#include <cuda_runtime.h>
#define TEN(X) X X X X X X X X X X
#define SIX_THOUSAND(X) TEN(TEN(TEN(X X X X X X)))
// Two paths meet, and it matters which one was taken.
#define FILL_ONE                                                               \
  if (*f++)                                                                    \
    x = p;                                                                     \
  else                                                                         \
    x = q;                                                                     \
  cudaMemsetAsync(x, 0, 4, s);
void trace(const char *text);

// CHECK: audit-too-large.cu:[[#@LINE+1]]:6: asks: unknown
void asks(float *p, float *q, const bool *f, cudaStream_t s) {
  // CHECK-NEXT: :[[#@LINE-1]]:6: 'asks' has more paths than are followed:
  // CHECK-NEXT: :[[#@LINE+1]]:3: 'trace' is called, which is an unknown callee
  trace("fill");
  float *x;
  SIX_THOUSAND(FILL_ONE)
}

// CHECK: audit-too-large.cu:[[#@LINE+1]]:6: grows: not capturable
void grows(float *p, float *q, const bool *f, cudaStream_t s) {
  float *x;
  cudaMalloc(&p, 4);
  SIX_THOUSAND(FILL_ONE)
}
