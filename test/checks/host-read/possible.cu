// RUN: %tidy '--checks=-*,cuda-capture-host-read' %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --check-prefix=DEFAULT --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy '--checks=-*,cuda-capture-host-read' '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// An answer of a function without a body may say whether the stream captures,
// or whether the graph was launched.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void step(float *, int);
bool ask();

// DEFAULT-NOT: warning:
void firesIfNothingIsAsked(cudaStream_t s, int *d, int *h, float *x, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(h, d, sizeof *h, cudaMemcpyDeviceToHost, s);
  if (ask())
    // CHECK: :[[#@LINE+1]]:29: warning: possible: the host reads '*h' {{.*}} [cuda-capture-host-read]
    step<<<1, 1, 0, s>>>(x, *h);
  cudaStreamEndCapture(s, g);
}
void firesBehindTheCapture(cudaStream_t s, int *d) {
  cudaGraph_t g;
  int h;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(&h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  if (cudaStreamEndCapture(s, &g))
    return;
  if (ask())
    // CHECK: :[[#@LINE+1]]:20: warning: possible: the host reads 'h' before any launch of the graph; {{.*}} [cuda-capture-host-read]
    printf("%d\n", h);
}
