// A finding names the conditions of its call only if every path to the call has
// them.
// RUN: %tidy --checks=-*,cuda-capture-synchronization %s -- %cuda-flags 2>&1 | %FileCheck %s
#include <cuda_runtime.h>

static void waitInside(cudaStream_t s, bool first, bool skips) {
  int which = 0;
  if (first) {
    if (skips)
      return;
    which = 1;
  }
  cudaDeviceSynchronize();
  if (which == 1)
    cudaMemsetAsync(nullptr, 0, 1, s);
}

// CHECK: :[[@LINE+4]]:3: warning: call to 'waitInside' reaches 'cudaDeviceSynchronize'
// CHECK: :[[@LINE-6]]:3: note: 'waitInside' calls 'cudaDeviceSynchronize' here{{$}}
void capture(cudaStream_t s, bool first, bool skips, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  waitInside(s, first, skips);
  cudaStreamEndCapture(s, g);
}

static void waitAlways(cudaStream_t s, bool first, bool skips) {
  int which = 0;
  if (skips)
    return;
  if (first)
    which = 1;
  cudaDeviceSynchronize();
  if (which == 1)
    cudaMemsetAsync(nullptr, 0, 1, s);
}

// CHECK: :[[@LINE+4]]:3: warning: call to 'waitAlways' reaches 'cudaDeviceSynchronize'
// CHECK: :[[@LINE-6]]:3: note: 'waitAlways' calls 'cudaDeviceSynchronize' here unless 'skips'
void captureAlways(cudaStream_t s, bool first, bool skips, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  waitAlways(s, first, skips);
  cudaStreamEndCapture(s, g);
}
