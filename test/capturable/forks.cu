// RUN: %lint-capturable
// What a capturable function forks, it joins; what it does, it does on the streams that it is given.
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>

__global__ void kernel(float *p);

struct Forks {
  CUDA_CAPTURE_CAPTURABLE void firesWithoutAJoin(float *p, cudaStream_t s) {
    cudaEventRecord(fork, s);
    // CHECK: :[[#@LINE+3]]:5: warning: call to 'cudaStreamWaitEvent' takes 'left' into the capture of 's', and 'Forks::firesWithoutAJoin' returns before its work is joined; the end of the capture fails with cudaErrorStreamCaptureUnjoined (904) [cuda-capture-unjoined-stream]
    // CHECK: :[[#@LINE-3]]:3: note: 'Forks::firesWithoutAJoin' is declared capturable here
    // CHECK: :[[#@LINE+2]]:5: note: its latest work is enqueued here
    cudaStreamWaitEvent(left, fork, 0);
    kernel<<<1, 1, 0, left>>>(p);
    cudaEventRecord(leftDone, left);
  }
  CUDA_CAPTURE_CAPTURABLE void firesForAnEarlyReturn(float *p, cudaStream_t s, int n) {
    cudaEventRecord(fork, s);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaStreamWaitEvent' takes 'right' into the capture of 's', and 'Forks::firesForAnEarlyReturn' returns before its work is joined; {{.*}} [cuda-capture-unjoined-stream]
    // CHECK: :[[#@LINE+4]]:7: note: the function returns here
    cudaStreamWaitEvent(right, fork, 0);
    kernel<<<1, 1, 0, right>>>(p);
    if (n > 8)
      return;
    cudaEventRecord(rightDone, right);
    cudaStreamWaitEvent(s, rightDone, 0);
  }
  CUDA_CAPTURE_CAPTURABLE void firesForAnException(float *p, cudaStream_t s, int n) {
    cudaEventRecord(fork, s);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaStreamWaitEvent' takes 'third' into the capture of 's', and an exception leaves 'Forks::firesForAnException' before its work is joined; the end of the capture fails with cudaErrorStreamCaptureUnjoined (904) [cuda-capture-unjoined-stream]
    // CHECK: :[[#@LINE+4]]:7: note: an exception leaves the function here
    cudaStreamWaitEvent(third, fork, 0);
    kernel<<<1, 1, 0, third>>>(p);
    if (n < 0)
      throw n;
    cudaEventRecord(thirdDone, third);
    cudaStreamWaitEvent(s, thirdDone, 0);
  }
  CUDA_CAPTURE_CAPTURABLE void firesForAMember(float *p, cudaStream_t s) {
    kernel<<<1, 1, 0, s>>>(p);
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch on stream 'apart', which takes no part in the capture of 's'; it runs at once, and the graph silently lacks it [cuda-capture-escaped-work]
    kernel<<<1, 1, 0, apart>>>(p);
  }
  cudaStream_t left, right, third, apart;
  cudaEvent_t fork, leftDone, rightDone, thirdDone;
};

static cudaStream_t global;
CUDA_CAPTURE_CAPTURABLE void firesForAGlobal(float *p, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on stream 'global', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaMemsetAsync(p, 0, 16, global);
}
CUDA_CAPTURE_CAPTURABLE void firesForTheDefaultStream(float *p, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while the caller of 'firesForTheDefaultStream' is capturing 's' in global mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1>>>(p);
}
CUDA_CAPTURE_CAPTURABLE void firesForItsOwnBegin(float *p, cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins another capture of 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
CUDA_CAPTURE_CAPTURABLE void firesForTheCallersEnd(float *p, cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's', which its caller began; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(s, g);
}
CUDA_CAPTURE_CAPTURABLE void firesForTheFirstUse(cudaStream_t s) {
  static float *scratch;
  if (!scratch)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while the caller of 'firesForTheFirstUse' is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc((void **)&scratch, 16);
  kernel<<<1, 1, 0, s>>>(scratch);
}
CUDA_CAPTURE_CAPTURABLE void firesAfterAGuard(float **p, cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusActive)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while the caller of 'firesAfterAGuard' is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
}
// Each function that is declared capturable gets the findings of its own.
CUDA_CAPTURE_CAPTURABLE void inner(cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'inner' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
}
CUDA_CAPTURE_CAPTURABLE void outer(cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'inner' reaches 'cudaStreamSynchronize' while the caller of 'outer' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
  inner(s);
}
void region(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'outer' reaches 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  outer(s);
  cudaStreamEndCapture(s, g);
}
CUDA_CAPTURE_CAPTURABLE void firesForAnEvent(cudaStream_t s, cudaEvent_t e) {
  cudaEventRecord(e, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' while the caller of 'firesForAnEvent' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
  cudaEventSynchronize(e);
}
