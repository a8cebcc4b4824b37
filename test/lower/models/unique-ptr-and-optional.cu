// std::unique_ptr and std::optional: constructors and destructors of what they own.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>
#include <memory>
#include <optional>

struct Guard {
  explicit Guard(cudaStream_t s) : s(s) {}
  ~Guard() { cudaStreamSynchronize(s); }
  cudaStream_t s;
};

// CHECK-LABEL: func @_Z6uniqueP11CUstream_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: call @_ZN5GuardC1EP11CUstream_st(&%{{[0-9]+}}, %s)
// CHECK-NEXT: %{{[0-9]+}}."<pointer>" = &%{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}}."<delete>" = fn @_ZN5GuardD1Ev
// CHECK-NEXT: %p = %{{[0-9]+}}
// CHECK-NEXT: invoke %p."<delete>" on %p."<pointer>"() else
// CHECK-NEXT: opaque system "unique_ptr"()
// CHECK-NEXT: }
// CHECK-NEXT: %p."<pointer>" = 0
// CHECK-NEXT: %p."<delete>" = 0
// CHECK-NEXT: invoke %p."<delete>" on %p."<pointer>"() else
// CHECK-NEXT: opaque system "unique_ptr"()
// CHECK-NEXT: }
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: ret
void unique(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  auto p = std::make_unique<Guard>(s);
  p.reset();
}

// CHECK-LABEL: func @_Z8optionalP11CUstream_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: %o."<has>" = 0
// CHECK-NEXT: %o."<delete>" = 0
// CHECK-NEXT: invoke %o."<delete>" on &%o."<value>"() else
// CHECK-NEXT: opaque system "optional"()
// CHECK-NEXT: }
// CHECK-NEXT: call @_ZN5GuardC1EP11CUstream_st(&%o."<value>", %s)
// CHECK-NEXT: %o."<has>" = 1
// CHECK-NEXT: %o."<delete>" = fn @_ZN5GuardD1Ev
// CHECK-NEXT: %{{[0-9]+}} = &%o."<value>"
// CHECK-NEXT: invoke %o."<delete>" on &%o."<value>"() else
// CHECK-NEXT: opaque system "optional"()
// CHECK-NEXT: }
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: end %o
// CHECK-NEXT: ret
void optional(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  std::optional<Guard> o;
  o.emplace(s);
}
