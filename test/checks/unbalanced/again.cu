// RUN: %lint-cu
// Streams that capture more than once.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;

void firesForTheFirstOfTwo(cudaStream_t s, cudaGraph_t *g, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  if (n > 3)
    return;
  cudaStreamEndCapture(s, &g[0]);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, &g[1]);
}
void firesForTheFirstOfThree(cudaStream_t s, cudaGraph_t *g, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  if (n > 3)
    return;
  cudaStreamEndCapture(s, &g[0]);
  for (int i = 1; i < 5; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    cudaStreamEndCapture(s, &g[i]);
  }
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, &g[5]);
}
// The caller ends what is left running, whichever that is.
void silentIfTheLastOneIsLeftRunning(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (n > 3)
    return;
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
}
void silentIfBothEnd(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (n > 3) {
    cudaStreamEndCapture(s, &g[0]);
    return;
  }
  cudaStreamEndCapture(s, &g[0]);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, &g[1]);
}
