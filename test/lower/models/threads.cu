// std::thread: a call that spawns, and a join.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <thread>

// CHECK-LABEL: func @_Z6joinedP11CUstream_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: %{{[0-9]+}}.s = %s
// CHECK-NEXT: %t."<thread>" = call spawns @_ZZ6joinedP11CUstream_stENKUlvE_clEv(&%{{[0-9]+}})
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: join %t."<thread>"
// CHECK-NEXT: opaque system "std::thread::join"(&%t)
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: end %t
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: ret
void joined(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  std::thread t([s] { cudaStreamSynchronize(s); });
  t.join();
}
