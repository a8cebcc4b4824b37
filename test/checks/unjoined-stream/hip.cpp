// RUN: %lint-cxx
// HIP has the same rules.
#include <hip/hip_runtime_api.h>

void firesForHip(hipStream_t s, hipStream_t t, hipEvent_t e, void *p, hipGraph_t *g) {
  hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  hipEventRecord(e, s);
  hipStreamWaitEvent(t, e, 0);
  hipMemsetAsync(p, 0, 16, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  hipStreamEndCapture(s, g);
}
void silentForHip(hipStream_t s, hipStream_t t, hipEvent_t e, void *p, hipGraph_t *g) {
  hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  hipEventRecord(e, s);
  hipStreamWaitEvent(t, e, 0);
  hipMemsetAsync(p, 0, 16, t);
  hipEventRecord(e, t);
  hipStreamWaitEvent(s, e, 0);
  hipStreamEndCapture(s, g);
}
void firesForTheOtherRules(hipStream_t s, hipStream_t t, hipEvent_t e, void *p, hipGraph_t *g) {
  hipEvent_t never;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipEventRecord' uses event 'never' that was never created; {{.*}} [cuda-capture-invalid-handle]
  hipEventRecord(never, s);
  hipEventRecord(e, t);
  hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipMemsetAsync' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  hipMemsetAsync(p, 0, 16, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  hipStreamWaitEvent(s, e, 0);
  hipStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipStreamEndCapture' ends a capture of stream 's', which is not capturing any more; {{.*}} [cuda-capture-unbalanced]
  hipStreamEndCapture(s, g);
}
