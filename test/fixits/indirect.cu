// What a variable holds may be called elsewhere: such a call is not edited.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix-notes --fix-errors %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/fixed.cu
// RUN: %FileCheck %s --check-prefix=LOG --input-file=%t/log
#include <cuda_runtime.h>
#include <functional>

void copies(cudaStream_t s, float *h, const float *d, size_t n, cudaGraph_t *g) {
  auto copy = cudaMemcpy;
  auto copyAsync = cudaMemcpyAsync;
  std::function<cudaError_t(void *, const void *, size_t, cudaMemcpyKind)> wrapped = cudaMemcpy;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // LOG: :[[#@LINE+2]]:3: warning: call to 'cudaMemcpy' on the legacy default stream
  // CHECK: {{^}}  copy(h, d, n, cudaMemcpyDeviceToHost);
  copy(h, d, n, cudaMemcpyDeviceToHost);
  // LOG: :[[#@LINE+2]]:3: warning: call to 'cudaMemcpyAsync' on the legacy default stream
  // CHECK: {{^}}  copyAsync(h, d, n, cudaMemcpyDeviceToHost, 0);
  copyAsync(h, d, n, cudaMemcpyDeviceToHost, 0);
  // LOG: :[[#@LINE+2]]:3: warning: call to 'cudaMemcpy' on the legacy default stream
  // CHECK: {{^}}  wrapped(h, d, n, cudaMemcpyDeviceToHost);
  wrapped(h, d, n, cudaMemcpyDeviceToHost);
  cudaStreamEndCapture(s, g);
}
template <auto F, class... A> void call(A... a) { F(a...); }
void copiesByTemplate(cudaStream_t s, float *h, const float *d, size_t n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: {{^}}  call<cudaMemcpy>(h, d, n, cudaMemcpyDeviceToHost);
  call<cudaMemcpy>(h, d, n, cudaMemcpyDeviceToHost);
  cudaStreamEndCapture(s, g);
}
