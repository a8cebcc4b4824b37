// RUN: %lint-cu
// Programs that fork and join everything, in ways that are hard to follow.
#include <cuda_runtime.h>
#include <vector>
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
void silentForALazyFork(cudaStream_t s, cudaStream_t t, cudaEvent_t e, const int *big, int n, cudaGraph_t *g) {
  bool forked = false;
  cudaStreamBeginCapture(s, kRelaxed);
  for (int i = 0; i < n; ++i) {
    if (!big[i]) {
      kernel<<<1, 1, 0, s>>>();
      continue;
    }
    if (!forked) {
      cudaEventRecord(e, s);
      cudaStreamWaitEvent(t, e, 0);
      forked = true;
    }
    kernel<<<1, 1, 0, t>>>();
  }
  if (forked) {
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
  }
  cudaStreamEndCapture(s, g);
}
void silentForAJoinInTheLastRound(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  for (int i = 0; i < n; ++i) {
    if (i == 0) {
      cudaEventRecord(e, s);
      cudaStreamWaitEvent(t, e, 0);
    }
    kernel<<<1, 1, 0, t>>>();
    if (i == n - 1) {
      cudaEventRecord(e, t);
      cudaStreamWaitEvent(s, e, 0);
    }
  }
  cudaStreamEndCapture(s, g);
}
void silentForAnArrayOfParameters(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g) {
  cudaStream_t side[] = {a, b};
  cudaEvent_t ev[] = {e, f};
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  for (int i = 0; i < 2; ++i)
    cudaStreamWaitEvent(side[i], e, 0);
  for (int i = 0; i < 2; ++i)
    kernel<<<1, 1, 0, side[i]>>>();
  for (int i = 0; i < 2; ++i) {
    cudaEventRecord(ev[i], side[i]);
    cudaStreamWaitEvent(s, ev[i], 0);
  }
  cudaStreamEndCapture(s, g);
}
struct Pool { std::vector<cudaStream_t> streams; cudaStream_t next(); cudaStream_t at(int i) const { return streams[i]; } };
void silentForAPool(cudaStream_t s, Pool &p, cudaEvent_t e, cudaEvent_t *ev, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStream_t t = p.next();
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void silentForAPoolByIndex(cudaStream_t s, Pool &p, cudaEvent_t e, cudaEvent_t *ev, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  for (int i = 0; i < n; ++i)
    cudaStreamWaitEvent(p.at(i), e, 0);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, p.at(i)>>>();
  for (int i = 0; i < n; ++i)
    cudaEventRecord(ev[i], p.at(i));
  for (int i = 0; i < n; ++i)
    cudaStreamWaitEvent(s, ev[i], 0);
  cudaStreamEndCapture(s, g);
}
static cudaStream_t gSide; static cudaEvent_t gFork, gJoin;
void silentForGlobals(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(gFork, s);
  cudaStreamWaitEvent(gSide, gFork, 0);
  kernel<<<1, 1, 0, gSide>>>();
  cudaEventRecord(gJoin, gSide);
  cudaStreamWaitEvent(s, gJoin, 0);
  cudaStreamEndCapture(s, g);
}
struct Lazy { cudaStream_t t = nullptr; cudaEvent_t a = nullptr, b = nullptr;
  void ensure() { if (!t) { cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking); cudaEventCreate(&a); cudaEventCreate(&b);} }
  void fork(cudaStream_t s) { ensure(); cudaEventRecord(a, s); cudaStreamWaitEvent(t, a, 0); }
  void join(cudaStream_t s) { cudaEventRecord(b, t); cudaStreamWaitEvent(s, b, 0); }
  cudaStream_t side() { ensure(); return t; }
};
void silentForLazyStreams(Lazy &l, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  l.fork(s);
  kernel<<<1, 1, 0, l.side()>>>();
  l.join(s);
  cudaStreamEndCapture(s, g);
}
void silentForLazyStreamsInALoop(Lazy *l, int n, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  for (int i = 0; i < n; ++i) l[i].fork(s);
  for (int i = 0; i < n; ++i) kernel<<<1, 1, 0, l[i].side()>>>();
  for (int i = 0; i < n; ++i) l[i].join(s);
  cudaStreamEndCapture(s, g);
}
void silentForJobs(cudaStream_t s, std::vector<void (*)(cudaStream_t)> jobs, std::vector<cudaStream_t> st, std::vector<cudaEvent_t> ev, cudaGraph_t *g) {
  cudaEvent_t start;
  cudaEventCreate(&start);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(start, s);
  for (size_t i = 0; i < jobs.size(); ++i) {
    cudaStreamWaitEvent(st[i], start, 0);
    jobs[i](st[i]);
    cudaEventRecord(ev[i], st[i]);
  }
  for (auto &e : ev) cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
  cudaEventDestroy(start);
}
void silentForTheLastOfManyRecords(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  do {
    kernel<<<1, 1, 0, t>>>();
    cudaEventRecord(e, t);
  } while (--n);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void firesForALazyForkOnOnePath(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  bool forked = false;
  cudaStreamBeginCapture(s, kRelaxed);
  if (n > 4) {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    kernel<<<1, 1, 0, t>>>();
    forked = n > 8;
  }
  if (forked) {
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
// A join without an event.
void silentForEditedDependencies(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamCaptureStatus status;
  unsigned long long id;
  cudaGraph_t graph;
  const cudaGraphNode_t *nodes;
  size_t n;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaStreamGetCaptureInfo(t, &status, &id, &graph, &nodes, nullptr, &n);
  cudaStreamUpdateCaptureDependencies(s, const_cast<cudaGraphNode_t *>(nodes), nullptr, n, 0);
  cudaStreamEndCapture(s, g);
}
