// The verdict of an assertion is what it compares.
// RUN: %cuda-capture dump-ir %s -- -std=c++17 -isystem %stub-include | %FileCheck %s
#include <cuda_runtime.h>

namespace testing {
struct AssertionResult {
  explicit AssertionResult(bool success);
  operator bool() const;
};
namespace internal {
struct EqHelper {
  template <class A, class B> static AssertionResult Compare(const char *, const char *, const A &, const B &);
};
} // namespace internal
} // namespace testing

// CHECK-LABEL: func @_Z6equalsP11CUstream_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: %{{[0-9]+}} = api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: %e = %{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}}."<verdict>" = (%e == 0)
// CHECK-NEXT: %{{[0-9]+}} = %{{[0-9]+}}."<verdict>"
// CHECK-NEXT: br %{{[0-9]+}}, b2, b3
// CHECK-NEXT: b2:
// CHECK-NEXT: api cudaStreamSynchronize(%s)
// CHECK-NEXT: goto b3
// CHECK-NEXT: b3:
// CHECK-NEXT: goto b4
// CHECK-NEXT: b4:
// CHECK-NEXT: ret
void equals(cudaStream_t s) {
  cudaError_t e = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (testing::internal::EqHelper::Compare("cudaSuccess", "e", cudaSuccess, e))
    cudaStreamSynchronize(s);
}
