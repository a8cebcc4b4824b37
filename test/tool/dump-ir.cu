// What is left of a function when only capture matters.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags 2>/dev/null | %FileCheck %s
// CHECK: module "{{.*}}dump-ir.cu"
#include <cuda_runtime.h>
__global__ void kernel(float *p);

// CHECK-LABEL: func @_Z5buildP11CUstream_stPP10CUgraph_stb(%s: stream, %g, %use: int) "build"
// CHECK: br %use, [[THEN:b[0-9]+]], {{b[0-9]+}} "use"
// CHECK: [[THEN]]:
// CHECK-NEXT: %[[R:[0-9]+]] = api cudaStreamBeginCapture(%s, 1)
// CHECK-NEXT: br (%[[R]] != 0), {{b[0-9]+}}, {{b[0-9]+}}
// CHECK: api launch(%s) of fn @_Z6kernelPf !
// CHECK-NEXT: %{{[0-9]+}} = opaque {{(system )?}}"puts"(?)
// CHECK: api cudaStreamEndCapture(%s, %g)
// CHECK: ret
extern "C" int puts(const char *);
void build(cudaStream_t s, cudaGraph_t *g, bool use) {
  if (use)
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
  kernel<<<1, 32, 0, s>>>(nullptr);
  puts("captured");
  if (use)
    cudaStreamEndCapture(s, g);
}

// A function without handles is not there.
// CHECK-NOT: irrelevant
int irrelevant(int n) { return n * 2; }
