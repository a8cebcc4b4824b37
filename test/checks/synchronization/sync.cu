// RUN: %lint-cu
// Host waits for captured work, which no mode permits.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;

void firesInEveryMode(cudaStream_t s, cudaGraph_t *g, cudaStreamCaptureMode mode) {
  cudaStreamBeginCapture(s, mode);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamQuery' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamQuery(s);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

void firesForTheDeviceInRelaxedMode(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

// The thread's mode does not help.
void firesInARelaxedThread(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaStreamBeginCapture(s, kGlobal);
  cudaThreadExchangeStreamCaptureMode(&mode);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStreamEndCapture(s, g);
}

// The same stream by other names.
struct Ctx {
  cudaStream_t stream;
};
void firesForCopies(cudaStream_t s, cudaGraph_t *g, Ctx &ctx) {
  cudaStream_t copy = s, &ref = copy, *ptr = &copy;
  ctx.stream = s;
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(copy);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(ref);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(*ptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(ctx.stream);
  cudaStreamEndCapture(s, g);
}

void firesForACapturedEvent(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaEventSynchronize(e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventQuery' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaEventQuery(e);
  cudaStreamEndCapture(s, g);
}

// Timing a region by events on the capturing stream.
void firesIfOnlyTheSecondIsCaptured(cudaStream_t s, cudaEvent_t start, cudaEvent_t stop, cudaGraph_t *g) {
  float ms;
  cudaEventRecord(start, s);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(stop, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventElapsedTime' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaEventElapsedTime(&ms, start, stop);
  cudaStreamEndCapture(s, g);
}
void firesForElapsedTime(cudaStream_t s, cudaEvent_t start, cudaEvent_t stop, cudaGraph_t *g) {
  float ms;
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(start, s);
  cudaEventRecord(stop, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventElapsedTime' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaEventElapsedTime(&ms, start, stop);
  cudaStreamEndCapture(s, g);
}

// A forked stream captures, too, even when it has joined again.
void firesForAForkedStream(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(t);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(t);
  cudaStreamEndCapture(s, g);
}

// A stream forked from a forked stream.
void firesForAForkOfAFork(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e,
                          cudaEvent_t f, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaEventRecord(f, t);
  cudaStreamWaitEvent(u, f, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(u);
  cudaStreamEndCapture(s, g);
}

// A macro that waits in debug builds.
#define LAUNCH_CHECK()                                                         \
  do {                                                                         \
    cudaError_t err = cudaGetLastError();                                      \
    if (err == cudaSuccess)                                                    \
      err = cudaDeviceSynchronize();                                           \
  } while (0)
__global__ void kernel();
void firesForADebugMacro(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  LAUNCH_CHECK();
  cudaStreamEndCapture(s, g);
}

// The helper waits for the stream it is given.
static void flush(cudaStream_t stream) { cudaStreamSynchronize(stream); }
void firesForTheCapturedStreamOnly(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  flush(t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'flush' reaches 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  flush(s);
  cudaStreamEndCapture(s, g);
  flush(s);
}

void silentAfterTheEnd(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
  cudaStreamSynchronize(t);
  cudaDeviceSynchronize();
}

void silentForOthersInRelaxedMode(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, s);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamSynchronize(t);
  cudaEventSynchronize(e);
  cudaStreamEndCapture(s, g);
}

// The last record counts.
void silentIfRecordedOutsideAgain(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaEventRecord(e, t);
  cudaEventSynchronize(e);
  cudaStreamEndCapture(s, g);
}

void firesIfRecordedInsideAgain(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventSynchronize(e);
  cudaEventRecord(e, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaEventSynchronize(e);
  cudaStreamEndCapture(s, g);
}

// An external record makes no captured event.
void silentForAnExternalRecord(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecordWithFlags(e, s, cudaEventRecordExternal);
  cudaEventQuery(e);
  cudaStreamEndCapture(s, g);
}

void silentIfAskedFirst(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

// The same body, captured or followed by a wait.
void silentIfEagerOnly(cudaStream_t s, cudaGraph_t *g, bool useGraph) {
  if (useGraph)
    cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(nullptr, 0, 1, s);
  if (useGraph)
    cudaStreamEndCapture(s, g);
  else
    cudaStreamSynchronize(s);
}

// Wait at the end of each round, after the end of the capture.
void silentInALoop(cudaStream_t s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStreamSynchronize(s);
    cudaStreamBeginCapture(s, kGlobal);
    cudaStreamEndCapture(s, g);
    cudaStreamSynchronize(s);
  }
}

// Captured in the second round only.
void silentForAWarmUpRound(cudaStream_t s, cudaGraph_t *g) {
  for (int i = 0; i < 2; ++i) {
    if (i == 1)
      cudaStreamBeginCapture(s, kGlobal);
    cudaMemsetAsync(nullptr, 0, 1, s);
    if (i == 1)
      cudaStreamEndCapture(s, g);
    else
      cudaStreamSynchronize(s);
  }
}

// Waiting on the way out after something has failed.
int silentAfterAFailure(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaError_t e = cudaMemsetAsync(p, 0, 16, s);
  if (e != cudaSuccess) {
    cudaDeviceSynchronize();
    cudaFree(p);
    return 1;
  }
  cudaStreamEndCapture(s, g);
  return 0;
}

// Shared clean-up at the end of the function.
int silentForSharedCleanUp(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaError_t e = cudaStreamBeginCapture(s, kGlobal);
  if (e != cudaSuccess)
    goto out;
  e = cudaMemsetAsync(p, 0, 16, s);
  if (e != cudaSuccess)
    goto out;
  e = cudaStreamEndCapture(s, g);
out:
  cudaDeviceSynchronize();
  cudaFree(p);
  return e;
}

void silentIfBeginFailed(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess) {
    cudaStreamSynchronize(s);
    return;
  }
  cudaStreamEndCapture(s, g);
}
void silentIfBeginIsTestedByNot(cudaStream_t s, cudaGraph_t *g) {
  if (!cudaStreamBeginCapture(s, kGlobal))
    cudaStreamEndCapture(s, g);
  else
    cudaDeviceSynchronize();
}

namespace emulation {
void cudaDeviceSynchronize();
}
void silentForNamesakes(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  emulation::cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

// Legal or not is another check's question; no capture runs.
void silentForEventsAfterwards(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, s);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
  cudaEventSynchronize(e);
}

// A wait by the device for an event of a stream outside makes it no participant.
void silentForAStreamThatNeverJoined(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamWaitEvent(t, e, 0);
  cudaStreamSynchronize(t);
  cudaStreamEndCapture(s, g);
}

// Each capture ends for itself.
void firesForTheOneStillRunning(cudaStream_t a, cudaStream_t b, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kRelaxed);
  cudaStreamBeginCapture(b, kRelaxed);
  cudaStreamEndCapture(a, g);
  cudaStreamSynchronize(a);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 'b' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(b);
  cudaStreamEndCapture(b, g);
  cudaStreamSynchronize(b);
}

// The variable names another stream by then.
void silentForAReassignedVariable(cudaStream_t s, cudaStream_t other, cudaGraph_t *g) {
  cudaStream_t current = s;
  cudaStreamBeginCapture(current, kRelaxed);
  current = other;
  cudaStreamSynchronize(current);
  cudaStreamEndCapture(s, g);
}
