// RUN: %lint-cxx
// The driver API.
#include <cuda.h>

void firesForTheDriver(CUstream s, CUstream t, CUevent e, CUfunction f, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuEventRecord(e, s);
  cuStreamWaitEvent(t, e, 0);
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, t, nullptr, nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cuStreamEndCapture(s, g);
}
void silentForTheDriver(CUstream s, CUstream t, CUevent e, CUdeviceptr p, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuEventRecord(e, s);
  cuStreamWaitEvent(t, e, 0);
  cuMemsetD8Async(p, 0, 16, t);
  cuEventRecord(e, t);
  cuStreamWaitEvent(s, e, 0);
  cuStreamEndCapture(s, g);
}
void firesForAnExternalRecord(CUstream s, CUstream t, CUevent e, CUdeviceptr p, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuEventRecord(e, s);
  cuStreamWaitEvent(t, e, 0);
  cuMemsetD8Async(p, 0, 16, t);
  cuEventRecordWithFlags(e, t, CU_EVENT_RECORD_EXTERNAL);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cuStreamEndCapture(s, g);
}
