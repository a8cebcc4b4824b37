// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -D__HIP_PLATFORM_AMD__ -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// HIP's spelling, in plain C++.
#include <hip/hip_runtime.h>

void firesForUnsafeCalls(hipStream_t s, hipGraph_t *g, void *p) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'hipMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:9: note: capture of 's' begins here
  (void)hipMalloc(&p, 16);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'hipHostMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-5]]:9: note: capture of 's' begins here
  (void)hipHostMalloc(&p, 16, 0);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'hipFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-8]]:9: note: capture of 's' begins here
  (void)hipFree(p);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'hipHostFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-11]]:9: note: capture of 's' begins here
  (void)hipHostFree(p);
  (void)hipStreamEndCapture(s, g);
  (void)hipFree(p);
}
void silentInRelaxedMode(hipStream_t s, hipGraph_t *g, void *p) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  (void)hipMalloc(&p, 16);
  (void)hipStreamEndCapture(s, g);
}

void firesForWaits(hipStream_t s, hipEvent_t e, hipGraph_t *g) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'hipStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:9: note: capture of 's' begins here
  (void)hipStreamSynchronize(s);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'hipDeviceSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-5]]:9: note: capture of 's' begins here
  (void)hipDeviceSynchronize();
  (void)hipEventRecord(e, s);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'hipEventSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-9]]:9: note: capture of 's' begins here
  (void)hipEventSynchronize(e);
  (void)hipStreamEndCapture(s, g);
  (void)hipStreamSynchronize(s);
}

// Renamed by the usual portability macros.
#define cudaStreamBeginCapture hipStreamBeginCapture
#define cudaStreamEndCapture hipStreamEndCapture
#define cudaStreamCaptureModeGlobal hipStreamCaptureModeGlobal
#define cudaMalloc hipMalloc
#define HIP_CHECK(call)                                                        \
  do {                                                                         \
    hipError_t e_ = (call);                                                    \
    if (e_ != hipSuccess)                                                      \
      __builtin_trap();                                                        \
  } while (0)
void firesForRenamedCalls(hipStream_t s, hipGraph_t *g, void *p) {
  HIP_CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  // CHECK: :[[#@LINE+2]]:13: warning: call to 'hipMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:13: note: capture of 's' begins here
  HIP_CHECK(cudaMalloc(&p, 16));
  HIP_CHECK(cudaStreamEndCapture(s, g));
  HIP_CHECK(cudaMalloc(&p, 16));
}

void silentIfAsked(hipStream_t s, hipGraph_t *g, void *p) {
  hipStreamCaptureStatus status;
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  (void)hipStreamIsCapturing(s, &status);
  if (status == hipStreamCaptureStatusNone)
    (void)hipFree(p);
  (void)hipStreamEndCapture(s, g);
}

void firesAfterDestroy(hipStream_t s) {
  hipEvent_t e;
  (void)hipEventCreate(&e);
  (void)hipEventDestroy(e);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'hipEventRecord' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  // CHECK: :[[#@LINE-2]]:9: note: destroyed here
  (void)hipEventRecord(e, s);
}

void firesForNestedBegin(hipStream_t s, hipGraph_t *g) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+2]]:9: warning: call to 'hipStreamBeginCapture' begins another capture of 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  // CHECK: :[[#@LINE-2]]:9: note: capture of 's' begins here
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  (void)hipStreamEndCapture(s, g);
}
