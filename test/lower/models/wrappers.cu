// std::function: a target and an object.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <functional>

// CHECK-LABEL: func @_Z5callsP11CUstream_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: %f."<target>" = fn @_ZZ5callsP11CUstream_stENKUlS0_E_clES0_
// CHECK-NEXT: %f."<object>" = %{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}} = (%f."<target>" != 0)
// CHECK-NEXT: br %{{[0-9]+}}, b2, b3 "f"
// CHECK-NEXT: b2:
// CHECK-NEXT: invoke %f."<target>" on &%f."<object>"(%s)
// CHECK-NEXT: goto b3
// CHECK-NEXT: b3:
// CHECK-NEXT: goto b4
// CHECK-NEXT: b4:
// CHECK-NEXT: end %f
// CHECK-NEXT: ret
void calls(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  std::function<void(cudaStream_t)> f = [](cudaStream_t t) { cudaStreamSynchronize(t); };
  if (f)
    f(s);
}
