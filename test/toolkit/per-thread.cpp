// With the per-thread default stream the real headers rename the functions.
// REQUIRES: cuda-toolkit
// RUN: %tidy %all-checks %s -- -std=c++17 -DCUDA_API_PER_THREAD_DEFAULT_STREAM -isystem %real-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <cuda_runtime.h>

void firesUnderItsOtherName(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize{{.*}}' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

void silentOnThePerThreadStream(cudaGraph_t *g, void *d, void *h) {
  cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed);
  cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, 0);
  cudaStreamEndCapture(0, g);
}
