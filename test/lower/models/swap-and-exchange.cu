// std::swap and std::exchange are assignments.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <utility>

// CHECK-LABEL: func @_Z5swapsP11CUstream_stS0_(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%a, 0)
// CHECK-NEXT: %{{[0-9]+}} = %a
// CHECK-NEXT: %a = %b
// CHECK-NEXT: %b = %{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}} = %a
// CHECK-NEXT: %a = 0
// CHECK-NEXT: api cudaStreamSynchronize(%{{[0-9]+}})
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: ret
void swaps(cudaStream_t a, cudaStream_t b) {
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  std::swap(a, b);
  cudaStreamSynchronize(std::exchange(a, nullptr));
}
