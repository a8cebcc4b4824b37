// Each run of a test takes one of its sections.
// RUN: %cuda-capture dump-ir %s -- -std=c++17 -isystem %stub-include | %FileCheck %s
#include <cuda_runtime.h>

namespace Catch {
struct Section {
  explicit Section(const char *name);
  explicit operator bool() const;
};
} // namespace Catch

// CHECK-LABEL: func @_Z5testsP11CUstream_st(
// CHECK-NEXT: b0:
// CHECK-NEXT: %"<choice>" = opaque system "choice"()
// CHECK-NEXT: goto b1
// CHECK-NEXT: b1:
// CHECK-NEXT: api cudaStreamBeginCapture(%s, 0)
// CHECK-NEXT: opaque "Catch::Section::Section"(&%{{[0-9]+}}, ?)
// CHECK-NEXT: %one = &%{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}} = (%"<choice>" == 1)
// CHECK-NEXT: br %{{[0-9]+}}, b2, b3 "one"
// CHECK-NEXT: b2:
// CHECK-NEXT: api cudaStreamSynchronize(%s)
// CHECK-NEXT: goto b3
// CHECK-NEXT: b3:
// CHECK-NEXT: opaque "Catch::Section::Section"(&%{{[0-9]+}}, ?)
// CHECK-NEXT: %two = &%{{[0-9]+}}
// CHECK-NEXT: %{{[0-9]+}} = (%"<choice>" != 1)
// CHECK-NEXT: br %{{[0-9]+}}, b4, b5 "two"
// CHECK-NEXT: b4:
// CHECK-NEXT: api cudaStreamQuery(%s)
// CHECK-NEXT: goto b5
// CHECK-NEXT: b5:
// CHECK-NEXT: goto b6
// CHECK-NEXT: b6:
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: end %{{[0-9]+}}
// CHECK-NEXT: ret
void tests(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (const auto &one = Catch::Section("one"))
    cudaStreamSynchronize(s);
  if (const auto &two = Catch::Section("two"))
    cudaStreamQuery(s);
}
