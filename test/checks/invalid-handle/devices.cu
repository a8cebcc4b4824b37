// RUN: %lint-cu
// Handles of different devices, and events that the host can never see complete.
#include <cuda_runtime.h>
#include <vector>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();

void firesForAStreamOfAnotherDevice() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaStreamCreate(&s);
  cudaSetDevice(1);
  cudaEventCreate(&e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses stream 's', which was created on another device than its other argument; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(e, s);
}
void firesForAnEventOfAnotherDevice() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaEventCreate(&e);
  cudaSetDevice(1);
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses stream 's', which was created on another device than its other argument; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(e, s);
}
void firesForTiming(cudaStream_t a, cudaStream_t b, float *ms) {
  cudaEvent_t start, stop;
  cudaSetDevice(0);
  cudaEventCreate(&start);
  cudaSetDevice(1);
  cudaEventCreate(&stop);
  cudaEventRecord(start, a);
  cudaEventRecord(stop, b);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventElapsedTime' uses event 'stop', which was created on another device than its other argument; {{.*}} [cuda-capture-invalid-handle]
  cudaEventElapsedTime(ms, start, stop);
}
// Waiting across devices is what events are for.
void silentForWaits() {
  cudaStream_t s, t;
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaStreamCreate(&s);
  cudaEventCreate(&e);
  cudaSetDevice(1);
  cudaStreamCreate(&t);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
}
void silentForOneDevice() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaStreamCreate(&s);
  cudaSetDevice(1);
  cudaSetDevice(0);
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
}
// Recording needs the event's and the stream's device, not the current one.
void silentForTheCurrentDevice() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaStreamCreate(&s);
  cudaEventCreate(&e);
  cudaSetDevice(1);
  cudaEventRecord(e, s);
  cudaEventSynchronize(e);
}
void silentForDevicesThatCannotBeKnown(int a, int b) {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(a);
  cudaStreamCreate(&s);
  cudaSetDevice(b);
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
}
void silentForTheDeviceAtEntry() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaStreamCreate(&s);
  cudaSetDevice(1);
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
}
void silentForLoopsOverDevices(int n) {
  std::vector<cudaStream_t> s(n);
  std::vector<cudaEvent_t> e(n);
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    cudaStreamCreate(&s[i]);
    cudaEventCreate(&e[i]);
  }
  for (int i = 0; i < n; ++i)
    cudaEventRecord(e[i], s[i]);
}
void silentForTwoDevices() {
  cudaStream_t s[2];
  cudaEvent_t e[2];
  for (int i = 0; i < 2; ++i) {
    cudaSetDevice(i);
    cudaStreamCreate(&s[i]);
    cudaEventCreate(&e[i]);
  }
  for (int i = 0; i < 2; ++i)
    cudaEventRecord(e[i], s[i]);
}
void firesForTwoDevicesCrossed() {
  cudaStream_t s[2];
  cudaEvent_t e[2];
  for (int i = 0; i < 2; ++i) {
    cudaSetDevice(i);
    cudaStreamCreate(&s[i]);
    cudaEventCreate(&e[i]);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses stream 's[0]', which was created on another device than its other argument; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(e[1], s[0]);
}
class DeviceGuard {
  int old_;

public:
  explicit DeviceGuard(int device) {
    cudaGetDevice(&old_);
    cudaSetDevice(device);
  }
  ~DeviceGuard() { cudaSetDevice(old_); }
};
void silentForAGuard() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(0);
  {
    DeviceGuard guard(1);
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
  }
  cudaEventRecord(e, s);
}
void silentBehindAGuard() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaStreamCreate(&s);
  {
    DeviceGuard guard(1);
    kernel<<<1, 1>>>();
  }
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
}
void selectDevice();
void silentForAHiddenSelection() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(1);
  cudaEventCreate(&e);
  selectDevice();
  cudaStreamCreate(&s);
  cudaEventRecord(e, s);
}
static cudaStream_t makeOn(int device) {
  cudaStream_t s;
  cudaSetDevice(device);
  cudaStreamCreate(&s);
  return s;
}
void firesForAHelperThatSelects() {
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaEventCreate(&e);
  cudaStream_t s = makeOn(1);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses stream 's', which was created on another device than its other argument; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(e, s);
}
void firesOnOnePath(bool second) {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaStreamCreate(&s);
  if (second)
    cudaSetDevice(1);
  cudaEventCreate(&e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses stream 's', which was created on another device than its other argument; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(e, s);
}
void silentForCorrelatedSelections(bool second) {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(second ? 1 : 0);
  cudaStreamCreate(&s);
  cudaSetDevice(0);
  kernel<<<1, 1>>>();
  cudaSetDevice(second ? 1 : 0);
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
}

//===--- Captured events ---===//

void firesForAWaitAfterTheCapture(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' waits for event 'e', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
  cudaEventSynchronize(e);
  // CHECK: :[[#@LINE-4]]:3: note: 'e' is recorded here
  // CHECK: :[[#@LINE-2]]:3: note: record the event outside of the capture, {{.*}} [cuda/captured-event; docs/checks/invalid-handle.md]
}
void firesForAQueryAfterTheLaunch(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g, cudaGraphExec_t exec) {
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, g);
  cudaGraphInstantiate(&exec, *g, 0);
  cudaGraphLaunch(exec, s);
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaEventQuery' waits for event 'e', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
  while (cudaEventQuery(e) == cudaErrorNotReady)
    ;
}
void silentForAnExternalRecord(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecordWithFlags(e, s, cudaEventRecordExternal);
  cudaStreamEndCapture(s, g);
  cudaEventSynchronize(e);
}
void silentForARecordAfterTheLaunch(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g, cudaGraphExec_t exec) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, g);
  cudaGraphLaunch(exec, s);
  cudaEventRecord(e, s);
  cudaEventSynchronize(e);
}
void silentForAnEventFromOutside(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
  cudaEventSynchronize(e);
}
void silentForCorrelatedCaptures(cudaStream_t s, cudaEvent_t e, bool capture, cudaGraph_t *g) {
  if (capture)
    cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  if (capture)
    cudaStreamEndCapture(s, g);
  else
    cudaEventSynchronize(e);
}
void firesForBothWays(cudaStream_t s, cudaEvent_t e, bool capture, cudaGraph_t *g) {
  if (capture)
    cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  if (capture)
    cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' waits for event 'e', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
  cudaEventSynchronize(e);
}
void silentIfTheCaptureFailed(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaError_t rc = cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  if (rc != cudaSuccess) {
    cudaEventSynchronize(e);
    return;
  }
  cudaStreamEndCapture(s, g);
}
void firesForAForkedStream(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(f, t);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' waits for event 'f', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
  cudaEventSynchronize(f);
}
void rerecord(cudaEvent_t e);
void silentForAHiddenRecord(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, g);
  rerecord(e);
  cudaEventSynchronize(e);
}
void silentForARetryWithoutCapture(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  if (cudaStreamEndCapture(s, g) != cudaSuccess) {
    kernel<<<1, 1, 0, s>>>();
    cudaEventRecord(e, s);
    cudaEventSynchronize(e);
  }
}
