// The sure fix-its, applied: the result is as expected, compiles, and has no
// finding left that a fix was offered for.
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
#define UPLOAD(d, h, n) cudaMemcpy(d, h, n, cudaMemcpyHostToDevice)

__global__ void kernel(float *p);
const float h[64] = {1};

void copies(cudaStream_t stream, float *d, size_t n, cudaGraph_t *g) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  // CHECK: {{^}}  cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, stream);
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
  // CHECK: {{^}}  CHECK_CUDA(cudaMemcpyAsync(d, d + n, n, cudaMemcpyDeviceToDevice, stream));
  CHECK_CUDA(cudaMemcpy(d, d + n, n, cudaMemcpyDeviceToDevice));
  // CHECK: {{^}}  cudaMemsetAsync(d, 0, n, stream);
  cudaMemset(d, 0, n);
  float *scratch;
  // CHECK: {{^}}  cudaMallocAsync(&scratch, n, stream);
  cudaMalloc(&scratch, n);
  cudaFreeAsync(scratch, stream);
  // CHECK: {{^}}  cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice);
  cudaStreamEndCapture(stream, g);
}

struct Engine {
  cudaStream_t stream_;
  cudaGraph_t graph_;
  void launches(float *p) {
    cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed);
    // CHECK: {{^}}    kernel<<<1, 32, 0, stream_>>>(p);
    kernel<<<1, 32>>>(p);
    // CHECK: {{^}}    kernel<<<1, 32, 64, stream_>>>(p);
    kernel<<<1, 32, 64>>>(p);
    // CHECK: {{^}}    kernel<<<1, 32, 0, stream_>>>(p);
    kernel<<<1, 32, 0, 0>>>(p);
    cudaStreamEndCapture(stream_, &graph_);
  }
  void hiddenMember(float *p, int stream_) {
    cudaStreamBeginCapture(this->stream_, cudaStreamCaptureModeRelaxed);
    // CHECK: {{^}}    kernel<<<stream_, 32, 0, this->stream_>>>(p);
    kernel<<<stream_, 32>>>(p);
    cudaStreamEndCapture(this->stream_, &graph_);
  }
};

void lambda(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: {{^}}  auto work = [&] { kernel<<<1, 32, 0, s>>>(p); };
  auto work = [&] { kernel<<<1, 32, 0, s>>>(p); };
  work();
  cudaStreamEndCapture(s, g);
}
// AFTER-NOT: warning:
