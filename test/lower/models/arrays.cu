// A std::array is the array in it.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <array>
#include <cuda_runtime.h>

// CHECK-LABEL: func @_Z3allRKSt5arrayIP11CUstream_stLm2EE(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%streams->""[0], 0)
// CHECK-NEXT: %__range1 = &%streams^
// CHECK-NEXT: %{{[0-9]+}} = (&%__range1->""[0] + 2)
// CHECK-NEXT: %__end1 = %{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}} = &%__range1->""[0]
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
// CHECK-NEXT: ret
void all(const std::array<cudaStream_t, 2> &streams) {
  cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
  for (cudaStream_t s : streams)
    cudaStreamSynchronize(s);
}
