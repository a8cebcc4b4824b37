// A wait for an event that was created and never recorded does nothing, so it
// joins no stream.
// RUN: %tidy --checks=-*,cuda-capture-unjoined-stream %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <vector>

__global__ void work(float *p);
void knows(cudaEvent_t e);
void knowsAll();

struct Event {
  Event() { cudaEventCreateWithFlags(&E, cudaEventDisableTiming); }
  ~Event() { cudaEventDestroy(E); }
  Event(const Event &) = delete;
  cudaEvent_t E;
};

// CHECK: :[[#@LINE+10]]:3: warning: {{.*}} [cuda-capture-unjoined-stream]
void firesForTheWrongEvent(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p) {
  Event fork, join, other;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork.E, s);
  cudaStreamWaitEvent(t, fork.E, 0);
  work<<<1, 1, 0, t>>>(p);
  cudaEventRecord(other.E, t);
  cudaStreamWaitEvent(s, join.E, 0);
  work<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
void silentForTheRightOne(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p) {
  Event fork, join;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork.E, s);
  cudaStreamWaitEvent(t, fork.E, 0);
  work<<<1, 1, 0, t>>>(p);
  cudaEventRecord(join.E, t);
  cudaStreamWaitEvent(s, join.E, 0);
  cudaStreamEndCapture(s, g);
}
// The loop may record it.
void silentForALoop(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p, int n) {
  Event fork, join;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork.E, s);
  cudaStreamWaitEvent(t, fork.E, 0);
  work<<<1, 1, 0, t>>>(p);
  for (int i = 0; i < n; ++i) {
    work<<<1, 1, 0, t>>>(p);
    cudaEventRecord(join.E, t);
  }
  cudaStreamWaitEvent(s, join.E, 0);
  cudaStreamEndCapture(s, g);
}
void silentForACondition(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p, bool two) {
  Event fork, join;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork.E, s);
  cudaStreamWaitEvent(t, fork.E, 0);
  work<<<1, 1, 0, t>>>(p);
  if (two)
    cudaEventRecord(join.E, t);
  cudaStreamWaitEvent(s, join.E, 0);
  cudaStreamEndCapture(s, g);
}
// Somebody else may record it.
void silentForAnUnknownCallee(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p) {
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  knows(join);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  work<<<1, 1, 0, t>>>(p);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}
struct Engine {
  cudaEvent_t fork, join;
  void silentForAMember(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p) {
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, s);
    cudaStreamWaitEvent(t, fork, 0);
    run(t, p);
    cudaStreamWaitEvent(s, join, 0);
    cudaStreamEndCapture(s, g);
  }
  void run(cudaStream_t t, float *p);
};
// Elements of a container cannot be told apart.
void silentForElements(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p, int i, int j) {
  std::vector<cudaEvent_t> events(4);
  for (cudaEvent_t &e : events)
    cudaEventCreate(&e);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(events[0], s);
  cudaStreamWaitEvent(t, events[0], 0);
  work<<<1, 1, 0, t>>>(p);
  cudaEventRecord(events[i], t);
  cudaStreamWaitEvent(s, events[j], 0);
  cudaStreamEndCapture(s, g);
}
// A wait for nothing is no mistake by itself.
void silentBesideAJoin(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p) {
  Event fork, join, unused;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork.E, s);
  cudaStreamWaitEvent(t, fork.E, 0);
  work<<<1, 1, 0, t>>>(p);
  cudaStreamWaitEvent(s, unused.E, 0);
  cudaEventRecord(join.E, t);
  cudaStreamWaitEvent(s, join.E, 0);
  cudaStreamEndCapture(s, g);
}
