// An edit that a person has to choose is on the note: clang-tidy applies it only
// with --fix-notes.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix-notes %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/fixed.cu
// RUN: %clang %cuda-flags -Wall -Werror -fsyntax-only %t/fixed.cu
#include <cuda_runtime.h>

void readsBack(cudaStream_t s, float *h, const float *d, size_t n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: {{^}}  cudaMemcpyAsync(h, d, n, cudaMemcpyDeviceToHost, s);
  cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
  cudaStreamEndCapture(s, g);
}
