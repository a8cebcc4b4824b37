// An allocation that nothing depends on is moved in front of the capture: the
// result is as expected, compiles, and the finding is gone.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --input-file=%t/fixed.cu
// RUN: %clang %cuda-flags -Wall -Werror -fsyntax-only %t/fixed.cu
// RUN: %tidy %all-checks %t/fixed.cu -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=AFTER --allow-empty --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>
#define CHECK_CUDA(x)                                                          \
  do {                                                                         \
    cudaError_t err_ = (x);                                                    \
    if (err_ != cudaSuccess) {                                                 \
      printf("%s\n", cudaGetErrorString(err_));                                \
      return;                                                                  \
    }                                                                          \
  } while (0)
#define CHECK_BLOCK(x)                                                         \
  {                                                                            \
    check((x), __FILE__, __LINE__);                                            \
  }
#define PINNED(p, n) cudaMallocHost(&p, n)
void check(cudaError_t e, const char *file, int line);
void ok(cudaError_t e);
__global__ void kernel(float *p);

void plain(cudaStream_t s, size_t n, cudaGraph_t *g) {
  float *a, *b;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(nullptr);
  cudaMalloc(&a, n * sizeof(float));
  CHECK_CUDA(cudaMallocManaged(&b, 2 * n));
  kernel<<<1, 1, 0, s>>>(a);
  cudaStreamEndCapture(s, g);
}
// CHECK-LABEL: {{^}}void plain(
// CHECK-NEXT: {{^}}  float *a, *b;
// CHECK-NEXT: {{^}}  cudaMalloc(&a, n * sizeof(float));
// CHECK-NEXT: {{^}}  CHECK_CUDA(cudaMallocManaged(&b, 2 * n));
// CHECK-NEXT: {{^}}  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
// CHECK-NEXT: {{^}}  kernel<<<1, 1, 0, s>>>(nullptr);
// CHECK-NEXT: {{^}}  kernel<<<1, 1, 0, s>>>(a);

// The declaration goes along.
void declared(cudaStream_t s, int n, cudaGraph_t *g) {
  // The capture.
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  float *p;
  CHECK_CUDA(cudaMalloc(&p, n));
  float *q = nullptr; CHECK_BLOCK(cudaMalloc((void **)&q, n));
  kernel<<<1, 1, 0, s>>>(p);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
  cudaFree(q);
}
// CHECK-LABEL: {{^}}void declared(
// CHECK-NEXT: {{^}}  float *p;
// CHECK-NEXT: {{^}}  CHECK_CUDA(cudaMalloc(&p, n));
// CHECK-NEXT: {{^}}  float *q = nullptr; CHECK_BLOCK(cudaMalloc((void **)&q, n));
// CHECK-NEXT: {{^}}  // The capture.
// CHECK-NEXT: {{^}}  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
// CHECK-NEXT: {{^}}  kernel<<<1, 1, 0, s>>>(p);

struct Engine {
  cudaStream_t stream_;
  float *buffer_;
  void *slots_[4];
  size_t bytes_;
  cudaGraph_t graph_;
  void fields() {
    ok(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 4; ++i)
      kernel<<<i, 1, 0, stream_>>>(nullptr);
    {
      ok(cudaMalloc(&buffer_, bytes_));
      (void)cudaMallocHost(&slots_[2],
                           bytes_ + 16);
    }
    kernel<<<1, 1, 0, stream_>>>(buffer_);
    ok(cudaStreamEndCapture(stream_, &graph_));
  }
};
// CHECK-LABEL: {{^}}  void fields(
// CHECK-NEXT: {{^}}    ok(cudaMalloc(&buffer_, bytes_));
// CHECK-NEXT: {{^}}    (void)cudaMallocHost(&slots_[2],
// CHECK-NEXT: {{^}}                           bytes_ + 16);
// CHECK-NEXT: {{^}}    ok(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
// CHECK-NEXT: {{^}}    for (int i = 0; i < 4; ++i)
// CHECK-NEXT: {{^}}      kernel<<<i, 1, 0, stream_>>>(nullptr);
// CHECK-NEXT: {{^}}    {
// CHECK-NEXT: {{^}}    }
// CHECK-NEXT: {{^}}    kernel<<<1, 1, 0, stream_>>>(buffer_);

void theMacroIsTheStatement(cudaStream_t s, size_t n, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  PINNED(p, n);
  cudaStreamEndCapture(s, g);
}
// CHECK-LABEL: {{^}}void theMacroIsTheStatement(
// CHECK-NEXT: {{^}}  PINNED(p, n);
// CHECK-NEXT: {{^}}  cudaStreamBeginCapture(

void inALoop(cudaStream_t s, const std::vector<float> &v, void **out, cudaGraph_t *g) {
  for (int i = 0; i < 4; ++i) {
    void *p = nullptr;
    size_t pitch;
    cudaError_t begun = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaMallocPitch(&p, &pitch, v.size() * sizeof(float), 1);
    cudaStreamEndCapture(s, &g[i]);
    ok(begun);
    out[i] = p;
  }
}
// CHECK-LABEL: {{^}}void inALoop(
// CHECK: {{^}}    size_t pitch;
// CHECK-NEXT: {{^}}    cudaMallocPitch(&p, &pitch, v.size() * sizeof(float), 1);
// CHECK-NEXT: {{^}}    cudaError_t begun = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
// CHECK-NEXT: {{^}}    cudaStreamEndCapture(s, &g[i]);
// AFTER-NOT: warning:

// Past what returns if the begin has failed.
cudaError_t returnsIfItFails(cudaStream_t s, size_t n, cudaGraph_t *g) {
  float *p;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return cudaErrorUnknown;
  cudaMalloc(&p, n);
  kernel<<<1, 1, 0, s>>>(p);
  return cudaStreamEndCapture(s, g);
}
// CHECK-LABEL: {{^}}cudaError_t returnsIfItFails(
// CHECK-NEXT: {{^}}  float *p;
// CHECK-NEXT: {{^}}  cudaMalloc(&p, n);
// CHECK-NEXT: {{^}}  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
// CHECK-NEXT: {{^}}    return cudaErrorUnknown;
// CHECK-NEXT: {{^}}  kernel<<<1, 1, 0, s>>>(p);
cudaError_t returnsTheError(cudaStream_t s, size_t n, cudaGraph_t *g) {
  float *p;
  cudaError_t e = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (e != cudaSuccess) {
    return e;
  }
  cudaMalloc(&p, n);
  kernel<<<1, 1, 0, s>>>(p);
  return cudaStreamEndCapture(s, g);
}
// CHECK-LABEL: {{^}}cudaError_t returnsTheError(
// CHECK-NEXT: {{^}}  float *p;
// CHECK-NEXT: {{^}}  cudaMalloc(&p, n);
// CHECK-NEXT: {{^}}  cudaError_t e = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
