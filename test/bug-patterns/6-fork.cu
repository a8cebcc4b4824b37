// RUN: %lint-cu
// Several streams are forked, and one of them is joined.
#include <cuda_runtime.h>

__global__ void kernel();

void fires(cudaStream_t s, cudaStream_t left, cudaStream_t right, cudaEvent_t fork, cudaEvent_t leftDone,
           cudaEvent_t rightDone, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(left, fork, 0);
  cudaStreamWaitEvent(right, fork, 0);
  kernel<<<1, 1, 0, left>>>();
  kernel<<<1, 1, 0, right>>>();
  cudaEventRecord(leftDone, left);
  cudaEventRecord(rightDone, right);
  cudaStreamWaitEvent(s, leftDone, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'right' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}

void silentIfAllAreJoined(cudaStream_t s, cudaStream_t (&side)[2], cudaEvent_t fork, cudaEvent_t (&join)[2],
                          cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  cudaEventRecord(fork, s);
  for (int i = 0; i < 2; ++i) {
    cudaStreamWaitEvent(side[i], fork, 0);
    kernel<<<1, 1, 0, side[i]>>>();
    cudaEventRecord(join[i], side[i]);
    cudaStreamWaitEvent(s, join[i], 0);
  }
  cudaStreamEndCapture(s, g);
}
