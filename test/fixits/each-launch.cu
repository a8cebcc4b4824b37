// An edit that makes a call a node is applied if the node is legal in each
// launch of the graph.
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
__global__ void kernel(float *p);
void CUDART_CB tick(void *data);

static float settings[16];
struct Tables {
  float weights[4][4];
};
const Tables tables = {};
int ticks;

void copies(cudaStream_t s, float *d, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: {{^}}  cudaMemcpyAsync(d, settings, 64, cudaMemcpyHostToDevice, s);
  cudaMemcpy(d, settings, 64, cudaMemcpyHostToDevice);
  // CHECK: {{^}}  cudaMemcpyAsync(d, &tables.weights[1], 16, cudaMemcpyHostToDevice, s);
  cudaMemcpy(d, &tables.weights[1], 16, cudaMemcpyHostToDevice);
  // CHECK: {{^}}  cudaMemcpyAsync(d, tables.weights, 64, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(d, tables.weights, 64, cudaMemcpyHostToDevice);
  // CHECK: {{^}}  cudaMemcpyAsync(d, "text", 4, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(d, "text", 4, cudaMemcpyHostToDevice);
  // CHECK: {{^}}  cudaMemcpyAsync(d, d + 8, 4, cudaMemcpyDeviceToDevice, s);
  cudaMemcpyAsync(d, d + 8, 4, cudaMemcpyDeviceToDevice);
  // CHECK: {{^}}  cudaLaunchHostFunc(s, tick, &ticks);
  cudaLaunchHostFunc(0, tick, &ticks);
  cudaStreamEndCapture(s, g);
}

// The graph allocates and frees.
void scratch(cudaStream_t s, float *d, size_t n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  float *a, *b = nullptr;
  // CHECK: {{^}}  cudaMallocAsync(&a, n * sizeof(*a), s);
  cudaMalloc(&a, n * sizeof(*a));
  kernel<<<1, 1, 0, s>>>(a);
  // CHECK: {{^}}  CHECK_CUDA(cudaMallocAsync((void **)&b, n, s));
  CHECK_CUDA(cudaMalloc((void **)&b, n));
  CHECK_CUDA(cudaMemcpyAsync(b, a, n, cudaMemcpyDeviceToDevice, s));
  kernel<<<1, 1, 0, s>>>(b + 4);
  cudaFreeAsync(a, s);
  CHECK_CUDA(cudaFreeAsync(b, s));
  cudaStreamEndCapture(s, g);
}
void onTheWrongStream(cudaStream_t s, size_t n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  float *a, *b;
  // CHECK: {{^}}  cudaMallocAsync(&a, n, s);
  cudaMallocAsync(&a, n, 0);
  cudaFreeAsync(a, s);
  cudaMallocAsync(&b, n, s);
  // CHECK: {{^}}  cudaFreeAsync(b, s);
  cudaFreeAsync(b, 0);
  cudaStreamEndCapture(s, g);
}
// AFTER-NOT: warning:
