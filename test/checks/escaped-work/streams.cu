// RUN: %lint-cu
// Work on a stream that takes no part in the capture runs at once.
#include <cuda_runtime.h>
#include <memory>
#include <vector>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();

void firesForLaunches(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaMemsetAsync(p, 0, 16, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaMemcpyAsync(p, p, 16, cudaMemcpyDefault, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchHostFunc' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaLaunchHostFunc(t, [](void *) {}, nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMallocAsync' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaMallocAsync(&p, 16, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFreeAsync' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaFreeAsync(p, t);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}

void firesInEveryMode(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cudaStreamCaptureMode mode) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, mode);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}

void silentOutsideOfTheCapture(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  kernel<<<1, 1, 0, t>>>();
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  kernel<<<1, 1, 0, t>>>();
}

// The stream has joined.
void silentForForkedStreams(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join,
                            cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}

// The work comes too early, or waits for the wrong event.
void firesBeforeTheFork(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join,
                        cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  cudaStreamWaitEvent(t, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}
void firesForAForkFromOutside(cudaStream_t s, cudaStream_t t, cudaStream_t other, cudaEvent_t fork,
                              cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, other);
  cudaStreamWaitEvent(t, fork, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}
void firesForAForkBeforeTheCapture(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaGraph_t *g) {
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}
void firesForTheStreamThatWasNotForked(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e,
                                       cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'u', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}
// An external event is a node of the graph; it takes nobody along.
void silentForWhatExternalEventsMean(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecordWithFlags(e, s, cudaEventRecordExternal);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}

// The fork of a fork.
void silentForNestedForks(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t a, cudaEvent_t b,
                          cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(a, s);
  cudaStreamWaitEvent(t, a, 0);
  cudaEventRecord(b, t);
  cudaStreamWaitEvent(u, b, 0);
  kernel<<<1, 1, 0, u>>>();
  cudaEventRecord(a, u);
  cudaStreamWaitEvent(t, a, 0);
  cudaEventRecord(b, t);
  cudaStreamWaitEvent(s, b, 0);
  cudaStreamEndCapture(s, g);
}

// A stream of the program's own.
void firesForACreatedStream(cudaStream_t s, cudaGraph_t *g) {
  cudaStream_t own;
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'own', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, own>>>();
  cudaStreamEndCapture(s, g);
  cudaStreamDestroy(own);
}
void firesForAStreamCreatedMeanwhile(cudaStream_t s, cudaGraph_t *g) {
  cudaStream_t own;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamCreate(&own);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'own', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, own>>>();
  cudaStreamEndCapture(s, g);
  cudaStreamDestroy(own);
}

void firesForFields(cudaGraph_t *g) {
  struct {
    cudaStream_t main, copies;
  } streams;
  cudaStreamCreate(&streams.main);
  cudaStreamCreate(&streams.copies);
  cudaStreamBeginCapture(streams.main, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'streams.copies', which takes no part in the capture of 'streams.main'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, streams.copies>>>();
  kernel<<<1, 1, 0, streams.main>>>();
  cudaStreamEndCapture(streams.main, g);
}
void firesForElements(cudaGraph_t *g) {
  cudaStream_t s[2];
  cudaStreamCreate(&s[0]);
  cudaStreamCreate(&s[1]);
  cudaStreamBeginCapture(s[0], kRelaxed);
  kernel<<<1, 1, 0, s[0]>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 's[1]', which takes no part in the capture of 's[0]'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, s[1]>>>();
  cudaStreamEndCapture(s[0], g);
}
// Which element it is cannot be known.
void silentForAnyElement(std::vector<cudaStream_t> &all, int i, int j, cudaGraph_t *g) {
  cudaStreamBeginCapture(all[i], kRelaxed);
  kernel<<<1, 1, 0, all[j]>>>();
  cudaStreamEndCapture(all[i], g);
}
void silentForAnyElementOfAnArray(cudaStream_t *all, int i, int j, cudaGraph_t *g) {
  cudaStreamBeginCapture(all[i], kRelaxed);
  kernel<<<1, 1, 0, all[j]>>>();
  cudaStreamEndCapture(all[i], g);
}

// The same stream by other names.
struct Context {
  cudaStream_t stream;
  cudaStream_t get() const { return stream; }
  cudaStream_t hidden() const;
};
void silentForAliases(Context &c, cudaGraph_t *g) {
  cudaStream_t copy = c.stream, &ref = c.stream, *pointer = &c.stream;
  cudaStreamBeginCapture(c.stream, kRelaxed);
  kernel<<<1, 1, 0, copy>>>();
  kernel<<<1, 1, 0, ref>>>();
  kernel<<<1, 1, 0, *pointer>>>();
  kernel<<<1, 1, 0, c.get()>>>();
  cudaStreamEndCapture(c.stream, g);
}
// What the getter returns may be the capturing stream.
void silentForAHiddenGetter(Context &c, cudaGraph_t *g) {
  cudaStreamBeginCapture(c.stream, kRelaxed);
  kernel<<<1, 1, 0, c.hidden()>>>();
  cudaStreamEndCapture(c.stream, g);
}
void silentForTheSameGetter(const Context &c, cudaGraph_t *g) {
  cudaStreamBeginCapture(c.hidden(), kRelaxed);
  kernel<<<1, 1, 0, c.hidden()>>>();
  cudaStreamEndCapture(c.hidden(), g);
}
cudaStream_t currentStream();
void silentForTheCurrentStream(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, currentStream()>>>();
  cudaStreamEndCapture(s, g);
}

// Chosen by a condition.
void silentIfItMayBeTheSame(cudaStream_t s, cudaStream_t t, bool aside, cudaGraph_t *g) {
  cudaStream_t chosen = s;
  if (aside)
    chosen = t;
  cudaStreamBeginCapture(chosen, kRelaxed);
  kernel<<<1, 1, 0, chosen>>>();
  cudaStreamEndCapture(chosen, g);
}
void firesOnTheOtherPath(cudaStream_t s, cudaStream_t t, bool aside, cudaGraph_t *g) {
  cudaStream_t chosen = s;
  if (aside)
    chosen = t;
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'chosen', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, chosen>>>();
  cudaStreamEndCapture(s, g);
}
void silentIfThePathsExcludeEachOther(cudaStream_t s, cudaStream_t t, bool capture, cudaGraph_t *g) {
  if (capture)
    cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (!capture)
    kernel<<<1, 1, 0, t>>>();
  if (capture)
    cudaStreamEndCapture(s, g);
}
void silentIfForkedOnTheSameCondition(cudaStream_t s, cudaStream_t t, bool two, cudaEvent_t e,
                                      cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  if (two)
    cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, two ? t : s>>>();
  if (two) {
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e, 0);
  }
  cudaStreamEndCapture(s, g);
}
// What follows such work in an event is reported where that is waited for.
void firesIfForkedOnOnePathOnly(cudaStream_t s, cudaStream_t t, bool two, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  if (two)
    cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(e, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}

// A helper that cannot be seen may fork.
void forkAll(cudaStream_t from, cudaStream_t to);
void joinAll(cudaStream_t from, cudaStream_t to);
void silentAfterAHiddenFork(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  forkAll(s, t);
  kernel<<<1, 1, 0, t>>>();
  joinAll(t, s);
  cudaStreamEndCapture(s, g);
}
static void fork(cudaStream_t from, cudaStream_t to, cudaEvent_t e) {
  cudaEventRecord(e, from);
  cudaStreamWaitEvent(to, e, 0);
}
void silentAfterAHelperThatForks(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  fork(s, t, e);
  kernel<<<1, 1, 0, t>>>();
  fork(t, s, e);
  cudaStreamEndCapture(s, g);
}
// The helper is given its arguments in the wrong order.
void firesAfterAForkTheOtherWayRound(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'fork' reaches 'cudaStreamWaitEvent', which waits for event 'e', which was recorded outside of the capture of 's'; {{.*}} [cuda-capture-isolation]
  fork(t, s, e);
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}

static void work(cudaStream_t t) { kernel<<<1, 1, 0, t>>>(); }
void firesThroughAHelper(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  work(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'work' reaches a kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  work(t);
  // CHECK: :[[#@LINE-4]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-7]]:36: note: 'work' launches a kernel here
  cudaStreamEndCapture(s, g);
}
template <class F> void captured(cudaStream_t s, cudaGraph_t *g, F body) {
  cudaStreamBeginCapture(s, kRelaxed);
  body();
  cudaStreamEndCapture(s, g);
}
void firesInALambda(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  captured(s, g, [&] { kernel<<<1, 1, 0, s>>>(); });
  // CHECK: :[[#@LINE+1]]:24: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  captured(s, g, [&] { kernel<<<1, 1, 0, t>>>(); });
}

// Meant to run at once: it is waited for.
void silentIfWaitedFor(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemsetAsync(p, 0, 16, t);
  cudaStreamSynchronize(t);
  cudaStreamEndCapture(s, g);
}

// Two captures at a time.
void silentForASecondCapture(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(t, h);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
void firesForAThirdStream(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'u', which takes no part in the capture of 't'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, u>>>();
  cudaStreamEndCapture(t, g);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}

void silentAfterAFailedBegin(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess) {
    kernel<<<1, 1, 0, t>>>();
    return;
  }
  cudaStreamEndCapture(s, g);
}
// The per-thread stream is a stream as others are.
void firesForThePerThreadStream(cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 'cudaStreamPerThread', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, cudaStreamPerThread>>>();
  cudaStreamEndCapture(s, g);
}
void firesBesideThePerThreadStream(cudaGraph_t *g) {
  cudaStream_t t;
  cudaStreamCreate(&t);
  cudaStreamBeginCapture(cudaStreamPerThread, kRelaxed);
  kernel<<<1, 1, 0, cudaStreamPerThread>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on stream 't', which takes no part in the capture of 'cudaStreamPerThread'; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(cudaStreamPerThread, g);
}

// The legacy stream beside a stream that does not wait for it.
void firesForTheLegacyStream(cudaGraph_t *g, void *p, void *q) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-escaped-work]
  kernel<<<1, 1>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-escaped-work]
  cudaMemsetAsync(p, 0, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemset' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-escaped-work]
  cudaMemset(p, 0, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpy' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-escaped-work]
  cudaMemcpy(p, q, 16, cudaMemcpyDeviceToDevice);
  cudaStreamEndCapture(s, g);
  kernel<<<1, 1>>>();
}

// A parameter may be the per-thread stream.
void silentForThePerThreadStreamAndAParameter(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, cudaStreamPerThread>>>();
  cudaStreamEndCapture(s, g);
}

// Calls that enqueue nothing.
void silentForWhatIsNoWork(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  int priority;
  unsigned flags;
  cudaStreamGetPriority(t, &priority);
  cudaStreamGetFlags(t, &flags);
  cudaEventRecord(e, t);
  cudaStreamEndCapture(s, g);
}

void silentInLoopsOverForkedStreams(cudaStream_t s, cudaStream_t *t, cudaEvent_t *e, int n, cudaEvent_t fork,
                                    cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  for (int i = 0; i < n; ++i)
    cudaStreamWaitEvent(t[i], fork, 0);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, t[i]>>>();
  for (int i = 0; i < n; ++i) {
    cudaEventRecord(e[i], t[i]);
    cudaStreamWaitEvent(s, e[i], 0);
  }
  cudaStreamEndCapture(s, g);
}
void silentInLoopsOfConstantLength(cudaStream_t s, cudaEvent_t fork, cudaGraph_t *g) {
  cudaStream_t t[3];
  cudaEvent_t e[3];
  for (int i = 0; i < 3; ++i) {
    cudaStreamCreate(&t[i]);
    cudaEventCreate(&e[i]);
  }
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  for (int i = 0; i < 3; ++i) {
    cudaStreamWaitEvent(t[i], fork, 0);
    kernel<<<1, 1, 0, t[i]>>>();
    cudaEventRecord(e[i], t[i]);
    cudaStreamWaitEvent(s, e[i], 0);
  }
  cudaStreamEndCapture(s, g);
}
// The origin is one of the streams.
void silentIfTheOriginIsTheFirst(cudaStream_t *t, cudaEvent_t *e, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(t[0], kRelaxed);
  cudaEventRecord(e[0], t[0]);
  for (int i = 1; i < n; ++i)
    cudaStreamWaitEvent(t[i], e[0], 0);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, t[i]>>>();
  for (int i = 1; i < n; ++i) {
    cudaEventRecord(e[i], t[i]);
    cudaStreamWaitEvent(t[0], e[i], 0);
  }
  cudaStreamEndCapture(t[0], g);
}
// Each stream captures in its turn.
void silentIfEachCaptures(cudaStream_t *t, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i)
    cudaStreamBeginCapture(t[i], kRelaxed);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, t[i]>>>();
  for (int i = 0; i < n; ++i)
    cudaStreamEndCapture(t[i], &g[i]);
}

// Joined in the constructor of a guard, released in its destructor.
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
void silentUnderAGuard(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  {
    Fork f(s, t, e);
    kernel<<<1, 1, 0, t>>>();
  }
  cudaStreamEndCapture(s, g);
}
class Capturing {
  cudaStream_t s_;
  cudaGraph_t *g_;

public:
  Capturing(cudaStream_t s, cudaGraph_t *g) : s_(s), g_(g) { cudaStreamBeginCapture(s_, kRelaxed); }
  ~Capturing() { cudaStreamEndCapture(s_, g_); }
};
void firesInAGuardedCapture(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  {
    Capturing c(s, g);
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch on stream 't', which takes no part in the capture of 'Capturing::s_'; {{.*}} [cuda-capture-escaped-work]
    kernel<<<1, 1, 0, t>>>();
  }
  kernel<<<1, 1, 0, t>>>();
}
class Pipeline {
  cudaStream_t main_, side_;
  cudaGraph_t g_;

public:
  void begin() { cudaStreamBeginCapture(main_, kRelaxed); }
  void end() { cudaStreamEndCapture(main_, &g_); }
  void step() { kernel<<<1, 1, 0, side_>>>(); }
  void run() {
    begin();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Pipeline::step' reaches a kernel launch on stream 'side_', which takes no part in the capture of 'main_'; {{.*}} [cuda-capture-escaped-work]
    step();
    end();
    step();
  }
};
void firesBetweenMembers(Pipeline &p) { p.run(); }

// It was told that the stream takes part in a capture.
void silentIfAskedFirst(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamIsCapturing(t, &status);
  if (status == cudaStreamCaptureStatusActive)
    kernel<<<1, 1, 0, t>>>();
  cudaStreamEndCapture(s, g);
}
// The loop forks all of them.
void silentForARangeOfAnArray(cudaStream_t s, cudaEvent_t e, cudaEvent_t *joins, cudaGraph_t *g) {
  cudaStream_t side[2];
  cudaStreamCreate(&side[0]);
  cudaStreamCreate(&side[1]);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  for (cudaStream_t t : side)
    cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, side[0]>>>();
  kernel<<<1, 1, 0, side[1]>>>();
  int i = 0;
  for (cudaStream_t t : side) {
    cudaEventRecord(joins[i], t);
    cudaStreamWaitEvent(s, joins[i], 0);
    ++i;
  }
  cudaStreamEndCapture(s, g);
}
