// RUN: %lint-cu
// Waiting for, or asking about, what takes no part in the capture.
#include <cuda_runtime.h>

void firesForAnotherStream(cudaStream_t s, cudaStream_t other, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaStreamSynchronize(other);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamQuery' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaStreamQuery(other);
  cudaStreamEndCapture(s, g);
}

// A private stream is no protection.
void firesForAPrivateStream(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStream_t own;
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(p, 0, 16, own);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaStreamSynchronize(own);
  cudaStreamEndCapture(s, g);
  cudaStreamDestroy(own);
}

// An event recorded before the capture.
void firesForAnOldEvent(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaEventSynchronize(e);
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaEventQuery' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  while (cudaEventQuery(e) == cudaErrorNotReady)
    ;
  cudaStreamEndCapture(s, g);
}

// Recorded meanwhile, but on a stream outside.
void firesForAnOutsideEvent(cudaStream_t s, cudaStream_t other, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(e, other);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaEventSynchronize(e);
  cudaStreamEndCapture(s, g);
}

void silentInRelaxedMode(cudaStream_t s, cudaStream_t other, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaStreamSynchronize(other);
  cudaStreamQuery(other);
  cudaEventSynchronize(e);
  cudaEventQuery(e);
  cudaStreamEndCapture(s, g);
}

void silentAfterTheEnd(cudaStream_t s, cudaStream_t other, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(other);
  cudaEventSynchronize(e);
}

// A watchdog asks only if nothing captures.
void silentIfAskedFirst(cudaStream_t s, cudaEvent_t e) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaEventQuery(e);
}

// Not known to be prohibited for events of before.
void silentForElapsedTimeOfOldEvents(cudaStream_t s, cudaEvent_t a, cudaEvent_t b, cudaGraph_t *g) {
  float ms;
  cudaEventRecord(a, s);
  cudaEventRecord(b, s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventElapsedTime(&ms, a, b);
  cudaStreamEndCapture(s, g);
}

// Ordering on the device waits for nothing on the host.
void silentForDeviceSideWaits(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
