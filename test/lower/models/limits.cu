// The smaller or larger one of two integers is a value.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <algorithm>

__device__ __host__ int min(int a, int b);

// CHECK-LABEL: func @_Z6limitsiiP6float4P11CUstream_st(
// CHECK: api cudaMalloc(&%p, (%a min 3))
// CHECK-NEXT: api cudaMalloc(&%p, ((%a max 1) min %b))
// CHECK-NEXT: api cudaMalloc(&%p, (%a min %b))
// CHECK-NEXT: api cudaMalloc(&%p, (1 max (%b min 8)))
void limits(int a, int b, float4 *p, cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMalloc(&p, std::min(a, 3));
  cudaMalloc(&p, std::clamp(a, 1, b));
  cudaMalloc(&p, min(a, b));
  cudaMalloc(&p, std::max(1, std::min(b, 8)));
}

// Other types, other orders and lists are calls that are not followed.
// CHECK-LABEL: func @_Z6others
// CHECK: opaque system "std::min"(%a, %b)
// CHECK: opaque system "std::max"(%n, %m,
// CHECK: opaque system "std::max"(
void others(float a, float b, int n, int m, float *p, cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMalloc(&p, std::min(a, b));
  cudaMalloc(&p, std::max(n, m, [](int x, int y) { return x > y; }));
  cudaMalloc(&p, std::max({n, m, 3}));
}
