// A global that only its initialization writes is named so, and so is the flag
// that tells whether a static local has been initialized.
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s
#include <cuda_runtime.h>

bool environment(const char *Name);
void set(bool &);
void see(const bool &);
static const bool Always = environment("GRAPHS");
static bool Sometimes = environment("GRAPHS");

// CHECK-LABEL: "once"
// CHECK: @"_Z4onceP11CUstream_st::Use<set once>" = %
// CHECK: @"_Z4onceP11CUstream_st::Use::initialized<set once>" = 1
void once(cudaStream_t S) {
  static bool Use = environment("GRAPHS");
  see(Use);
  if (Use)
    cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}
// CHECK-LABEL: "written"
// CHECK: @"_Z7writtenP11CUstream_st::Use" = %
// CHECK: @"_Z7writtenP11CUstream_st::Use::initialized<set once>" = 1
void written(cudaStream_t S) {
  static bool Use = environment("GRAPHS");
  if (Use)
    cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  Use = !Use;
}
// CHECK-LABEL: "writtenByALambda"
// CHECK: @"_Z16writtenByALambdaP11CUstream_st::Use" = %
void writtenByALambda(cudaStream_t S) {
  static bool Use = environment("GRAPHS");
  if (Use)
    cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  auto Toggle = [] { Use = !Use; };
  Toggle();
}
// CHECK-LABEL: "handedOut"
// CHECK: @"_Z9handedOutP11CUstream_st::Use" = %
void handedOut(cudaStream_t S) {
  static bool Use = environment("GRAPHS");
  set(Use);
  if (Use)
    cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}
// CHECK-LABEL: "pointedAt"
// CHECK: @"_Z9pointedAtP11CUstream_st::Use" = %
void pointedAt(cudaStream_t S) {
  static bool Use = environment("GRAPHS");
  static bool *Where;
  Where = &Use;
  if (Use)
    cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}
// CHECK-LABEL: "constant"
// CHECK: br @"Always<set once>"
void constant(cudaStream_t S) {
  if (Always)
    cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}
// CHECK-LABEL: "variable"
// CHECK: br @Sometimes
void variable(cudaStream_t S) {
  if (Sometimes)
    cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}
// A constant initializes before the program starts: no path runs the
// initializer later. A variable that never changes is the constant.
// CHECK-LABEL: "constantAtStart"
// CHECK: br 0, b{{[0-9]+}}, [[SET:b[0-9]+]]
// CHECK: [[SET]]:
// CHECK-NEXT: @"_Z15constantAtStartP11CUstream_st::Use<set once>" = 1
// CHECK-NOT: initialized
void constantAtStart(cudaStream_t S) {
  static bool Use = true;
  if (Use)
    cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
}
// CHECK-LABEL: "toggled"
// CHECK: br 1, b{{[0-9]+}}, b{{[0-9]+}}
// CHECK-NOT: initialized
void toggled(cudaStream_t S) {
  static bool Use = true;
  if (Use)
    cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  Use = !Use;
}
