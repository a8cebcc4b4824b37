// Forks in loops: which rounds there are is not known, but where nothing joins
// what they fork, one is enough.
// RUN: %lint-cu
#include <cuda_runtime.h>
#include <memory>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel();

//===--- Nothing joins ---===//

void firesForOneStream(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    kernel<<<1, 1, 0, t>>>();
  }
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  // CHECK: :[[#@LINE-4]]:5: note: 't' joins the capture here
  // CHECK: :[[#@LINE-4]]:5: note: its latest work is enqueued here
  cudaStreamEndCapture(s, g);
}
void firesForAllButTheFirst(cudaStream_t *t, int n, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(t[0], kGlobal);
  cudaEventRecord(e, t[0]);
  for (int i = 1; i < n; ++i) {
    cudaStreamWaitEvent(t[i], e, 0);
    kernel<<<1, 1, 0, t[i]>>>();
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 't[0]' while the work of 't[i]' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(t[0], g);
}
void firesForAVector(std::vector<cudaStream_t> &t, std::vector<cudaEvent_t> &done, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(t[0], kGlobal);
  cudaEventRecord(e, t[0]);
  for (size_t i = 1; i < t.size(); ++i) {
    cudaStreamWaitEvent(t[i], e, 0);
    kernel<<<1, 1, 0, t[i]>>>();
    cudaEventRecord(done[i], t[i]);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 't[0]' while the work of 't[i]' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(t[0], g);
}
void firesForItsOwnStreams(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStream_t side[4];
  for (int i = 0; i < 4; ++i)
    cudaStreamCreate(&side[i]);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  for (cudaStream_t t : side) {
    cudaStreamWaitEvent(t, e, 0);
    kernel<<<1, 1, 0, t>>>();
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of '{{.*}}' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
static void fork(cudaStream_t from, cudaStream_t to, cudaEvent_t e) {
  cudaEventRecord(e, from);
  cudaStreamWaitEvent(to, e, 0);
}
void firesForAHelperInALoop(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  while (n--) {
    fork(s, t, e);
    kernel<<<1, 1, 0, t>>>();
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'to' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
// A loop that joins another stream does not help this one.
void firesForAJoinOfOthers(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e, cudaEvent_t f, int n,
                           cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    fork(s, t, e);
    kernel<<<1, 1, 0, t>>>();
    fork(s, u, f);
    kernel<<<1, 1, 0, u>>>();
    fork(u, s, f);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'to' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}

//===--- Something joins, or may ---===//

void silentForAJoinBehindTheLoop(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    fork(s, t, e);
    kernel<<<1, 1, 0, t>>>();
  }
  if (n > 0)
    fork(t, s, e);
  cudaStreamEndCapture(s, g);
}
// Whether both loops run the same rounds shows at run time.
void silentForTwoLoops(std::vector<cudaStream_t> &t, std::vector<cudaEvent_t> &done, cudaEvent_t e, int n, int m,
                       cudaGraph_t *g) {
  cudaStreamBeginCapture(t[0], kGlobal);
  cudaEventRecord(e, t[0]);
  for (int i = 1; i < n; ++i) {
    cudaStreamWaitEvent(t[i], e, 0);
    kernel<<<1, 1, 0, t[i]>>>();
    cudaEventRecord(done[i], t[i]);
  }
  for (int i = 1; i < m; ++i)
    cudaStreamWaitEvent(t[0], done[i], 0);
  cudaStreamEndCapture(t[0], g);
}
void joinAll(cudaStream_t s);
void silentForACallThatCannotBeSeen(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    fork(s, t, e);
    kernel<<<1, 1, 0, t>>>();
  }
  for (int i = 0; i < n; ++i)
    joinAll(s);
  cudaStreamEndCapture(s, g);
}
struct Pool {
  cudaEvent_t next();
  bool empty() const;
};
void silentForEventsOfAPool(cudaStream_t s, cudaStream_t t, cudaEvent_t e, Pool &pool, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    fork(s, t, e);
    kernel<<<1, 1, 0, t>>>();
    cudaEventRecord(pool.next(), t);
  }
  while (!pool.empty())
    cudaStreamWaitEvent(s, pool.next(), 0);
  cudaStreamEndCapture(s, g);
}
// The first lane may be the one that captures.
struct Lane {
  cudaStream_t stream;
  cudaEvent_t event;
};
void silentForLanesThatMayBeIt(Lane &main, std::vector<Lane> &lanes, cudaGraph_t *g) {
  cudaStreamBeginCapture(main.stream, kGlobal);
  cudaEventRecord(main.event, main.stream);
  for (Lane &lane : lanes) {
    cudaStreamWaitEvent(lane.stream, main.event, 0);
    kernel<<<1, 1, 0, lane.stream>>>();
  }
  cudaStreamEndCapture(main.stream, g);
}
void silentForAStreamThatMayBeIt(cudaStream_t s, cudaStream_t *t, int n, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  for (int i = 0; i < n; ++i) {
    cudaStreamWaitEvent(t[i], e, 0);
    kernel<<<1, 1, 0, t[i]>>>();
  }
  cudaStreamEndCapture(s, g);
}
// Each joins the one before, and the last joins the first.
void silentForAChain(cudaStream_t *t, cudaEvent_t *e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(t[0], kGlobal);
  for (int i = 1; i < n; ++i) {
    fork(t[i - 1], t[i], e[i]);
    kernel<<<1, 1, 0, t[i]>>>();
  }
  fork(t[n - 1], t[0], e[0]);
  cudaStreamEndCapture(t[0], g);
}
// Joined by way of another side stream.
void silentForACollector(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  fork(s, u, e);
  for (int i = 0; i < n; ++i) {
    fork(s, t, e);
    kernel<<<1, 1, 0, t>>>();
  }
  fork(t, u, e);
  kernel<<<1, 1, 0, u>>>();
  fork(u, s, e);
  cudaStreamEndCapture(s, g);
}
struct Joiner {
  cudaStream_t from, to;
  cudaEvent_t e;
  ~Joiner() { fork(from, to, e); }
};
void silentForADestructor(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  {
    Joiner j{t, s, e};
    for (int i = 0; i < n; ++i) {
      fork(s, t, e);
      kernel<<<1, 1, 0, t>>>();
    }
  }
  cudaStreamEndCapture(s, g);
}
void silentForDependenciesByHand(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraphNode_t *nodes, int n,
                                 cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    fork(s, t, e);
    kernel<<<1, 1, 0, t>>>();
  }
  if (n)
    cudaStreamUpdateCaptureDependencies(s, nodes, nullptr, n, cudaStreamSetCaptureDependencies);
  cudaStreamEndCapture(s, g);
}
// Forks that do nothing need no join.
void silentWithoutWork(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i)
    fork(s, t, e);
  cudaStreamEndCapture(s, g);
}
// In whichever round it is joined.
void silentForTheLastRound(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    fork(s, t, e);
    kernel<<<1, 1, 0, t>>>();
    if (i + 1 == n)
      fork(t, s, e);
  }
  cudaStreamEndCapture(s, g);
}

//===--- Captures of several streams, which loops begin and end ---===//

void silentForOneCaptureEach(cudaStream_t *t, int n) {
  cudaGraph_t g;
  for (int i = 0; i < n; ++i)
    cudaStreamBeginCapture(t[i], kGlobal);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, t[i]>>>();
  for (int i = 0; i < n; ++i) {
    cudaStreamEndCapture(t[i], &g);
    cudaGraphDestroy(g);
  }
}
void silentForOneCaptureOfEachInAVector(std::vector<cudaStream_t> &t, std::vector<cudaGraph_t> &g) {
  for (size_t i = 0; i < t.size(); ++i)
    cudaStreamBeginCapture(t[i], kGlobal);
  for (size_t i = 0; i < t.size(); ++i)
    kernel<<<1, 1, 0, t[i]>>>();
  for (size_t i = 0; i < t.size(); ++i)
    cudaStreamEndCapture(t[i], &g[i]);
}
