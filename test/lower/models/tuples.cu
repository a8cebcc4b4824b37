// std::pair and std::tuple: a field for each element.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <tuple>
#include <utility>

// CHECK-LABEL: func @_Z5firstP11CUstream_stP10CUevent_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: %p.first = %s
// CHECK-NEXT: %p.second = %e
// CHECK-NEXT: %anon = %p
// CHECK-NEXT: %{{[0-9]+}} = &%anon.first
// CHECK-NEXT: %stream = &%{{[0-9]+}}^
// CHECK-NEXT: %{{[0-9]+}} = &%anon.second
// CHECK-NEXT: %event = &%{{[0-9]+}}^
// CHECK-NEXT: api cudaEventRecord(%event^, %stream^)
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: end %anon
// CHECK-NEXT: ret
void first(cudaStream_t s, cudaEvent_t e) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  std::pair<cudaStream_t, cudaEvent_t> p(s, e);
  auto [stream, event] = p;
  cudaEventRecord(event, stream);
}

// CHECK-LABEL: func @_Z4tiesP11CUstream_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: %{{[0-9]+}}."<0>" = &%other
// CHECK-NEXT: %{{[0-9]+}}."<1>" = &%n
// CHECK-NEXT: %{{[0-9]+}}."<0>" = %s
// CHECK-NEXT: %{{[0-9]+}} = 1
// CHECK-NEXT: %{{[0-9]+}}."<1>" = %{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}}."<0>"^ = %{{[0-9]+}}."<0>"
// CHECK-NEXT: %{{[0-9]+}}."<1>"^ = %{{[0-9]+}}."<1>"
// CHECK-NEXT: api cudaStreamSynchronize(%other)
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: end %other
// CHECK-NEXT: end %n
// CHECK-NEXT: ret
void ties(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStream_t other;
  int n;
  std::tie(other, n) = std::make_tuple(s, 1);
  cudaStreamSynchronize(other);
}
