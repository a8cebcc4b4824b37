// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureCapturableFunctions: "tells*;hands*;sets*;ignores*;grows;asks*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureCapturableFunctions: "tells*;hands*;sets*;ignores*;grows;asks*", CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefixes=CHECK,POSSIBLE --implicit-check-not=warning:
// A declared function is told by its caller whether to wait. One that captures
// may say no.
#include <cuda_runtime.h>

__global__ void kernel(float *);

void tellsWhetherItCaptures(float *d, cudaStream_t s, bool capturing) {
  kernel<<<1, 1, 0, s>>>(d);
  if (!capturing)
    // POSSIBLE: :[[#@LINE+1]]:5: warning: possible: call to 'cudaStreamSynchronize'
    cudaStreamSynchronize(s);
}

static void finish(cudaStream_t s, bool wait) {
  if (wait)
    // POSSIBLE: :[[#@LINE+8]]:3: warning: possible: call to 'finish' reaches 'cudaStreamSynchronize'
    // CHECK: :[[#@LINE+12]]:3: warning: call to 'finish' reaches 'cudaStreamSynchronize'
    cudaStreamSynchronize(s);
}
// The flag goes to a callee.
void handsTheFlagOn(float *d, cudaStream_t s, bool wait) {
  kernel<<<1, 1, 0, s>>>(d);
  // The caller decides.
  finish(s, wait);
}
// The function itself decides.
void setsTheFlag(float *d, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(d);
  finish(s, true);
}

// The flag is about something else.
void ignoresTheFlag(float *d, cudaStream_t s, bool capturing) {
  if (capturing)
    kernel<<<1, 1, 0, s>>>(d);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize'
  cudaStreamSynchronize(s);
}

// Sizes are no choice: a capture may come with any of them.
struct Buffer {
  float *data = nullptr;
  size_t size = 0;
};
void grows(Buffer &b, size_t n, cudaStream_t s) {
  if (n > b.size) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc'
    cudaMalloc(&b.data, n);
    b.size = n;
  }
  kernel<<<1, 1, 0, s>>>(b.data);
}

// What the object says is no choice of the caller, either.
struct Settings {
  bool waits = false;
};
void asksTheObject(Settings &settings, float *d, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(d);
  if (settings.waits)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize'
    cudaStreamSynchronize(s);
}

// A capture that the function begins itself is not the caller's.
void beginsItself(float *d, cudaStream_t s, bool wait) {
  cudaGraph_t graph;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>(d);
  if (wait)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize'
    cudaStreamSynchronize(s);
  if (cudaStreamEndCapture(s, &graph) == cudaSuccess)
    cudaGraphDestroy(graph);
}
