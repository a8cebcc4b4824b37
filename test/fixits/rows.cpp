// What is edited, and how, stands in the rows.
// RUN: mkdir -p %t && cp %s %t/fixed.cpp
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureKnowledgeBase: "%S/Inputs/rows.json"}}' --fix-notes %t/fixed.cpp -- -std=c++17 -D__HIP_PLATFORM_AMD__ -isystem %stub-include > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/fixed.cpp
// RUN: %FileCheck %s --check-prefix=LOG --input-file=%t/log
// RUN: %clang -std=c++17 -D__HIP_PLATFORM_AMD__ -isystem %stub-include -Wall -Werror -fsyntax-only %t/fixed.cpp
#include <hip/hip_runtime_api.h>

// CHECK: {{^}}static void done(void *data) { *(int *)data = 1; }
static void done(hipStream_t, hipError_t, void *data) { *(int *)data = 1; }

void all(hipStream_t s, int *d, hipGraph_t *g) {
  void *p;
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  hipMalloc(&p, 4);
  hipStreamAddCallback(s, done, d, 0);
  hipDeviceSynchronize();
  hipStreamEndCapture(s, g);
}
// CHECK-LABEL: {{^}}void all(
// CHECK-NEXT: {{^}}  void *p;
// CHECK-NEXT: {{^}}  hipMalloc(&p, 4);
// CHECK-NEXT: {{^}}  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
// CHECK-NEXT: {{^}}  hipLaunchHostFunc(s, done, d);
// CHECK-NEXT: {{^}}  hipStreamEndCapture(s, g);

// Two modes would do, so none is applied.
void twoModes(hipStream_t s, int *d, hipGraph_t *g) {
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  hipFree(d);
  hipStreamEndCapture(s, g);
}
// LOG: :[[#@LINE-3]]:3: warning: call to 'hipFree'
// LOG: :[[#@LINE-5]]:3: note: or begin the capture in thread-local mode, which permits the call
// LOG: hipStreamCaptureModeThreadLocal
// LOG: :[[#@LINE-7]]:3: note: or begin the capture in relaxed mode, which permits the call
// LOG: hipStreamCaptureModeRelaxed
// CHECK-LABEL: {{^}}void twoModes(
// CHECK-NEXT: {{^}}  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
