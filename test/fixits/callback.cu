// A callback that looks at its data only becomes a host function, if the data
// are there at each launch.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/fixed.cu
// RUN: %clang %cuda-flags -Wall -Werror -fsyntax-only %t/fixed.cu
// RUN: %tidy %all-checks %t/fixed.cu -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=AFTER --allow-empty --implicit-check-not=warning:
#include <cuda_runtime.h>
#define CHECK_CUDA(x)                                                          \
  do {                                                                         \
    if ((x) != cudaSuccess)                                                    \
      return;                                                                  \
  } while (0)

// CHECK: {{^}}static void CUDART_CB done(void *data) {
static void CUDART_CB done(cudaStream_t, cudaError_t, void *data) {
  *static_cast<int *>(data) = 1;
}
namespace {
// CHECK: {{^}}void named(void *) {}
void named(cudaStream_t stream, cudaError_t status, void *) {}
} // namespace
void overloaded(void *) {}
void overloaded(cudaStream_t, cudaError_t, void *) {}

int flag, counter;

void functions(cudaStream_t s, int *d, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: {{^}}  cudaLaunchHostFunc(s, done, &flag);
  cudaStreamAddCallback(s, done, &flag, 0);
  // CHECK: {{^}}  CHECK_CUDA(cudaLaunchHostFunc(s, &named, d));
  CHECK_CUDA(cudaStreamAddCallback(s, &named, d, 0));
  // CHECK: {{^}}  cudaLaunchHostFunc(s, overloaded, d);
  cudaStreamAddCallback(s, overloaded, d, 0);
  cudaStreamEndCapture(s, g);
}

void lambdas(cudaStream_t s, int *d, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: {{^}}  cudaLaunchHostFunc(s, [](void *p) { ++*(int *)p; }, &counter);
  cudaStreamAddCallback(s, [](cudaStream_t, cudaError_t e, void *p) { ++*(int *)p; }, &counter, 0);
  // CHECK: {{^}}  CHECK_CUDA(cudaLaunchHostFunc(
  // CHECK-NEXT: {{^}}      s, +[](void *) -> void {}, d));
  CHECK_CUDA(cudaStreamAddCallback(
      s, +[](cudaStream_t stream, cudaError_t, void *) -> void {}, d, 0));
  // CHECK: {{^}}  cudaLaunchHostFunc(s, [](auto...) {}, nullptr);
  cudaStreamAddCallback(s, [](auto...) {}, nullptr, 0);
  cudaStreamEndCapture(s, g);
}
// AFTER-NOT: warning:
