// Loops that may take a stream into the capture. How often a loop runs is not
// known: that it runs no round is seldom a path of the program.
// RUN: %lint-cu
#include <cuda_runtime.h>
#include <map>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel();
void enter(cudaStream_t from, cudaStream_t to);

//===--- A call in a loop may fork, or join ---===//

void silentBehindALoop(cudaStream_t s, cudaStream_t t, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i)
    enter(s, t);
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}
void silentForAnEvent(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i)
    enter(s, t);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void silentForAJoin(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  for (int i = 0; i < n; ++i)
    enter(t, s);
  cudaStreamEndCapture(s, g);
}
static void enterAll(cudaStream_t s, cudaStream_t *t, int n) {
  for (int i = 0; i < n; ++i)
    enter(s, t[i]);
}
void silentBehindAHelper(cudaStream_t s, cudaStream_t t, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  enterAll(s, &t, n);
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}
// Whether or not the loop around both of them runs again.
void silentInALoop(cudaStream_t s, cudaStream_t t, int n, cudaGraph_t *g) {
  for (int round = 0; round < n; ++round) {
    cudaStreamBeginCapture(s, kGlobal);
    enterAll(s, &t, n);
    kernel<<<1, 1, 0, t>>>();
    cudaStreamEndCapture(s, &g[round]);
  }
}

//===--- What has been created since may be in a container ---===//

void silentForAMap(cudaStream_t s, std::map<int, cudaStream_t> &lanes, cudaEvent_t e, cudaGraph_t *g) {
  cudaStream_t t;
  cudaStreamCreate(&t);
  lanes[3] = t;
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  for (auto &lane : lanes)
    cudaStreamWaitEvent(lane.second, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void silentForAVector(cudaStream_t s, std::vector<cudaStream_t> &lanes, cudaEvent_t e, cudaGraph_t *g) {
  cudaStream_t t;
  cudaStreamCreate(&t);
  lanes.push_back(t);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  for (cudaStream_t lane : lanes)
    cudaStreamWaitEvent(lane, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}

//===--- Loops that do not matter ---===//

void firesInFrontOfTheLoop(cudaStream_t s, cudaStream_t t, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  for (int i = 0; i < n; ++i)
    enter(s, t);
  cudaStreamEndCapture(s, g);
}
void firesInTheSameRound(cudaStream_t s, cudaStream_t t, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
    kernel<<<1, 1, 0, t>>>();
    enter(s, t);
  }
  cudaStreamEndCapture(s, g);
}
void firesBehindALoopBeforeTheBegin(cudaStream_t s, cudaStream_t t, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i)
    enter(s, t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}
void firesInALoopOfCaptures(cudaStream_t s, cudaStream_t t, int n, cudaGraph_t *g) {
  for (int round = 0; round < n; ++round) {
    cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
    kernel<<<1, 1, 0, t>>>();
    enterAll(s, &t, n);
    cudaStreamEndCapture(s, &g[round]);
  }
}
