// Functions that run a callable: std::for_each, std::call_once.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>

#include <algorithm>
#include <mutex>

// CHECK-LABEL: func @_Z4eachPP11CUstream_sti(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%first^, 0)
// CHECK-NEXT: call @_ZZ4eachPP11CUstream_stiENKUlS0_E_clES0_(&%{{[0-9]+}}, ?)
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: ret
void each(cudaStream_t *first, int n) {
  cudaStreamBeginCapture(*first, cudaStreamCaptureModeGlobal);
  std::for_each(first, first + n, [](cudaStream_t s) { cudaStreamSynchronize(s); });
}

// CHECK-LABEL: func @_Z4onceP11CUstream_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: br 1, b3, b2 "cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)"
// CHECK-NEXT: b2:
// CHECK-NEXT: @"_Z4onceP11CUstream_st::flag" = ?
// CHECK-NEXT: goto b3
// CHECK-NEXT: b3:
// CHECK-NEXT: %{{[0-9]+}}.s = %s
// CHECK-NEXT: br @"_Z4onceP11CUstream_st::flag"."<called>", b6, b5
// CHECK-NEXT: b4:
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: ret
// CHECK-NEXT: b5:
// CHECK-NEXT: call @_ZZ4onceP11CUstream_stENKUlvE_clEv(&%{{[0-9]+}})
// CHECK-NEXT: @"_Z4onceP11CUstream_st::flag"."<called>" = 1
// CHECK-NEXT: goto b6
// CHECK-NEXT: b6:
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: goto b4
void once(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  static std::once_flag flag;
  std::call_once(flag, [s] { cudaStreamSynchronize(s); });
}
