// Where a finding has several edits, --fix-notes never mixes them: an edit on the
// warning is the one that is applied, and of several on notes none is. Another
// mode is offered with the first finding that has nothing better.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix-notes %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/fixed.cu
// RUN: %FileCheck %s --check-prefix=LOG --input-file=%t/log
// RUN: not grep 'will not be applied' %t/log
// RUN: %clang %cuda-flags -Wall -Werror -fsyntax-only %t/fixed.cu
#include <cuda_runtime.h>

// To allocate before, in the stream's order, or in another mode.
void sure(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMalloc(&p, 4);
  cudaStreamEndCapture(s, g);
}
// LOG: :[[#@LINE-3]]:3: warning: call to 'cudaMalloc'
// LOG: :[[#@LINE-4]]:3: note: allocate before cudaStreamBeginCapture, or use cudaMallocAsync
// LOG-NEXT: cudaMalloc(&p, 4);
// LOG-NEXT: ^~~
// LOG-NEXT: cudaMallocAsync
// LOG: :[[#@LINE-9]]:3: note: or begin the capture in relaxed mode
// LOG: cudaStreamCaptureModeRelaxed
// CHECK-LABEL: {{^}}void sure(
// CHECK-NEXT: {{^}}  cudaMalloc(&p, 4);
// CHECK-NEXT: {{^}}  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
// CHECK-NEXT: {{^}}  cudaStreamEndCapture(s, g);

// In the stream's order, which others may not want, or in another mode.
static void allocate(float **p, cudaStream_t s) { cudaMalloc(p, 4); }
void several(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  allocate(&p, s);
  cudaStreamEndCapture(s, g);
}
// LOG: :[[#@LINE-3]]:3: warning: call to 'allocate'
// LOG: cudaMallocAsync
// LOG: cudaStreamCaptureModeRelaxed
// CHECK: {{^}}static void allocate(float **p, cudaStream_t s) { cudaMalloc(p, 4); }
// CHECK-NEXT: {{^}}void several(
// CHECK-NEXT: {{^}}  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
// CHECK-NEXT: {{^}}  allocate(&p, s);

void twoFindings(cudaStream_t s, float *p, float *h, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaFree(p);
  cudaFreeHost(h);
  cudaStreamEndCapture(s, g);
}
// LOG: :[[#@LINE-4]]:3: warning: call to 'cudaFree'
// LOG: :[[#@LINE-6]]:3: note: or begin the capture in relaxed mode
// LOG: :[[#@LINE-5]]:3: warning: call to 'cudaFreeHost'
// LOG-NOT: or begin the capture
// CHECK-LABEL: {{^}}void twoFindings(
// CHECK-NEXT: {{^}}  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
