// A program that captures the per-thread default stream by its name is most
// likely built with that stream as stream 0, whatever the known flags say.
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefixes=CHECK,LEGACY --implicit-check-not=warning:
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags -DCUDA_API_PER_THREAD_DEFAULT_STREAM 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

__global__ void kernel(float *);

static cudaStream_t own = nullptr;
static void choose() { own = cudaStreamPerThread; }

int launches(float *p, cudaGraph_t *g) {
  choose();
  if (cudaStreamBeginCapture(own, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  kernel<<<1, 1>>>(p);
  return cudaStreamEndCapture(own, g);
}

int copies(float *p, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(cudaStreamPerThread,
                             cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return 1;
  cudaError_t e = cudaMemsetAsync(p, 0, 16, nullptr);
  // CHECK: :[[@LINE+1]]:7: warning: call to 'cudaMemsetAsync' on the legacy default stream while 'cudaStreamPerThread' is capturing
  e = cudaMemsetAsync(p, 0, 16, cudaStreamLegacy);
  return cudaStreamEndCapture(cudaStreamPerThread, g) + e;
}

// Another stream says nothing about how the program is built.
int other(float *p, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
  // LEGACY: :[[@LINE+1]]:3: warning: kernel launch on the legacy default stream while 's' is capturing
  kernel<<<1, 1>>>(p);
#endif
  return cudaStreamEndCapture(s, g);
}
