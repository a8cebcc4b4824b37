// A std::initializer_list refers to an array.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <initializer_list>

// CHECK-LABEL: func @_Z4bothP11CUstream_stS0_(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%a, 0)
// CHECK-NEXT: %{{[0-9]+}}[0] = %a
// CHECK-NEXT: %{{[0-9]+}}[1] = %b
// CHECK-NEXT: %{{[0-9]+}}."<end>" = (&%{{[0-9]+}}[0] + 2)
// CHECK-NEXT: %{{[0-9]+}}."<first>" = &%{{[0-9]+}}[0]
// CHECK-NEXT: %__range1 = &%{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}} = %__range1->"<end>"
// CHECK-NEXT: %__end1 = %{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}} = %__range1->"<first>"
// CHECK-NEXT: %__begin1 = %{{[0-9]+}}
// CHECK-NEXT: goto b4
// CHECK-NEXT: b2:
// CHECK-NEXT: %s = %__begin1^
// CHECK-NEXT: api cudaStreamSynchronize(%s)
// CHECK-NEXT: goto b3
// CHECK-NEXT: b3:
// CHECK-NEXT: %__begin1 = (%__begin1 + 1)
// CHECK-NEXT: goto b4
// CHECK-NEXT: b4:
// CHECK-NEXT: br (%__begin1 != %__end1), b2, b5 ":"
// CHECK-NEXT: b5:
// CHECK-NEXT: goto b6
// CHECK-NEXT: b6:
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: ret
void both(cudaStream_t a, cudaStream_t b) {
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  for (cudaStream_t s : {a, b})
    cudaStreamSynchronize(s);
}
