// A function that is too large for a close look says so where it matters: among
// the reasons why nothing is known of it.
// RUN: not %cuda-capture audit %s -- %cuda-flags 2>/dev/null | %FileCheck %s --implicit-check-not='too large'
#include <cuda_runtime.h>
#define TEN(X) X X X X X X X X X X
#define SIX_THOUSAND(X) TEN(TEN(TEN(X X X X X X)))
void trace(const char *text);

// CHECK: audit-too-large.cu:[[#@LINE+1]]:6: asks: unknown
void asks(float *p, cudaStream_t s) {
  // CHECK-NEXT: :[[#@LINE-1]]:6: 'asks' is too large to be analysed closely
  // CHECK-NEXT: :[[#@LINE+1]]:3: 'trace' is called, which cannot be seen into
  trace("fill");
  SIX_THOUSAND(cudaMemsetAsync(p, 0, 4, s);)
}

// CHECK: audit-too-large.cu:[[#@LINE+1]]:6: grows: not capturable
void grows(float *p, cudaStream_t s) {
  cudaMalloc(&p, 4);
  SIX_THOUSAND(cudaMemsetAsync(p, 0, 4, s);)
}
