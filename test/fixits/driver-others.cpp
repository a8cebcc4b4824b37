// Callbacks, allocations and waits of the driver API, whose names may be macros;
// a mode that is left out.
// RUN: mkdir -p %t && cp %s %t/fixed.cpp
// RUN: %tidy %all-checks --fix-notes %t/fixed.cpp -- -std=c++17 -isystem %stub-include > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/fixed.cpp
// RUN: %clang -std=c++17 -isystem %stub-include -Wall -Werror -fsyntax-only %t/fixed.cpp
// RUN: %tidy %all-checks %t/fixed.cpp -- -std=c++17 -isystem %stub-include 2>&1 | %FileCheck %s --check-prefix=AFTER --allow-empty --implicit-check-not=warning:
#include <cuda.h>
#include <cuda_runtime_api.h>

// CHECK: {{^}}static void CUDA_CB done(void *data) { *(int *)data = 1; }
static void CUDA_CB done(CUstream, CUresult, void *data) { *(int *)data = 1; }

void all(CUstream s, int *d, size_t n, CUgraph *g) {
  CUdeviceptr p;
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuMemAlloc(&p, n);
  cuStreamAddCallback(s, done, d, 0);
  cuStreamSynchronize(s);
  cuCtxSynchronize();
  cuStreamEndCapture(s, g);
}
// CHECK-LABEL: {{^}}void all(
// CHECK-NEXT: {{^}}  CUdeviceptr p;
// CHECK-NEXT: {{^}}  cuMemAlloc(&p, n);
// CHECK-NEXT: {{^}}  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
// CHECK-NEXT: {{^}}  cuLaunchHostFunc(s, done, d);
// CHECK-NEXT: {{^}}  cuStreamEndCapture(s, g);

void mode(CUstream s, CUdeviceptr p, CUgraph *g) {
  // CHECK: {{^}}  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  cuMemFree(p);
  cuStreamEndCapture(s, g);
}

extern "C" cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode = cudaStreamCaptureModeGlobal);
void defaultMode(cudaStream_t s, float *p, cudaGraph_t *g) {
  // CHECK: {{^}}  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaStreamBeginCapture(s);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
// AFTER-NOT: warning:
