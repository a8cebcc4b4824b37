// RUN: %lint-cxx
// The driver API.
#include <cuda.h>

void firesForTheDriver(CUstream s, CUstream t, CUevent e, CUgraph *g) {
  cuEventRecord(e, t);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cuStreamWaitEvent(s, e, CU_EVENT_WAIT_DEFAULT);
  cuStreamEndCapture(s, g);
}
void firesForTwoCaptures(CUstream s, CUstream t, CUevent e, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuStreamBeginCapture(t, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuEventRecord(e, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamWaitEvent' waits for event 'e', which was recorded in another capture than that of 's'; {{.*}} [cuda-capture-isolation]
  cuStreamWaitEvent(s, e, 0);
  cuStreamEndCapture(t, &g[0]);
  cuStreamEndCapture(s, &g[1]);
}
void silentForExternalWaits(CUstream s, CUstream t, CUevent e, CUgraph *g) {
  cuEventRecord(e, t);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuStreamWaitEvent(s, e, CU_EVENT_WAIT_EXTERNAL);
  cuStreamEndCapture(s, g);
}
