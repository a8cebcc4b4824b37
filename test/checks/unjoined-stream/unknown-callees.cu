// An unknown callee may join the streams that it knows: those that it is given,
// those in memory that it can reach, and those that a callee before it was
// given and may have kept. It joins no stream that nobody else knows.
// RUN: %tidy --checks=-*,cuda-capture-unjoined-stream %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <functional>
#include <vector>

__global__ void work(float *p);
void noise();
void knows(cudaStream_t s);
void knowsEvent(cudaEvent_t e);
void knowsPlace(cudaStream_t *s);
void knowsAll(std::vector<cudaStream_t> All);
void run(std::function<void()> Task);
struct Streams {
  cudaStream_t Main, Side;
};
void knowsBoth(const Streams &Both);
Streams *shared();
cudaStream_t Global;

#define BEGIN                                                                                      \
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);                                         \
  cudaEventRecord(e, s);                                                                           \
  cudaStreamWaitEvent(t, e, 0);                                                                    \
  work<<<1, 1, 0, t>>>(p);
#define HANDLES                                                                                    \
  cudaStream_t s, t;                                                                               \
  cudaEvent_t e, f;                                                                                \
  cudaStreamCreate(&s);                                                                            \
  cudaStreamCreate(&t);                                                                            \
  cudaEventCreate(&e);                                                                             \
  cudaEventCreate(&f);

// CHECK: :[[#@LINE+5]]:3: warning: {{.*}} [cuda-capture-unjoined-stream]
void firesBehindACalleeThatKnowsNone(cudaGraph_t *g, float *p) {
  HANDLES
  BEGIN
  noise();
  cudaStreamEndCapture(s, g);
}
// CHECK: :[[#@LINE+5]]:3: warning: {{.*}} [cuda-capture-unjoined-stream]
void firesIfItKnowsTheOriginAlone(cudaGraph_t *g, float *p) {
  HANDLES
  BEGIN
  knows(s);
  cudaStreamEndCapture(s, g);
}
// CHECK: :[[#@LINE+6]]:3: warning: {{.*}} [cuda-capture-unjoined-stream]
void firesIfItKnowsTheOtherStreamAlone(cudaGraph_t *g, float *p) {
  HANDLES
  BEGIN
  knows(t);
  noise();
  cudaStreamEndCapture(s, g);
}
// CHECK: :[[#@LINE+8]]:3: warning: {{.*}} [cuda-capture-unjoined-stream]
void firesForWorkBehindTheJoin(cudaGraph_t *g, float *p) {
  HANDLES
  BEGIN
  cudaEventRecord(f, t);
  cudaStreamWaitEvent(s, f, 0);
  work<<<1, 1, 0, t>>>(p);
  noise();
  cudaStreamEndCapture(s, g);
}
void silentIfItKnowsBoth(cudaGraph_t *g, float *p) {
  HANDLES
  BEGIN
  knows(s);
  knows(t);
  cudaStreamEndCapture(s, g);
}
void silentIfAnEarlierCalleeKeptThem(cudaGraph_t *g, float *p) {
  HANDLES
  knows(t);
  knows(s);
  BEGIN
  noise();
  cudaStreamEndCapture(s, g);
}
void silentForAnEventOfTheOtherStream(cudaGraph_t *g, float *p) {
  HANDLES
  knowsEvent(f);
  knows(s);
  BEGIN
  cudaEventRecord(f, t);
  noise();
  cudaStreamEndCapture(s, g);
}
void silentIfItMayReadThem(cudaGraph_t *g, float *p) {
  HANDLES
  *shared() = {s, t};
  BEGIN
  noise();
  cudaStreamEndCapture(s, g);
}
void silentForAGlobal(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStream_t t;
  cudaEvent_t e;
  cudaStreamCreate(&t);
  cudaEventCreate(&e);
  Global = t;
  BEGIN
  noise();
  cudaStreamEndCapture(s, g);
}
void silentIfItKeptTheAddress(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStream_t t;
  cudaEvent_t e;
  knowsPlace(&t);
  cudaStreamCreate(&t);
  cudaEventCreate(&e);
  BEGIN
  noise();
  cudaStreamEndCapture(s, g);
}
void silentForAnObjectThatHoldsThem(cudaGraph_t *g, float *p) {
  HANDLES
  Streams Both{s, t};
  BEGIN
  knowsBoth(Both);
  cudaStreamEndCapture(s, g);
}
void silentForAContainerThatHoldsThem(cudaGraph_t *g, float *p) {
  HANDLES
  std::vector<cudaStream_t> All;
  All.push_back(s);
  All.push_back(t);
  BEGIN
  knowsAll(All);
  cudaStreamEndCapture(s, g);
}
void silentForALambdaThatHoldsThem(cudaGraph_t *g, float *p) {
  HANDLES
  BEGIN
  run([&] {
    cudaEventRecord(f, t);
    cudaStreamWaitEvent(s, f, 0);
  });
  cudaStreamEndCapture(s, g);
}
// A stream that this function did not create may be known anywhere.
void silentForStreamsFromElsewhere(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g, float *p) {
  BEGIN
  noise();
  cudaStreamEndCapture(s, g);
}
// A stream that the callee takes in may join what it knows.
void silentForAStreamThatItTakesIn(cudaStream_t u, cudaGraph_t *g, float *p) {
  HANDLES
  BEGIN
  knows(t);
  cudaEventRecord(f, u);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, g);
}
