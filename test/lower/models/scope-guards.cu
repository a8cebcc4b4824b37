// A scope guard runs what it is made of. Its own code is not called.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>

namespace gsl {
template <class F> class final_action {
public:
  explicit final_action(F f) : f(f) {}
  ~final_action() { f(); }

private:
  F f;
};
template <class F> final_action<F> finally(F f) { return final_action<F>(f); }
} // namespace gsl

// CHECK-LABEL: func @_Z4endsP11CUstream_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: %{{[0-9]+}}.s = %s
// CHECK-NEXT: %{{[0-9]+}}."<object>" = %{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}}."<at end>" = fn @_ZZ4endsP11CUstream_stENKUlvE_clEv
// CHECK-NEXT: %guard = %{{[0-9]+}}
// CHECK-NEXT: invoke %guard."<at end>" on &%guard."<object>"() else
// CHECK-NEXT: opaque "final_action"()
// CHECK-NEXT: }
// CHECK-NEXT: goto b2
// CHECK-NEXT: b2:
// CHECK-NEXT: end %guard
// CHECK-NEXT: ret
void ends(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  auto guard = gsl::finally([s] { cudaStreamSynchronize(s); });
}
