// The driver's versioned names are macros; the edit keeps to what is written.
// RUN: mkdir -p %t && cp %s %t/fixed.cpp
// RUN: %tidy %all-checks --fix %t/fixed.cpp -- -std=c++17 -isystem %stub-include > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/fixed.cpp
// RUN: %clang -std=c++17 -isystem %stub-include -Wall -Werror -fsyntax-only %t/fixed.cpp
#include <cuda.h>

void f(CUstream s, CUdeviceptr d, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: {{^}}  cuMemsetD8Async(d, 0, 16, s);
  cuMemsetD8(d, 0, 16);
  CUdeviceptr p;
  // CHECK: {{^}}  cuMemAllocAsync(&p, 16, s);
  cuMemAlloc(&p, 16);
  cuMemFreeAsync(p, s);
  cuStreamEndCapture(s, g);
}
