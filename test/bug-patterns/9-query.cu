// RUN: %lint-cu
// A pool asks whether the events of old blocks have passed; the guard asks
// about another stream than the one that captures.
#include <cuda_runtime.h>

__global__ void kernel();

struct Block {
  cudaEvent_t done;
};

void fires(Block &block, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaEventQuery' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  if (cudaEventQuery(block.done) == cudaSuccess)
    kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}

void silentIfItAsks(Block &block, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaEventQuery(block.done);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}

void firesIfItAsksAboutAnother(Block &block, cudaStream_t s, cudaStream_t pool, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(pool, &status);
  if (status == cudaStreamCaptureStatusNone)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaEventQuery' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaEventQuery(block.done);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
