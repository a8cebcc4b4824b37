// RUN: %lint-cu
// Waits that cross the border of a capture.
#include <cuda_runtime.h>
#include <memory>
#include <vector>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();

void firesForAnEventFromBefore(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  // CHECK: :[[#@LINE-3]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-5]]:3: note: 'e' is recorded here
  // CHECK: :[[#@LINE-3]]:3: note: wait for the event before the capture begins, {{.*}} [cuda/stream-capture-isolation; docs/checks/isolation.md]
  cudaStreamEndCapture(s, g);
}
// The same stream, but before its capture.
void firesForTheSameStreamBefore(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, s);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void firesForAnEventRecordedOutsideMeanwhile(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void firesInEveryMode(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g, cudaStreamCaptureMode m) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, m);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void silentForAWaitBeforeTheCapture(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
}
void silentForAWaitAfterTheCapture(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
  cudaStreamWaitEvent(s, e, 0);
}
void silentForAnEventThatIsRecordedAgain(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
// A stream outside waits for a stream outside.
void silentBesideTheCapture(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(u, e, 0);
  cudaStreamEndCapture(s, g);
}
// Such waits and records are nodes of the graph.
void silentForExternalEvents(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamWaitEvent(s, e, cudaEventWaitExternal);
  cudaEventRecordWithFlags(e, s, cudaEventRecordExternal);
  cudaStreamEndCapture(s, g);
}
void firesForTheDefaultFlag(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecordWithFlags(e, t, cudaEventRecordDefault);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, cudaEventWaitDefault);
  cudaStreamEndCapture(s, g);
}
void silentForFlagsThatCannotBeKnown(cudaStream_t s, cudaStream_t t, cudaEvent_t e, unsigned flags,
                                     cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamWaitEvent(s, e, flags);
  cudaStreamEndCapture(s, g);
}
// Where it was recorded is not known.
void silentForAnEventOfTheCaller(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
// A wait for an event that was never recorded does nothing.
void silentForAFreshEvent(cudaStream_t s, cudaGraph_t *g) {
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
// The forked stream is part of the capture, too.
void firesForAForkedStream(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e, cudaEvent_t f,
                           cudaGraph_t *g) {
  cudaEventRecord(f, u);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'f', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(t, f, 0);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
// Before the fork the stream may wait for whom it likes.
void silentBeforeTheFork(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e, cudaEvent_t f,
                         cudaGraph_t *g) {
  cudaEventRecord(f, u);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamWaitEvent(t, f, 0);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}

//===--- Two captures ---===//

void firesForAnotherCapture(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  cudaEventRecord(e, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded in another capture than that of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-5]]:3: note: the other capture, of 't', begins here
  // CHECK: :[[#@LINE-5]]:3: note: 'e' is recorded here
  cudaStreamEndCapture(t, h);
  cudaStreamEndCapture(s, g);
}
void firesForTheForkOfAnotherCapture(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e,
                                     cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(u, e, 0);
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(e, u);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded in another capture than that of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamWaitEvent(t, e, 0);
  cudaStreamEndCapture(t, h);
  cudaStreamEndCapture(s, g);
}
void silentForInterleavedCaptures(cudaStream_t s, cudaStream_t t, cudaStream_t a, cudaStream_t b,
                                  cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  cudaEventRecord(e, s);
  cudaEventRecord(f, t);
  cudaStreamWaitEvent(a, e, 0);
  cudaStreamWaitEvent(b, f, 0);
  kernel<<<1, 1, 0, a>>>();
  kernel<<<1, 1, 0, b>>>();
  cudaEventRecord(e, a);
  cudaEventRecord(f, b);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamWaitEvent(t, f, 0);
  cudaStreamEndCapture(s, g);
  cudaStreamEndCapture(t, h);
}
void firesForSwappedEvents(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g,
                           cudaGraph_t *h) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  cudaEventRecord(e, s);
  cudaEventRecord(f, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'f', which was recorded in another capture than that of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, f, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded in another capture than that of 't'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(t, e, 0);
  cudaStreamEndCapture(s, g);
  cudaStreamEndCapture(t, h);
}
void silentForOneCaptureAfterTheOther(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  for (int i = 0; i < 2; ++i) {
    cudaStreamBeginCapture(s, kRelaxed);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    kernel<<<1, 1, 0, t>>>();
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
    cudaStreamEndCapture(s, &g[i]);
  }
}

//===--- Conditions and loops ---===//

void firesOnOnePath(cudaStream_t s, cudaStream_t t, cudaEvent_t e, bool inside, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (inside)
    cudaEventRecord(e, s);
  else
    cudaEventRecord(e, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void silentForCorrelatedConditions(cudaStream_t s, cudaStream_t t, cudaEvent_t e, bool capture,
                                   cudaGraph_t *g) {
  cudaEventRecord(e, t);
  if (capture)
    cudaStreamBeginCapture(s, kRelaxed);
  if (!capture)
    cudaStreamWaitEvent(s, e, 0);
  kernel<<<1, 1, 0, s>>>();
  if (capture)
    cudaStreamEndCapture(s, g);
}
void silentIfExternalInACapture(cudaStream_t s, cudaStream_t t, cudaEvent_t e, bool capture, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  if (capture)
    cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamWaitEvent(s, e, capture ? cudaEventWaitExternal : cudaEventWaitDefault);
  kernel<<<1, 1, 0, s>>>();
  if (capture)
    cudaStreamEndCapture(s, g);
}
void firesWithAndWithoutACapture(cudaStream_t s, cudaStream_t t, cudaEvent_t e, bool capture, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  if (capture)
    cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  if (capture)
    cudaStreamEndCapture(s, g);
}
void silentIfAskedFirst(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
void silentAfterAFailedBegin(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess) {
    cudaStreamWaitEvent(s, e, 0);
    return;
  }
  cudaStreamEndCapture(s, g);
}
// The second round waits for what was recorded between the captures.
void firesInLoops(cudaStream_t s, cudaStream_t t, cudaEvent_t e, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    cudaEventRecord(e, t);
    cudaStreamBeginCapture(s, kRelaxed);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
    cudaStreamWaitEvent(s, e, 0);
    cudaStreamEndCapture(s, &g[i]);
  }
}
void silentInLoopsOverEvents(cudaStream_t s, cudaStream_t *t, cudaEvent_t *e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e[0], s);
  for (int i = 1; i < n; ++i) {
    cudaStreamWaitEvent(t[i], e[0], 0);
    kernel<<<1, 1, 0, t[i]>>>();
    cudaEventRecord(e[i], t[i]);
  }
  for (int i = 1; i < n; ++i)
    cudaStreamWaitEvent(s, e[i], 0);
  cudaStreamEndCapture(s, g);
}
// Recorded outside once, and inside in the capture.
void silentForEventsThatAreUsedTwice(cudaStream_t s, cudaStream_t t, cudaEvent_t e, bool warm,
                                     cudaGraph_t *g) {
  if (warm) {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    kernel<<<1, 1, 0, t>>>();
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
  }
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}

//===--- Helpers and owners ---===//

static void waitFor(cudaStream_t on, cudaStream_t s, cudaEvent_t e) {
  cudaEventRecord(e, on);
  cudaStreamWaitEvent(s, e, 0);
}
void firesThroughAHelper(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  waitFor(t, s, e);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'waitFor' reaches 'cudaStreamWaitEvent', which waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  waitFor(t, s, e);
  cudaStreamEndCapture(s, g);
}
void silentThroughAHelper(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  waitFor(s, t, e);
  waitFor(t, s, e);
  cudaStreamEndCapture(s, g);
}
struct Loader {
  cudaStream_t copies;
  cudaEvent_t ready;
  void load(void *to, const void *from, size_t n) {
    cudaMemcpyAsync(to, from, n, cudaMemcpyDefault, copies);
    cudaEventRecord(ready, copies);
  }
  void wait(cudaStream_t s) { cudaStreamWaitEvent(s, ready, 0); }
};
void firesForALoader(Loader &l, cudaStream_t s, void *p, const void *q, cudaGraph_t *g) {
  l.load(p, q, 16);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Loader::wait' reaches 'cudaStreamWaitEvent', which waits for event 'ready', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  l.wait(s);
  cudaStreamEndCapture(s, g);
}
void silentForALoaderThatIsWaitedForBefore(Loader &l, cudaStream_t s, void *p, const void *q,
                                           cudaGraph_t *g) {
  l.load(p, q, 16);
  l.wait(s);
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
// It may record the event again.
void prepare(cudaEvent_t e, cudaStream_t s);
void silentForAHiddenRecord(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  prepare(e, s);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
template <class F> void captured(cudaStream_t s, cudaGraph_t *g, F body) {
  cudaStreamBeginCapture(s, kRelaxed);
  body();
  cudaStreamEndCapture(s, g);
}
void firesInALambda(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  // CHECK: :[[#@LINE+1]]:24: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  captured(s, g, [&] { cudaStreamWaitEvent(s, e, 0); });
}
class Capturing {
  cudaStream_t s_;
  cudaGraph_t *g_;

public:
  Capturing(cudaStream_t s, cudaGraph_t *g) : s_(s), g_(g) { cudaStreamBeginCapture(s_, kRelaxed); }
  ~Capturing() { cudaStreamEndCapture(s_, g_); }
};
void firesUnderAGuard(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, t);
  {
    Capturing c(s, g);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 'Capturing::s_'; {{.*}} [cuda-capture-isolation]
    cudaStreamWaitEvent(s, e, 0);
  }
  cudaStreamWaitEvent(s, e, 0);
}
void firesForFreshEvents(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  std::unique_ptr<cudaEvent_t> e = std::make_unique<cudaEvent_t>();
  cudaEvent_t own;
  cudaEventCreate(&own);
  cudaEventRecord(own, t);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'own', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, own, 0);
  cudaStreamEndCapture(s, g);
  cudaEventDestroy(own);
}

// The stream that it is recorded on may take part in the capture.
void silentForARangeOfStreams(cudaStream_t s, const std::vector<cudaStream_t> &all, cudaEvent_t e,
                              cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  for (cudaStream_t t : all)
    cudaStreamWaitEvent(t, e, 0);
  for (cudaStream_t t : all)
    kernel<<<1, 1, 0, t>>>();
  for (cudaStream_t t : all) {
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
  }
  cudaStreamEndCapture(s, g);
}
void silentForAPool(cudaStream_t s, std::vector<cudaStream_t> pool, std::vector<cudaEvent_t> joins,
                    cudaEvent_t e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  for (int i = 0; i < n; ++i) {
    cudaStream_t t = pool[i % pool.size()];
    cudaStreamWaitEvent(t, e, 0);
    kernel<<<1, 1, 0, t>>>();
  }
  for (size_t i = 0; i < pool.size(); ++i) {
    cudaEventRecord(joins[i], pool[i]);
    cudaStreamWaitEvent(s, joins[i], 0);
  }
  cudaStreamEndCapture(s, g);
}
void forkAll(cudaStream_t from, cudaStream_t to);
void silentForAHiddenFork(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  forkAll(s, t);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
cudaStream_t currentStream();
void silentForTheCurrentStream(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, currentStream());
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}
struct Opaque {
  cudaEvent_t e;
  void refresh();
};
void silentForAHiddenMember(Opaque &o, cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaEventRecord(o.e, t);
  cudaStreamBeginCapture(s, kRelaxed);
  o.refresh();
  cudaStreamWaitEvent(s, o.e, 0);
  cudaStreamEndCapture(s, g);
}
// The same object outside, inside, and outside of captures.
struct Stage {
  cudaStream_t s, t;
  cudaEvent_t e, done;
  cudaGraph_t g;
  void step() {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    kernel<<<1, 1, 0, t>>>();
    cudaEventRecord(done, t);
    cudaStreamWaitEvent(s, done, 0);
  }
  void run() {
    step();
    cudaStreamBeginCapture(s, kRelaxed);
    step();
    cudaStreamEndCapture(s, &g);
    step();
    cudaEventRecord(done, s);
    cudaEventSynchronize(done);
  }
};
void silentForAStageThatIsUsedAgain(Stage &stage) { stage.run(); }
