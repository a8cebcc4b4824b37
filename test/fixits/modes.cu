// A mode that permits the call is offered at the begin of the capture, where
// the mode is written there. A capture that is left in a stricter mode would
// still reject it.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: diff %s %t/fixed.cu
// RUN: %FileCheck %s --check-prefix=LOG --input-file=%t/log
// RUN: %tidy %all-checks --fix-notes %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/fixed.cu
// RUN: %clang %cuda-flags -Wall -Werror -fsyntax-only %t/fixed.cu
// RUN: %tidy %all-checks %t/fixed.cu -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=AFTER --allow-empty --implicit-check-not=warning:
#include <cuda_runtime.h>
#define CHECK_CUDA(x)                                                          \
  do {                                                                         \
    if ((x) != cudaSuccess)                                                    \
      return;                                                                  \
  } while (0)

void global(cudaStream_t s, float *p, cudaGraph_t *g) {
  // LOG: :[[#@LINE+2]]:3: note: or begin the capture in relaxed mode, which permits the call
  // CHECK: {{^}}  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// One edit for two findings.
void threadLocal(cudaStream_t s, float *p, float *h, cudaGraph_t *g) {
  // CHECK: {{^}}  CHECK_CUDA(cudaStreamBeginCapture(s, ::cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaStreamBeginCapture(s, ::cudaStreamCaptureModeThreadLocal));
  CHECK_CUDA(cudaFree(p));
  cudaFreeHost(h);
  cudaStreamEndCapture(s, g);
}

static void release(float *p) { cudaFree(p); }
void inAHelper(cudaStream_t s, float *p, cudaGraph_t *g) {
  // CHECK: {{^}}  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  release(p);
  cudaStreamEndCapture(s, g);
}
void toGraph(cudaStream_t s, float *p, cudaGraph_t g) {
  // CHECK: {{^}}  cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed);
  cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
  cudaFree(p);
  cudaStreamEndCapture(s, &g);
}
// AFTER-NOT: warning:
