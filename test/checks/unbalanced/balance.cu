// RUN: %lint-cu
// A capture ends once, on its own stream, on every path.
#include <cuda_runtime.h>
#include <memory>
#include <vector>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
//===--- Ended twice, or never begun ---===//

void firesForEndingTwice(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of stream 's', which is not capturing any more; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE-3]]:3: note: the capture ends here
  // CHECK: :[[#@LINE-2]]:3: note: end each capture once [cuda/illegal-state; docs/checks/unbalanced.md]
}
void silentForTwoCaptures(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, &g[0]);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, &g[1]);
}
void firesForAFreshStream(cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of stream 's', which is not capturing; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
}
// The caller has begun it.
void silentForAHelperThatEnds(cudaStream_t s, cudaGraph_t *g) { cudaStreamEndCapture(s, g); }
void silentForAHelperThatBegins(cudaStream_t s) { cudaStreamBeginCapture(s, kRelaxed); }
static cudaGraph_t finish(cudaStream_t s) {
  cudaGraph_t g;
  cudaStreamEndCapture(s, &g);
  return g;
}
void firesForAHelperAfterTheEnd(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:8: warning: call to 'finish' reaches 'cudaStreamEndCapture', which ends a capture of stream 's', which is not capturing any more; {{.*}} [cuda-capture-unbalanced]
  *g = finish(s);
}
void silentForAHelperThatIsCalledOnce(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  *g = finish(s);
}
void firesOnOnePath(cudaStream_t s, cudaGraph_t *g, bool early) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (early)
    cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of stream 's', which is not capturing any more; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(s, g);
}
void silentIfEndedInBothArms(cudaStream_t s, cudaGraph_t *g, cudaGraph_t *h, bool first) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (first)
    cudaStreamEndCapture(s, g);
  else
    cudaStreamEndCapture(s, h);
}
void silentIfEndedBeforeTheReturn(cudaStream_t s, cudaGraph_t *g, bool early) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (early) {
    cudaStreamEndCapture(s, g);
    return;
  }
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
// Whoever is called in between may have begun another one.
void restart(cudaStream_t s);
void silentIfAHelperMayBegin(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
  restart(s);
  cudaStreamEndCapture(s, g);
}
void silentForAFreshStreamThatAHelperBegins(cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  restart(s);
  cudaStreamEndCapture(s, g);
}
// One that was captured by a function that is not visible to this call.
struct Session {
  cudaStream_t s;
  cudaGraph_t g;
  void open();
  void close() { cudaStreamEndCapture(s, &g); }
};
void silentForAMemberThatMayBegin() {
  Session session;
  cudaStreamCreate(&session.s);
  session.open();
  session.close();
}
void silentInLoops(cudaStream_t s, std::vector<cudaGraph_t> &graphs) {
  for (auto &g : graphs) {
    cudaStreamBeginCapture(s, kRelaxed);
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, &g);
  }
}
void silentForABeginInTheFirstRoundAndAnEndInTheLast(cudaStream_t s, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      cudaStreamBeginCapture(s, kRelaxed);
    kernel<<<1, 1, 0, s>>>();
    if (i == n - 1)
      cudaStreamEndCapture(s, g);
  }
}
void silentForEachOfManyStreams(cudaStream_t *s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i)
    cudaStreamBeginCapture(s[i], kRelaxed);
  for (int i = 0; i < n; ++i)
    cudaStreamEndCapture(s[i], &g[i]);
}
void silentForEachOfThreeStreams(cudaGraph_t *g) {
  cudaStream_t s[3];
  for (int i = 0; i < 3; ++i)
    cudaStreamCreate(&s[i]);
  for (int i = 0; i < 3; ++i)
    cudaStreamBeginCapture(s[i], kRelaxed);
  for (int i = 0; i < 3; ++i)
    cudaStreamEndCapture(s[i], &g[i]);
}
void silentForAPingPong(cudaStream_t a, cudaStream_t b, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStream_t s = i % 2 ? a : b;
    cudaStreamBeginCapture(s, kRelaxed);
    cudaStreamEndCapture(s, &g[i]);
  }
}
// Once more, if the first attempt failed.
void silentForARetry(cudaStream_t s, cudaGraph_t *g) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    cudaStreamBeginCapture(s, kRelaxed);
    kernel<<<1, 1, 0, s>>>();
    if (cudaStreamEndCapture(s, g) == cudaSuccess)
      break;
  }
}

//===--- The wrong stream ---===//

void firesForAnotherStream(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of 't', but it is 's' whose capture was begun; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(t, g);
}
// The capture ends where it was forked to.
void firesForTheForkedStream(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of 't', but it is 's' whose capture was begun; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(t, g);
  // CHECK: :[[#@LINE-6]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-5]]:3: note: 't' joins the capture here
}
void firesForTheStreamsOfAStruct(cudaGraph_t *g) {
  struct {
    cudaStream_t main, side;
  } streams;
  cudaStreamCreate(&streams.main);
  cudaStreamCreate(&streams.side);
  cudaStreamBeginCapture(streams.main, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of 'streams.side', but it is 'streams.main' whose capture was begun; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(streams.side, g);
}
void silentForTwoCapturesAtATime(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  cudaStreamEndCapture(s, g);
  cudaStreamEndCapture(t, h);
}
void firesForTheSecondOfTwo(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamBeginCapture(t, kRelaxed);
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of 's', but it is 't' whose capture was begun; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(s, h);
}
void silentForSwappedNames(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStream_t swapped = s;
  s = t;
  t = swapped;
  cudaStreamEndCapture(t, g);
}
void firesForAChangedVariable(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStream_t current = s;
  cudaStreamBeginCapture(current, kRelaxed);
  current = t;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of 'current', but it is 'current' whose capture was begun; {{.*}} [cuda-capture-unbalanced]
  cudaStreamEndCapture(current, g);
}
struct Engine {
  cudaStream_t s;
  cudaGraph_t g;
  cudaStream_t stream() const { return s; }
  cudaStream_t hidden() const;
  cudaStream_t other();
};
void silentForGetters(Engine &e, const Engine &c) {
  cudaStreamBeginCapture(e.s, kRelaxed);
  cudaStreamEndCapture(e.stream(), &e.g);
  cudaStreamBeginCapture(c.hidden(), kRelaxed);
  cudaStreamEndCapture(c.hidden(), &e.g);
  cudaStreamBeginCapture(e.other(), kRelaxed);
  cudaStreamEndCapture(e.other(), &e.g);
  cudaStreamBeginCapture(e.s, kRelaxed);
  cudaStreamEndCapture(e.other(), &e.g);
}
void silentForElementsThatMayBeTheSame(cudaStream_t *s, int i, int j, cudaGraph_t *g) {
  cudaStreamBeginCapture(s[i], kRelaxed);
  cudaStreamEndCapture(s[j], g);
}
void silentForThePerThreadStream(cudaGraph_t *g) {
  cudaStreamBeginCapture(cudaStreamPerThread, kRelaxed);
  kernel<<<1, 1, 0, cudaStreamPerThread>>>();
  cudaStreamEndCapture(cudaStreamPerThread, g);
}
void silentForThePerThreadStreamAndAnother(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(cudaStreamPerThread, kRelaxed);
  cudaStreamEndCapture(cudaStreamPerThread, g);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
}

//===--- Paths that leave it running ---===//

void firesForAnEarlyReturn(cudaStream_t s, int n, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  if (n == 0)
    return;
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
int firesForAReturnInASwitch(cudaStream_t s, int kind, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  switch (kind) {
  case 0:
    kernel<<<1, 1, 0, s>>>();
    break;
  case 1:
    break;
  default:
    return -1;
  }
  cudaStreamEndCapture(s, g);
  return 0;
}
int firesForAGotoPastTheEnd(cudaStream_t s, int n, cudaGraph_t *g) {
  int rc = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  if (n < 0) {
    rc = 1;
    goto out;
  }
  cudaStreamEndCapture(s, g);
out:
  return rc;
}
int silentForAGotoToTheEnd(cudaStream_t s, int n, cudaGraph_t *g) {
  int rc = 0;
  cudaStreamBeginCapture(s, kRelaxed);
  if (n < 0) {
    rc = 1;
    goto out;
  }
  kernel<<<1, 1, 0, s>>>();
out:
  cudaStreamEndCapture(s, g);
  return rc;
}
// The condition may be one that the caller knows to hold, or to end it itself.
void silentIfEndedOnACondition(cudaStream_t s, bool end, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (end)
    cudaStreamEndCapture(s, g);
}
void firesForAReturnFromALoop(cudaStream_t s, const int *n, int count, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  for (int i = 0; i < count; ++i) {
    if (n[i] < 0)
      return;
    kernel<<<1, 1, 0, s>>>();
  }
  cudaStreamEndCapture(s, g);
}
void silentForABreakFromALoop(cudaStream_t s, const int *n, int count, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  for (int i = 0; i < count; ++i) {
    if (n[i] < 0)
      break;
    kernel<<<1, 1, 0, s>>>();
  }
  cudaStreamEndCapture(s, g);
}
// Conditions that belong together.
void silentForCorrelatedConditions(cudaStream_t s, bool capture, cudaGraph_t *g) {
  if (capture)
    cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (capture)
    cudaStreamEndCapture(s, g);
}
void silentForAnEqualCondition(cudaStream_t s, int n, cudaGraph_t *g) {
  if (n > 4)
    cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (4 < n)
    cudaStreamEndCapture(s, g);
}
void silentForAFlagThatIsSetOnBegin(cudaStream_t s, int n, cudaGraph_t *g) {
  bool capturing = false;
  if (n > 4 && n % 2) {
    cudaStreamBeginCapture(s, kRelaxed);
    capturing = true;
  }
  kernel<<<1, 1, 0, s>>>();
  if (capturing)
    cudaStreamEndCapture(s, g);
}
void silentForAnOptionalGraph(cudaStream_t s, cudaGraph_t *g) {
  if (g)
    cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (g)
    cudaStreamEndCapture(s, g);
}
bool wanted();
void silentForConditionsThatCannotBeSeen(cudaStream_t s, cudaGraph_t *g) {
  if (wanted())
    cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (wanted())
    cudaStreamEndCapture(s, g);
}
static bool useGraphs;
void silentForAGlobalSetting(cudaStream_t s, cudaGraph_t *g) {
  if (useGraphs)
    cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (useGraphs)
    cudaStreamEndCapture(s, g);
}
struct Options {
  bool graphs;
  int level;
};
void silentForAField(cudaStream_t s, const Options &o, cudaGraph_t *g) {
  if (o.graphs && o.level > 1)
    cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (o.graphs && o.level > 1)
    cudaStreamEndCapture(s, g);
}
enum class Phase { Begin, Run, End };
void silentForAStateMachine(cudaStream_t s, Phase p, cudaGraph_t *g) {
  switch (p) {
  case Phase::Begin:
    cudaStreamBeginCapture(s, kRelaxed);
    break;
  case Phase::Run:
    kernel<<<1, 1, 0, s>>>();
    break;
  case Phase::End:
    cudaStreamEndCapture(s, g);
    break;
  }
}
// One entry point, two commands.
void silentForAToggle(cudaStream_t s, bool begin, cudaGraph_t *g) {
  if (begin)
    cudaStreamBeginCapture(s, kRelaxed);
  else
    cudaStreamEndCapture(s, g);
}

//===--- Owners and helpers ---===//

class Capturing {
  cudaStream_t s_;
  cudaGraph_t *g_;

public:
  Capturing(cudaStream_t s, cudaGraph_t *g) : s_(s), g_(g) { cudaStreamBeginCapture(s_, kRelaxed); }
  ~Capturing() { cudaStreamEndCapture(s_, g_); }
};
int silentForAGuard(cudaStream_t s, int n, cudaGraph_t *g) {
  Capturing c(s, g);
  if (n < 0)
    return 1;
  kernel<<<1, 1, 0, s>>>();
  return 0;
}
class Stoppable {
  cudaStream_t s_;
  bool on_;

public:
  explicit Stoppable(cudaStream_t s) : s_(s), on_(true) { cudaStreamBeginCapture(s_, kRelaxed); }
  cudaGraph_t stop() {
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s_, &g);
    on_ = false;
    return g;
  }
  ~Stoppable() {
    if (on_)
      stop();
  }
};
void silentForAGuardThatIsStopped(cudaStream_t s, int n, cudaGraph_t *g) {
  Stoppable guard(s);
  if (n < 0)
    return;
  kernel<<<1, 1, 0, s>>>();
  *g = guard.stop();
}
class Careless {
  cudaStream_t s_;

public:
  explicit Careless(cudaStream_t s) : s_(s) { cudaStreamBeginCapture(s_, kRelaxed); }
  cudaGraph_t stop() {
    cudaGraph_t g = nullptr;
    cudaStreamEndCapture(s_, &g);
    return g;
  }
  ~Careless() { stop(); }
};
void firesForAGuardThatEndsTwice(cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:12: warning: call to 'Careless::~Careless' reaches 'cudaStreamEndCapture', which ends a capture of stream 's_', which is not capturing any more; {{.*}} [cuda-capture-unbalanced]
  Careless guard(s);
  *g = guard.stop();
}
struct Recorder {
  cudaStream_t s;
  cudaGraph_t g;
  void begin() { cudaStreamBeginCapture(s, kRelaxed); }
  void end() { cudaStreamEndCapture(s, &g); }
  void run() {
    begin();
    kernel<<<1, 1, 0, s>>>();
    end();
  }
};
void silentForMembers(Recorder &r) {
  r.begin();
  r.end();
}
void silentForAMemberThatDoesBoth(Recorder &r) { r.run(); }

template <class F> cudaGraph_t capture(cudaStream_t s, F body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kRelaxed);
  body();
  cudaStreamEndCapture(s, &g);
  return g;
}
void silentForAReturnInALambda(cudaStream_t s, int n, cudaGraph_t *g) {
  *g = capture(s, [&] {
    if (n == 0)
      return;
    kernel<<<1, 1, 0, s>>>();
  });
}
bool step(cudaStream_t s);
void firesForAnEarlyReturnAfterAStep(cudaStream_t s, int n, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  if (n == 0)
    return;
  step(s);
  cudaStreamEndCapture(s, g);
}
// The path to the end shows that the step does not end the capture.
bool firesIfTheStepFails(cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  if (!step(s))
    return false;
  cudaStreamEndCapture(s, g);
  return true;
}
static cudaError_t beginIfIdle(cudaStream_t s, bool *began) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  *began = status == cudaStreamCaptureStatusNone;
  return *began ? cudaStreamBeginCapture(s, kRelaxed) : cudaSuccess;
}
void silentForAnOutParameter(cudaStream_t s, cudaGraph_t *g) {
  bool began;
  if (beginIfIdle(s, &began) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>();
  if (began)
    cudaStreamEndCapture(s, g);
}
static bool tryBegin(cudaStream_t s) { return cudaStreamBeginCapture(s, kRelaxed) == cudaSuccess; }
void silentForAHelperThatTries(cudaStream_t s, cudaGraph_t *g) {
  if (!tryBegin(s))
    return;
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
// A deleter that ends.
struct EndsCapture {
  void operator()(CUstream_st *s) const {
    cudaGraph_t g;
    cudaStreamEndCapture(s, &g);
  }
};
void silentForADeleter(cudaStream_t s, int n) {
  cudaStreamBeginCapture(s, kRelaxed);
  std::unique_ptr<CUstream_st, EndsCapture> guard(s);
  if (n == 0)
    return;
  kernel<<<1, 1, 0, s>>>();
}

//===--- Questions, and what is not seen ---===//

void silentIfAskedFirst(cudaStream_t s, cudaGraph_t *g, bool early) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kRelaxed);
  if (early)
    cudaStreamEndCapture(s, g);
  cudaStreamIsCapturing(s, &status);
  if (status != cudaStreamCaptureStatusNone)
    cudaStreamEndCapture(s, g);
}
static bool isCapturing(cudaStream_t s) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaStreamIsCapturing(s, &status);
  return status != cudaStreamCaptureStatusNone;
}
void silentIfAHelperAsks(cudaStream_t s, int n, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (n) {
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  }
  if (isCapturing(s))
    cudaStreamEndCapture(s, g);
}
struct Opaque {
  cudaStream_t s;
  cudaGraph_t g;
  void refresh();
};
void silentForAMemberThatMayBeginAgain(Opaque &o) {
  cudaStreamBeginCapture(o.s, kRelaxed);
  cudaStreamEndCapture(o.s, &o.g);
  o.refresh();
  cudaStreamEndCapture(o.s, &o.g);
}
void restartGlobal();
static cudaStream_t gStream;
void silentForAGlobalStream(cudaGraph_t *g) {
  cudaStreamBeginCapture(gStream, kRelaxed);
  cudaStreamEndCapture(gStream, g);
  restartGlobal();
  cudaStreamEndCapture(gStream, g);
}
struct Switch {
  cudaStream_t s;
  cudaGraph_t g;
  bool on = false;
  void start() {
    if (!on)
      cudaStreamBeginCapture(s, kRelaxed);
    on = true;
  }
  void stop() {
    if (on)
      cudaStreamEndCapture(s, &g);
    on = false;
  }
};
void silentForASwitch(cudaStream_t s, int n) {
  Switch w{s, nullptr};
  w.start();
  if (n) {
    w.stop();
    return;
  }
  kernel<<<1, 1, 0, s>>>();
  w.stop();
  w.stop();
}
void silentForSegments(cudaStream_t s, const std::vector<int> &kinds, std::vector<cudaGraph_t> &out) {
  bool open = false;
  for (int kind : kinds) {
    if (kind == 0 && open) {
      cudaGraph_t g;
      cudaStreamEndCapture(s, &g);
      out.push_back(g);
      open = false;
    }
    if (kind == 1 && !open) {
      cudaStreamBeginCapture(s, kRelaxed);
      open = true;
    }
    kernel<<<1, 1, 0, s>>>();
  }
  if (open) {
    cudaGraph_t g;
    cudaStreamEndCapture(s, &g);
    out.push_back(g);
  }
}

//===--- In the function that forgets ---===//

struct Forgets {
  cudaStream_t s;
  cudaGraph_t g;
  void begin() { cudaStreamBeginCapture(s, kRelaxed); }
  void end() { cudaStreamEndCapture(s, &g); }
  void run(int n) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Forgets::begin' reaches 'cudaStreamBeginCapture', which begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
    begin();
    if (n == 0)
      return;
    end();
  }
};
void firesAtTheCallOfAMember(Forgets &f, int n) { f.run(n); }
void firesAtTheCallOfAHelper(cudaStream_t s, int n, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:8: warning: call to 'tryBegin' reaches 'cudaStreamBeginCapture', which begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  if (!tryBegin(s))
    return;
  if (n == 0)
    return;
  cudaStreamEndCapture(s, g);
}

// The caller of a function that forgets the end is not reported again, and takes
// nobody else's finding along.
void silentForCallersOfIt(cudaStream_t s, int n, cudaGraph_t *g) { firesForAGotoPastTheEnd(s, n, g); }
int firesAfterSuchACaller(cudaStream_t s, int n, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  if (n < 0)
    return -1;
  cudaStreamEndCapture(s, g);
  return 0;
}
int firesTwiceAfterSuchACaller(cudaStream_t s, int n, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, kRelaxed);
  if (n > 9)
    return -1;
  cudaStreamEndCapture(s, g);
  return 0;
}

//===--- Loops that are left ---===//

void firesForABreakPastTheEnd(cudaStream_t s, const int *kinds, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
    cudaStreamBeginCapture(s, kRelaxed);
    if (kinds[i] == 0)
      break;
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  }
}
void firesForABlockThatIsLeft(cudaStream_t s, int n, cudaGraph_t *g) {
  do {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
    cudaStreamBeginCapture(s, kRelaxed);
    if (n == 0)
      break;
    cudaStreamEndCapture(s, g);
  } while (false);
}
void silentIfTheBlockIsLeftBefore(cudaStream_t s, int n, cudaGraph_t *g) {
  do {
    if (n == 0)
      break;
    cudaStreamBeginCapture(s, kRelaxed);
    cudaStreamEndCapture(s, g);
  } while (false);
}
void silentForTwoBlocks(cudaStream_t s, int n, cudaGraph_t *g) {
  do {
    if (n == 0)
      break;
    cudaStreamBeginCapture(s, kRelaxed);
  } while (false);
  kernel<<<1, 1, 0, s>>>();
  do {
    if (n == 0)
      break;
    cudaStreamEndCapture(s, g);
  } while (false);
}
void silentForTwoBlocksWithUnknownConditions(cudaStream_t s, bool (*asks)() noexcept, cudaGraph_t *g) {
  do {
    if (asks())
      break;
    cudaStreamBeginCapture(s, kRelaxed);
  } while (false);
  do {
    if (asks())
      break;
    cudaStreamEndCapture(s, g);
  } while (false);
}
void silentForABreakFromASwitch(cudaStream_t s, int phase, cudaGraph_t *g) {
  switch (phase) {
  case 0:
    cudaStreamBeginCapture(s, kRelaxed);
    break;
  case 1:
    cudaStreamEndCapture(s, g);
    break;
  }
}
