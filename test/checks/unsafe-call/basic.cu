// RUN: %lint-cu
#include <cuda_runtime.h>

void firesInGlobalMode(cudaStream_t s, cudaGraph_t *g) {
  void *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  // CHECK: :[[#@LINE-3]]:3: note: capture of 's' begins here
  cudaStreamEndCapture(s, g);
}

void silentInRelaxedMode(cudaStream_t s, cudaGraph_t *g) {
  void *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}
