// Where no edit is certain to be right, none is applied.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --check-prefix=FOUND --input-file=%t/log
// RUN: diff %s %t/fixed.cu
#include <cuda_runtime.h>
#define UPLOAD(d, h, n) cudaMemcpy(d, h, n, cudaMemcpyHostToDevice)

__global__ void kernel(float *p);

// The host waits for the data.
void readsBack(cudaStream_t s, float *h, const float *d, size_t n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpy'
  cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpy'
  cudaMemcpy(h, d, n, cudaMemcpyDefault);
  cudaStreamEndCapture(s, g);
}

// Each launch of the graph would read a variable that is gone.
void copiesALocal(cudaStream_t s, float *d, cudaGraph_t *g) {
  float local[4] = {};
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpy'
  cudaMemcpy(d, local, sizeof local, cudaMemcpyHostToDevice);
  cudaStreamEndCapture(s, g);
}

void inAMacroBody(cudaStream_t s, float *d, float *h, size_t n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'cudaMemcpy'
  UPLOAD(d, h, n);
  cudaStreamEndCapture(s, g);
}

// The helper has no name for the stream, or is used elsewhere too.
static void clear(float *d) { cudaMemset(d, 0, 4); }
static void clearOn(float *d, cudaStream_t) { cudaMemset(d, 0, 4); }
static void clearNamed(float *d, cudaStream_t t) { cudaMemset(d, 0, 4); }
void inHelpers(cudaStream_t s, float *d, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'clear'
  clear(d);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'clearOn'
  clearOn(d, s);
  // FOUND: fixed.cu:[[#@LINE+1]]:3: warning: call to 'clearNamed'
  clearNamed(d, s);
  cudaStreamEndCapture(s, g);
}

// The stream's name means something else here.
void shadowed(cudaStream_t s, float *d, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  {
    int s = 1;
    // FOUND: fixed.cu:[[#@LINE+1]]:5: warning: kernel launch
    kernel<<<s, 32>>>(d);
  }
  cudaStreamEndCapture(s, g);
}
