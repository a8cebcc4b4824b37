// RUN: %lint-cu
// Work of a forked stream that the origin has not waited for when the capture ends.
#include <cuda_runtime.h>
#include <memory>
#include <vector>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();

void firesForAForkWithoutJoin(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE-6]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-5]]:3: note: 't' joins the capture here
  // CHECK: :[[#@LINE-5]]:3: note: its latest work is enqueued here
  // CHECK: :[[#@LINE-4]]:3: note: record an event in the forked stream after its last work, {{.*}} [cuda/stream-capture-unjoined; docs/checks/unjoined-stream.md]
}
void silentForAForkWithJoin(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join,
                            cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
// One event for both ways.
void silentForOneEvent(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e);
  cudaStreamEndCapture(s, g);
}

void firesForWorkAfterTheRecord(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join,
                                cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaEventRecord(join, t);
  kernel<<<1, 1, 0, t>>>();
  cudaStreamWaitEvent(s, join, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
void firesForWorkAfterTheJoin(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join,
                              cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
void silentForASecondJoin(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join,
                          cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}
// The origin waits for its own event.
void firesForTheWrongEvent(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join,
                           cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, fork, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
// The forked stream waits, not the origin.
void firesForAWaitOnTheWrongStream(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join,
                                   cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(t, join, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
// The record of the second stream replaces that of the first.
void firesForAnEventThatIsRecordedAgain(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t fork,
                                        cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaStreamWaitEvent(u, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(join, t);
  cudaEventRecord(join, u);
  cudaStreamWaitEvent(s, join, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
void silentIfEachRecordIsWaitedFor(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t fork,
                                   cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaStreamWaitEvent(u, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  cudaEventRecord(join, u);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}
void firesForTheSecondOfTwo(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t fork,
                            cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaStreamWaitEvent(u, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'u' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}

// Joined through another stream.
void silentForAChain(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t a, cudaEvent_t b,
                     cudaEvent_t c, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(a, s);
  cudaStreamWaitEvent(t, a, 0);
  cudaStreamWaitEvent(u, a, 0);
  kernel<<<1, 1, 0, t>>>();
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(b, t);
  cudaStreamWaitEvent(u, b, 0);
  cudaEventRecord(c, u);
  cudaStreamWaitEvent(s, c, 0);
  cudaStreamEndCapture(s, g);
}
void firesForAChainThatIsTooLate(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t a,
                                 cudaEvent_t b, cudaEvent_t c, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(a, s);
  cudaStreamWaitEvent(t, a, 0);
  cudaStreamWaitEvent(u, a, 0);
  kernel<<<1, 1, 0, t>>>();
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(c, u);
  cudaEventRecord(b, t);
  cudaStreamWaitEvent(u, b, 0);
  cudaStreamWaitEvent(s, c, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
void silentForNestedForks(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t a, cudaEvent_t b,
                          cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(a, s);
  cudaStreamWaitEvent(t, a, 0);
  cudaEventRecord(b, t);
  cudaStreamWaitEvent(u, b, 0);
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(b, u);
  cudaStreamWaitEvent(t, b, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(a, t);
  cudaStreamWaitEvent(s, a, 0);
  cudaStreamEndCapture(s, g);
}
// The inner fork is joined to nobody.
void firesForTheInnerFork(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t a, cudaEvent_t b,
                          cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(a, s);
  cudaStreamWaitEvent(t, a, 0);
  cudaEventRecord(b, t);
  cudaStreamWaitEvent(u, b, 0);
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(a, t);
  cudaStreamWaitEvent(s, a, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'u' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
// The driver's answer to a fork without work is not documented.
void silentForAForkWithoutWork(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaStreamEndCapture(s, g);
}
void firesForCopiesAndMemsets(cudaStream_t s, cudaStream_t t, cudaEvent_t e, void *p, void *q,
                              cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaMemcpyAsync(p, q, 16, cudaMemcpyDefault, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaLaunchHostFunc(t, [](void *) {}, nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
// The work came before the fork: it is not in the capture.
void silentForWorkBeforeTheCapture(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  kernel<<<1, 1, 0, t>>>();
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  kernel<<<1, 1, 0, t>>>();
}
// An external record is no join, and takes part in no dependency.
void firesForAnExternalRecord(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t outside,
                              cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecordWithFlags(outside, t, cudaEventRecordExternal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
void firesForAnExternalWait(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t join,
                            cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, cudaEventWaitExternal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}

//===--- Conditions ---===//

void firesOnOnePath(cudaStream_t s, cudaStream_t t, cudaEvent_t e, bool join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  if (join) {
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
void silentForCorrelatedConditions(cudaStream_t s, cudaStream_t t, cudaEvent_t e, bool two,
                                   cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (two) {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
  }
  kernel<<<1, 1, 0, two ? t : s>>>();
  if (two) {
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
  }
  cudaStreamEndCapture(s, g);
}
void silentForOneOfTwoStreams(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e, bool first,
                              cudaGraph_t *g) {
  cudaStream_t t = first ? a : b;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
int firesForAnEarlyEnd(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  if (n < 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
    cudaStreamEndCapture(s, g);
    return 1;
  }
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
  return 0;
}
void silentAfterAFailedCall(cudaStream_t s, cudaStream_t t, cudaEvent_t e, void *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  if (cudaMemsetAsync(p, 0, 16, t) != cudaSuccess) {
    cudaStreamEndCapture(s, g);
    return;
  }
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void firesForACaseWithoutJoin(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int kind, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  switch (kind) {
  case 0:
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
    break;
  default:
    break;
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}

//===--- Loops ---===//

void silentForLoopsOverAll(cudaStream_t s, cudaStream_t *t, cudaEvent_t *e, int n, cudaEvent_t fork,
                           cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  for (int i = 0; i < n; ++i) {
    cudaStreamWaitEvent(t[i], fork, 0);
    kernel<<<1, 1, 0, t[i]>>>();
    cudaEventRecord(e[i], t[i]);
  }
  for (int i = 0; i < n; ++i)
    cudaStreamWaitEvent(s, e[i], 0);
  cudaStreamEndCapture(s, g);
}
void silentForLoopsOfConstantLength(cudaStream_t s, cudaEvent_t fork, cudaGraph_t *g) {
  cudaStream_t t[4];
  cudaEvent_t e[4];
  for (int i = 0; i < 4; ++i) {
    cudaStreamCreate(&t[i]);
    cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
  }
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  for (int i = 0; i < 4; ++i)
    cudaStreamWaitEvent(t[i], fork, 0);
  for (int i = 0; i < 4; ++i)
    kernel<<<1, 1, 0, t[i]>>>();
  for (int i = 0; i < 4; ++i)
    cudaEventRecord(e[i], t[i]);
  for (int i = 0; i < 4; ++i)
    cudaStreamWaitEvent(s, e[i], 0);
  cudaStreamEndCapture(s, g);
}
void silentForVectors(cudaStream_t s, std::vector<cudaStream_t> &t, std::vector<cudaEvent_t> &e,
                      cudaEvent_t fork, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  for (size_t i = 0; i < t.size(); ++i) {
    cudaStreamWaitEvent(t[i], fork, 0);
    kernel<<<1, 1, 0, t[i]>>>();
    cudaEventRecord(e[i], t[i]);
    cudaStreamWaitEvent(s, e[i], 0);
  }
  cudaStreamEndCapture(s, g);
}
void silentForAllButTheFirst(std::vector<cudaStream_t> &t, std::vector<cudaEvent_t> &e, cudaGraph_t *g) {
  cudaStreamBeginCapture(t[0], kRelaxed);
  cudaEventRecord(e[0], t[0]);
  for (size_t i = 1; i < t.size(); ++i)
    cudaStreamWaitEvent(t[i], e[0], 0);
  for (size_t i = 0; i < t.size(); ++i)
    kernel<<<1, 1, 0, t[i]>>>();
  for (size_t i = 1; i < t.size(); ++i) {
    cudaEventRecord(e[i], t[i]);
    cudaStreamWaitEvent(t[0], e[i], 0);
  }
  cudaStreamEndCapture(t[0], g);
}
// Stages that hand over to each other.
void silentForAPipeline(cudaStream_t s, cudaStream_t *stage, cudaEvent_t *e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStream_t before = s;
  for (int i = 0; i < n; ++i) {
    cudaEventRecord(e[i], before);
    cudaStreamWaitEvent(stage[i], e[i], 0);
    kernel<<<1, 1, 0, stage[i]>>>();
    before = stage[i];
  }
  cudaEventRecord(e[n], before);
  cudaStreamWaitEvent(s, e[n], 0);
  cudaStreamEndCapture(s, g);
}
// Round and round, and joined in each round.
void silentForAJoinInEachRound(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  for (int i = 0; i < n; ++i) {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    kernel<<<1, 1, 0, t>>>();
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
    kernel<<<1, 1, 0, s>>>();
  }
  cudaStreamEndCapture(s, g);
}
void silentForAJoinAfterTheLoop(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  for (int i = 0; i < n; ++i) {
    kernel<<<1, 1, 0, s>>>();
    kernel<<<1, 1, 0, t>>>();
  }
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void firesForALoopWithoutJoin(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
// Two streams in turn.
void silentForDoubleBuffers(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaEvent_t f,
                            int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(a, e, 0);
  cudaStreamWaitEvent(b, e, 0);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, i % 2 ? a : b>>>();
  cudaEventRecord(e, a);
  cudaEventRecord(f, b);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, g);
}

//===--- Helpers and owners ---===//

static void depend(cudaStream_t on, cudaStream_t stream, cudaEvent_t e) {
  cudaEventRecord(e, on);
  cudaStreamWaitEvent(stream, e, 0);
}
void silentForAHelperThatForksAndJoins(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  depend(s, t, e);
  kernel<<<1, 1, 0, t>>>();
  depend(t, s, e);
  cudaStreamEndCapture(s, g);
}
void firesForAHelperThatOnlyForks(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  depend(s, t, e);
  kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'stream' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
void firesForAJoinTheOtherWayRound(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  depend(s, t, e);
  kernel<<<1, 1, 0, t>>>();
  depend(s, t, e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'stream' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
// A temporary event, destroyed when the wait is enqueued.
static void dependOnce(cudaStream_t on, cudaStream_t stream) {
  cudaEvent_t e;
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  cudaEventRecord(e, on);
  cudaStreamWaitEvent(stream, e, 0);
  cudaEventDestroy(e);
}
void silentForTemporaryEvents(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  dependOnce(s, t);
  dependOnce(s, u);
  kernel<<<1, 1, 0, t>>>();
  kernel<<<1, 1, 0, u>>>();
  dependOnce(t, s);
  dependOnce(u, s);
  cudaStreamEndCapture(s, g);
}
void joinHidden(cudaStream_t from, cudaStream_t to);
void silentForAHiddenJoin(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  depend(s, t, e);
  kernel<<<1, 1, 0, t>>>();
  joinHidden(t, s);
  cudaStreamEndCapture(s, g);
}
// A function that is given a stream may do what it likes with it.
void stage(cudaStream_t t);
void silentForAHiddenStage(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  depend(s, t, e);
  kernel<<<1, 1, 0, t>>>();
  stage(t);
  cudaStreamEndCapture(s, g);
}
cudaEvent_t lastEvent();
void silentForAHiddenEvent(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  depend(s, t, e);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(lastEvent(), t);
  cudaStreamWaitEvent(s, lastEvent(), 0);
  cudaStreamEndCapture(s, g);
}
class Fork {
  cudaStream_t from_, to_;
  cudaEvent_t e_;

public:
  Fork(cudaStream_t from, cudaStream_t to, cudaEvent_t e) : from_(from), to_(to), e_(e) {
    cudaEventRecord(e_, from_);
    cudaStreamWaitEvent(to_, e_, 0);
  }
  ~Fork() {
    cudaEventRecord(e_, to_);
    cudaStreamWaitEvent(from_, e_, 0);
  }
};
void silentForAGuard(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  {
    Fork fork(s, t, e);
    kernel<<<1, 1, 0, t>>>();
  }
  cudaStreamEndCapture(s, g);
}
// The guard lives too long.
void firesForAGuardThatOutlivesTheCapture(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  Fork fork(s, t, e);
  kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'to_' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
struct Model {
  cudaStream_t main, side;
  cudaEvent_t forked, joined;
  cudaGraph_t graph;
  void fork() { depend(main, side, forked); }
  void join() { depend(side, main, joined); }
  void body() {
    kernel<<<1, 1, 0, main>>>();
    kernel<<<1, 1, 0, side>>>();
  }
  void silentBuild() {
    cudaStreamBeginCapture(main, kRelaxed);
    fork();
    body();
    join();
    cudaStreamEndCapture(main, &graph);
  }
  void firesBuild() {
    cudaStreamBeginCapture(main, kRelaxed);
    fork();
    join();
    body();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamEndCapture' ends the capture of 'main' while the work of 'stream' is not joined; {{.*}} [cuda-capture-unjoined-stream]
    cudaStreamEndCapture(main, &graph);
  }
};
void silentOutside(Model &m) {
  m.silentBuild();
  m.firesBuild();
}
template <class F> void onSide(cudaStream_t s, cudaStream_t t, cudaEvent_t e, F body) {
  depend(s, t, e);
  body(t);
  depend(t, s, e);
}
void silentForALambda(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  onSide(s, t, e, [](cudaStream_t u) { kernel<<<1, 1, 0, u>>>(); });
  cudaStreamEndCapture(s, g);
}
struct Events {
  std::unique_ptr<cudaEvent_t> join = std::make_unique<cudaEvent_t>();
  cudaEvent_t fork[2];
};
void silentForOwnedEvents(cudaStream_t s, cudaStream_t t, Events &events, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(events.fork[0], s);
  cudaStreamWaitEvent(t, events.fork[0], 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(*events.join, t);
  cudaStreamWaitEvent(s, *events.join, 0);
  cudaStreamEndCapture(s, g);
}

//===--- More than one capture, and special streams ---===//

void silentForInterleavedCaptures(cudaStream_t s, cudaStream_t t, cudaStream_t a, cudaStream_t b,
                                  cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  depend(s, a, e);
  depend(t, b, f);
  kernel<<<1, 1, 0, a>>>();
  kernel<<<1, 1, 0, b>>>();
  depend(a, s, e);
  cudaStreamEndCapture(s, g);
  depend(b, t, f);
  cudaStreamEndCapture(t, h);
}
void firesForOneOfTwoCaptures(cudaStream_t s, cudaStream_t t, cudaStream_t a, cudaStream_t b, cudaEvent_t e,
                              cudaEvent_t f, cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  depend(s, a, e);
  depend(t, b, f);
  kernel<<<1, 1, 0, a>>>();
  kernel<<<1, 1, 0, b>>>();
  depend(a, s, e);
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 't' while the work of 'stream' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(t, h);
}
void firesForThePerThreadStream(cudaEvent_t e, cudaGraph_t *g) {
  cudaStream_t t;
  cudaStreamCreate(&t);
  cudaStreamBeginCapture(cudaStreamPerThread, kRelaxed);
  cudaEventRecord(e, cudaStreamPerThread);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 'cudaStreamPerThread' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(cudaStreamPerThread, g);
}
void silentForThePerThreadStream(cudaEvent_t e, cudaGraph_t *g) {
  cudaStream_t t;
  cudaStreamCreate(&t);
  cudaStreamBeginCapture(cudaStreamPerThread, kRelaxed);
  cudaEventRecord(e, cudaStreamPerThread);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(cudaStreamPerThread, e, 0);
  cudaStreamEndCapture(cudaStreamPerThread, g);
}
// The forked stream is destroyed; its work remains.
void firesForADestroyedFork(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStream_t t;
  cudaStreamCreate(&t);
  cudaStreamBeginCapture(s, kRelaxed);
  depend(s, t, e);
  kernel<<<1, 1, 0, t>>>();
  cudaStreamDestroy(t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'stream' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
// The same stream under two names.
void silentForAliases(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStream_t other = t, &ref = t;
  cudaEvent_t same = e;
  cudaStreamBeginCapture(s, kRelaxed);
  depend(s, t, e);
  kernel<<<1, 1, 0, other>>>();
  kernel<<<1, 1, 0, ref>>>();
  cudaEventRecord(same, ref);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
