// RUN: %lint-cu
// Events of a capture that has ended, where the stream captures again.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
bool condition();

void firesBehindASecondCapture(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, &g[1]);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' waits for event 'e', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
  cudaEventSynchronize(e);
  // CHECK: :[[#@LINE-7]]:3: note: 'e' is recorded here
}
void firesInTheSecondCapture(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventQuery' waits for event 'e', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
  cudaEventQuery(e);
  cudaStreamEndCapture(s, &g[1]);
}
static void capture(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
void firesBehindOthersOfAHelper(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  capture(s, &g[1]);
  capture(s, &g[2]);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' waits for event 'e', which {{.*}} [cuda-capture-invalid-handle]
  cudaEventSynchronize(e);
}
void firesBehindALoop(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, g);
  for (int i = 1; i < n; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, &g[i]);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' waits for event 'e', which {{.*}} [cuda-capture-invalid-handle]
  cudaEventSynchronize(e);
}
// From the second round on, the event is of the capture of the round before.
void firesInALaterRound(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaEventQuery' waits for event 'e', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
    cudaEventQuery(e);
    cudaEventRecord(e, s);
    cudaStreamEndCapture(s, &g[i]);
  }
}
void firesForAnotherStreamsEvent(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(f, t);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, &g[0]);
  capture(s, &g[1]);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' waits for event 'f', which {{.*}} [cuda-capture-invalid-handle]
  cudaEventSynchronize(f);
}
void firesInTheCaptureThatRecordsItAgain(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaEventSynchronize(e);
  cudaStreamEndCapture(s, &g[1]);
}

void silentIfRecordedAgainInBetween(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  cudaEventRecord(e, s);
  capture(s, &g[1]);
  cudaEventSynchronize(e);
}
void silentIfRecordedAgainBehind(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  capture(s, &g[1]);
  cudaEventRecord(e, s);
  cudaEventSynchronize(e);
}
void silentIfRecordedOnAnotherStream(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStream_t t;
  cudaStreamCreate(&t);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, t);
  cudaEventSynchronize(e);
  cudaStreamEndCapture(s, &g[1]);
}
void silentIfRecordedByTheSecondGraph(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecordWithFlags(e, s, cudaEventRecordExternal);
  cudaStreamEndCapture(s, &g[1]);
  cudaEventSynchronize(e);
}
void silentIfMadeAnew(cudaStream_t s, cudaGraph_t *g) {
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  cudaEventDestroy(e);
  cudaEventCreate(&e);
  capture(s, &g[1]);
  cudaEventSynchronize(e);
}
void silentIfEachRoundMakesOne(cudaStream_t s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventQuery(e);
    cudaStreamBeginCapture(s, kRelaxed);
    cudaEventQuery(e);
    cudaEventRecord(e, s);
    cudaStreamEndCapture(s, &g[i]);
    cudaEventDestroy(e);
  }
}
void silentIfEachRoundRecordsOutside(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    cudaEventRecord(e, s);
    cudaStreamEndCapture(s, &g[i]);
    cudaEventRecord(e, s);
    cudaEventSynchronize(e);
  }
}
void silentIfTheFirstBeginFailed(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaError_t rc = cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  capture(s, &g[1]);
  if (rc != cudaSuccess)
    cudaEventSynchronize(e);
}
void silentIfTheFirstEndFailed(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  if (cudaStreamEndCapture(s, &g[0]) != cudaSuccess) {
    capture(s, &g[1]);
    cudaEventSynchronize(e);
  }
}
void silentIfACallOfTheFirstFailed(cudaStream_t s, cudaEvent_t e, void *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  if (cudaMemsetAsync(p, 0, 4, s) != cudaSuccess) {
    cudaStreamEndCapture(s, &g[0]);
    capture(s, &g[1]);
    cudaEventSynchronize(e);
    return;
  }
  cudaStreamEndCapture(s, &g[0]);
}
void silentIfARoundFailed(cudaStream_t s, cudaEvent_t e, void *p, cudaGraph_t *g) {
  for (int tries = 0; tries < 3; ++tries) {
    if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
      continue;
    cudaEventQuery(e);
    if (cudaEventRecord(e, s) != cudaSuccess)
      continue;
    if (cudaMemsetAsync(p, 0, 4, s) != cudaSuccess)
      continue;
    cudaStreamEndCapture(s, g);
    return;
  }
}
void silentIfUnseenCodeKnowsTheEvent(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  condition();
  capture(s, &g[1]);
  cudaEventSynchronize(e);
}
// Whether the stream joins the second capture is not documented: nothing that
// depends on it is reported.
void silentForAWaitInTheSecond(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g[0]);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(f, t);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, &g[1]);
}
void silentForAWaitInALaterRound(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, const bool *fork, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    if (fork[2 * i])
      cudaEventRecord(e, s);
    if (fork[2 * i + 1]) {
      cudaStreamWaitEvent(t, e, 0);
      kernel<<<1, 1, 0, t>>>();
      cudaEventRecord(f, t);
      cudaStreamWaitEvent(s, f, 0);
    }
    cudaStreamEndCapture(s, &g[i]);
  }
}
