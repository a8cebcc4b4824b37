// A wait that the order of the stream makes needless is removed, if a person
// wants that: --fix leaves it alone.
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
#define CHECK_IF(x) if ((x) != cudaSuccess) return
#define SYNC(s) cudaStreamSynchronize(s)
void ok(cudaError_t e);
__global__ void kernel(float *p);

// LOG: :[[#@LINE+5]]:3: warning: call to 'cudaStreamSynchronize'
// LOG: :[[#@LINE+4]]:3: note: or remove it: what is enqueued after it in the same stream waits without it
void statements(cudaStream_t s, float *p, const float *h, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(p, h, 4, cudaMemcpyHostToDevice, s);
  cudaStreamSynchronize(s);
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(
      cudaStreamSynchronize(s));
  CHECK_IF(cudaStreamSynchronize(s));
  ok(cudaStreamSynchronize(s));
  SYNC(s);
  (void)cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
// CHECK-LABEL: {{^}}void statements(
// CHECK-NEXT: {{^}}  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
// CHECK-NEXT: {{^}}  cudaMemcpyAsync(p, h, 4, cudaMemcpyHostToDevice, s);
// CHECK-NEXT: {{^}}  kernel<<<1, 1, 0, s>>>(p);
// CHECK-NEXT: {{^}}  cudaStreamEndCapture(s, g);

void arms(cudaStream_t s, cudaEvent_t e, float *p, int n, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < n; ++i) {
    kernel<<<1, 1, 0, s>>>(p);
    if (i)
      cudaStreamSynchronize(s);
    else
      CHECK_CUDA(cudaDeviceSynchronize());
  }
  cudaEventRecord(e, s);
  if (n > 2)
    kernel<<<1, 1, 0, s>>>(p);
  else
    cudaEventSynchronize(e);
  while (--n)
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}
// CHECK-LABEL: {{^}}void arms(
// CHECK: {{^}}    if (i)
// CHECK-NEXT: {{^}}      {}
// CHECK-NEXT: {{^}}    else
// CHECK-NEXT: {{^}}      {}
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}  cudaEventRecord(e, s);
// CHECK-NEXT: {{^}}  if (n > 2)
// CHECK-NEXT: {{^}}    kernel<<<1, 1, 0, s>>>(p);
// CHECK-NEXT: {{^}}  else
// CHECK-NEXT: {{^}}    {}
// CHECK-NEXT: {{^}}  while (--n)
// CHECK-NEXT: {{^}}    {}
// AFTER-NOT: warning:
