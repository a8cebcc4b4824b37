// RUN: %cuda-capture check --checks=-*,cuda-capture-invalid-handle --no-cache --no-config --quiet %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --allow-empty
// RUN: not %cuda-capture check --level=possible --checks=-*,cuda-capture-invalid-handle --no-cache --no-config --quiet %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// EXACT-NOT: warning:
// A stream waits, outside of captures, for an event that was last recorded in a
// capture which has ended.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();

void fires(cudaStream_t s, cudaStream_t side, cudaEvent_t done, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>();
  cudaEventRecord(done, s);
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaStreamWaitEvent' waits for event 'done', which was last recorded in a capture that has ended; no launch of the graph records it, so the wait orders nothing [cuda-capture-invalid-handle]
  cudaStreamWaitEvent(side, done, 0);
  // CHECK: :[[#@LINE-5]]:3: note: 'done' is recorded here
}
struct Slots {
  bool offload;
  cudaEvent_t done[2];
};
static void release(Slots &slots, int i, cudaStream_t s) {
  if (slots.offload)
    cudaEventRecord(slots.done[i % 2], s);
}
static void put(Slots &slots, int i, cudaStream_t side) {
  if (slots.offload)
    cudaStreamWaitEvent(side, slots.done[i % 2], 0);
}
void firesInHelpers(Slots &slots, int i, cudaStream_t s, cudaStream_t side, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>();
  if (i > 0)
    release(slots, i - 1, s);
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    return;
  if (i > 0)
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'put' reaches 'cudaStreamWaitEvent', which waits for event '{{.*}}', which was last recorded in a capture that has ended; {{.*}} [cuda-capture-invalid-handle]
    put(slots, i - 1, side);
}

void silentIfRecordedAgain(cudaStream_t s, cudaStream_t side, cudaEvent_t done, cudaGraphExec_t e, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>();
  cudaEventRecord(done, s);
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    return;
  if (cudaGraphLaunch(e, s) != cudaSuccess || cudaEventRecord(done, s) != cudaSuccess)
    return;
  cudaStreamWaitEvent(side, done, 0);
}
void silentForAnExternalEvent(cudaStream_t s, cudaStream_t side, cudaEvent_t done, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>();
  cudaEventRecordWithFlags(done, s, cudaEventRecordExternal);
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    return;
  cudaStreamWaitEvent(side, done, 0);
}
// The stream that has recorded the event is behind its own work anyway.
void silentForTheSameStream(cudaStream_t s, cudaEvent_t done, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>();
  cudaEventRecord(done, s);
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    return;
  cudaStreamWaitEvent(s, done, 0);
}
// The wait is the join, in the capture.
void silentInTheCapture(cudaStream_t s, cudaStream_t side, cudaEvent_t fork, cudaEvent_t join, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
    return;
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(side, fork, 0);
  kernel<<<1, 1, 0, side>>>();
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}
// The begin has failed on the way here, so the event was recorded as usual.
void silentIfTheBeginFailed(cudaStream_t s, cudaStream_t side, cudaEvent_t done, cudaGraph_t *g) {
  const bool captures = cudaStreamBeginCapture(s, kRelaxed) == cudaSuccess;
  kernel<<<1, 1, 0, s>>>();
  cudaEventRecord(done, s);
  if (captures)
    cudaStreamEndCapture(s, g);
  else
    cudaStreamWaitEvent(side, done, 0);
}
// Whether the stream joins the second capture is not documented.
void silentInTheNextCapture(cudaStream_t s, cudaStream_t side, cudaEvent_t done, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
    return;
  cudaEventRecord(done, s);
  if (cudaStreamEndCapture(s, &g[0]) != cudaSuccess)
    return;
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
    return;
  cudaStreamWaitEvent(side, done, 0);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, &g[1]);
}
