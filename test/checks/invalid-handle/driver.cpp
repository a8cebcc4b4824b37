// RUN: %lint-cxx
// The driver API and C++ files.
#include <cuda.h>

void firesForTheDriver(CUstream s) {
  CUevent e;
  CUgraphExec exec = nullptr;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuEventRecord' uses event 'e' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cuEventRecord(e, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamWaitEvent' uses event 'e' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cuStreamWaitEvent(s, e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuGraphLaunch' uses executable graph 'exec' that is null; {{.*}} [cuda-capture-invalid-handle]
  cuGraphLaunch(exec, s);
}
void silentForTheDriver(CUfunction f) {
  CUstream s;
  CUevent e;
  cuStreamCreate(&s, CU_STREAM_DEFAULT);
  cuEventCreate(&e, CU_EVENT_DEFAULT);
  cuEventRecord(e, s);
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr);
}
CUresult silentForResults(CUstream s) {
  CUevent e;
  CUresult rc = cuEventCreate(&e, CU_EVENT_DEFAULT);
  if (rc != CUDA_SUCCESS)
    return rc;
  return cuEventRecord(e, s);
}
void firesForCapturedEvents(CUstream s, CUevent e, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuEventRecord(e, s);
  cuStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuEventSynchronize' waits for event 'e', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
  cuEventSynchronize(e);
}
