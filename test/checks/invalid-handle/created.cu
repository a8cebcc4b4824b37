// RUN: %lint-cu
// Handles that were never created, and those that a program creates in roundabout ways.
#include <cuda_runtime.h>
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

__global__ void kernel();

//===--- Never created ---===//

void firesForUninitializedVariables(cudaStream_t s) {
  cudaEvent_t e;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'e' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(e, s);
}
void firesForEachKind(cudaStream_t s, cudaGraph_t *g) {
  cudaEvent_t e;
  cudaStream_t t;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' uses event 'e' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaStreamWaitEvent(s, e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' uses event 'e' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaEventSynchronize(e);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch uses stream 't' that was never created; {{.*}} [cuda-capture-invalid-handle]
  kernel<<<1, 1, 0, t>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' uses stream 't' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaStreamSynchronize(t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' uses stream 't' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaStreamBeginCapture(t, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphInstantiate' uses graph 'graph' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
}
void firesForNullHandles(cudaStream_t s) {
  cudaEvent_t e = nullptr;
  cudaGraphExec_t exec = NULL, other;
  cudaGraph_t graph{};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'e' that is null; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(e, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' uses executable graph 'exec' that is null; {{.*}} [cuda-capture-invalid-handle]
  cudaGraphLaunch(exec, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphInstantiate' uses graph 'graph' that is null; {{.*}} [cuda-capture-invalid-handle]
  cudaGraphInstantiate(&other, graph, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' uses event 'nullptr' that is null; {{.*}} [cuda-capture-invalid-handle]
  cudaStreamWaitEvent(s, nullptr, 0);
}
// Null is the default stream.
void silentForNullStreams(cudaEvent_t e) {
  cudaStream_t s = nullptr;
  cudaEventRecord(e, s);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamSynchronize(0);
  cudaStreamWaitEvent(0, e, 0);
}
void silentForCreatedHandles(cudaStream_t s) {
  cudaEvent_t e, f;
  cudaEventCreate(&e);
  cudaEventCreateWithFlags(&f, cudaEventDisableTiming);
  cudaEventRecord(e, s);
  cudaEventRecord(f, s);
  cudaStream_t t, u, v;
  cudaStreamCreate(&t);
  cudaStreamCreateWithFlags(&u, cudaStreamNonBlocking);
  cudaStreamCreateWithPriority(&v, cudaStreamNonBlocking, 0);
  kernel<<<1, 1, 0, t>>>();
  kernel<<<1, 1, 0, u>>>();
  kernel<<<1, 1, 0, v>>>();
}
void silentForHandlesOfTheCaller(cudaStream_t s, cudaEvent_t e, cudaGraphExec_t *exec) {
  cudaEventRecord(e, s);
  cudaGraphLaunch(*exec, s);
}
void silentForCapturedGraphs(cudaStream_t s) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphLaunch(exec, s);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(g);
}
// Two in a declaration, one created.
void firesForTheOtherOfTwo(cudaStream_t s) {
  cudaEvent_t start, stop;
  float ms;
  cudaEventCreate(&start);
  cudaEventRecord(start, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'stop' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(stop, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventElapsedTime' uses event 'stop' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaEventElapsedTime(&ms, start, stop);
}
void firesForACopy(cudaStream_t s) {
  cudaEvent_t e;
  cudaEvent_t copy = e;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'copy' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(copy, s);
}
void firesForAField(cudaStream_t s) {
  struct {
    cudaEvent_t a, b;
  } events;
  cudaEventCreate(&events.a);
  cudaEventRecord(events.a, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'events.b' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(events.b, s);
}
void firesForAnElement(cudaStream_t s) {
  cudaEvent_t e[2];
  cudaEventCreate(&e[0]);
  cudaEventRecord(e[0], s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'e[1]' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(e[1], s);
}
void silentForAnyElement(cudaStream_t s, int i, int j) {
  cudaEvent_t e[2];
  cudaEventCreate(&e[i]);
  cudaEventRecord(e[j], s);
}

//===--- Created on a condition ---===//

void silentForCorrelatedConditions(cudaStream_t s, bool timing) {
  cudaEvent_t e = nullptr, f;
  if (timing) {
    cudaEventCreate(&e);
    cudaEventCreate(&f);
  }
  kernel<<<1, 1, 0, s>>>();
  if (timing) {
    cudaEventRecord(e, s);
    cudaEventRecord(f, s);
  }
}
void silentIfTestedForNull(cudaStream_t s, bool timing) {
  cudaEvent_t e = nullptr;
  if (timing)
    cudaEventCreate(&e);
  if (e)
    cudaEventRecord(e, s);
  if (e != nullptr)
    cudaEventRecord(e, s);
  if (!e)
    return;
  cudaEventRecord(e, s);
}
void silentForLazyHandles(cudaStream_t s, int n) {
  cudaEvent_t e = nullptr;
  cudaGraphExec_t exec = nullptr;
  for (int i = 0; i < n; ++i) {
    if (!e)
      cudaEventCreate(&e);
    cudaEventRecord(e, s);
    if (exec == nullptr) {
      cudaGraph_t g;
      cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
      cudaStreamEndCapture(s, &g);
      cudaGraphInstantiate(&exec, g, 0);
    }
    cudaGraphLaunch(exec, s);
  }
}
void silentForAFlag(cudaStream_t s, int n) {
  cudaEvent_t e;
  bool have = false;
  for (int i = 0; i < n; ++i) {
    if (!have) {
      cudaEventCreate(&e);
      have = true;
    }
    cudaEventRecord(e, s);
  }
}
void silentForTheFirstRound(cudaStream_t s, int n) {
  cudaEvent_t e;
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      cudaEventCreate(&e);
    cudaEventRecord(e, s);
  }
}
void silentForTheRoundBefore(cudaStream_t s, int n) {
  cudaEvent_t before;
  for (int i = 0; i < n; ++i) {
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventRecord(e, s);
    if (i > 0)
      cudaStreamWaitEvent(s, before, 0);
    before = e;
  }
}
static cudaGraphExec_t gExec;
static cudaEvent_t gEvent = nullptr;
void silentForGlobals(cudaStream_t s) {
  cudaGraphLaunch(gExec, s);
  cudaEventRecord(gEvent, s);
}
void silentForStatics(cudaStream_t s) {
  static cudaEvent_t e = nullptr;
  static bool once = (cudaEventCreate(&e), true);
  (void)once;
  cudaEventRecord(e, s);
}
void silentForALazyStatic(cudaStream_t s) {
  static cudaEvent_t e = nullptr;
  if (!e)
    cudaEventCreate(&e);
  cudaEventRecord(e, s);
}
int silentForASwitch(cudaStream_t s, int kind) {
  cudaEvent_t e;
  switch (kind) {
  case 0:
    cudaEventCreate(&e);
    break;
  case 1:
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    break;
  default:
    return 1;
  }
  cudaEventRecord(e, s);
  return 0;
}
int silentIfTheCreationFailed(cudaStream_t s) {
  cudaEvent_t e;
  if (cudaEventCreate(&e) != cudaSuccess)
    return 1;
  cudaEventRecord(e, s);
  return 0;
}
// Destroyed only if it was created.
void silentForCleanUp(bool timing) {
  cudaEvent_t e = nullptr;
  cudaStream_t s = nullptr;
  if (timing) {
    cudaEventCreate(&e);
    cudaStreamCreate(&s);
  }
  if (e)
    cudaEventDestroy(e);
  if (s)
    cudaStreamDestroy(s);
}

//===--- Created in loops, and by others ---===//

void silentForArrays(cudaStream_t s, int n) {
  cudaEvent_t e[8], f[2][2];
  for (int i = 0; i < 8; ++i)
    cudaEventCreate(&e[i]);
  for (int i = 0; i < 8; ++i)
    cudaEventRecord(e[i], s);
  cudaEventRecord(e[0], s);
  cudaEventRecord(e[n], s);
  for (auto &row : f)
    for (auto &event : row)
      cudaEventCreate(&event);
  cudaEventRecord(f[1][1], s);
}
void silentForPointersIntoArrays(cudaStream_t s, int n) {
  cudaEvent_t e[8];
  for (cudaEvent_t *p = e; p != e + 8; ++p)
    cudaEventCreate(p);
  cudaEventRecord(e[3], s);
  cudaEvent_t f[8];
  for (int i = 0; i < n; ++i)
    cudaEventCreate(f + i);
  cudaEventRecord(f[0], s);
}
void silentForContainers(cudaStream_t s) {
  std::vector<cudaEvent_t> v(4);
  for (auto &e : v)
    cudaEventCreate(&e);
  cudaEventRecord(v[0], s);
  cudaEventRecord(v.back(), s);
  auto own = std::make_unique<cudaEvent_t>();
  cudaEventCreate(own.get());
  cudaEventRecord(*own, s);
  std::pair<cudaEvent_t, cudaEvent_t> both;
  cudaEventCreate(&both.first);
  cudaEventCreate(&both.second);
  cudaEventRecord(both.second, s);
  auto *heap = new cudaEvent_t[2];
  cudaEventCreate(&heap[0]);
  cudaEventCreate(&heap[1]);
  cudaEventRecord(heap[1], s);
  delete[] heap;
}
static void create(cudaEvent_t *e) { cudaEventCreate(e); }
static void createAll(cudaEvent_t *e, int n) {
  for (int i = 0; i < n; ++i)
    cudaEventCreate(&e[i]);
}
static cudaEvent_t make() {
  cudaEvent_t e;
  cudaEventCreate(&e);
  return e;
}
static void createRef(cudaEvent_t &e, bool timing) {
  cudaEventCreateWithFlags(&e, timing ? cudaEventDefault : cudaEventDisableTiming);
}
void silentForHelpers(cudaStream_t s, int n) {
  cudaEvent_t a, b[4], c, d = make();
  create(&a);
  createAll(b, 4);
  createRef(c, n > 0);
  cudaEventRecord(a, s);
  cudaEventRecord(b[2], s);
  cudaEventRecord(c, s);
  cudaEventRecord(d, s);
}
static void pick(cudaEvent_t *e, bool reuse, cudaEvent_t old) {
  if (reuse)
    *e = old;
  else
    cudaEventCreate(e);
}
void silentForAHelperThatPicks(cudaStream_t s, cudaEvent_t old, bool reuse) {
  cudaEvent_t e;
  pick(&e, reuse, old);
  cudaEventRecord(e, s);
}
void hidden(cudaEvent_t *e);
void hiddenAll(cudaEvent_t *e, int n);
void hiddenRef(cudaEvent_t &e);
bool tryHidden(cudaEvent_t *e);
cudaEvent_t hiddenMake();
void silentForHiddenHelpers(cudaStream_t s) {
  cudaEvent_t a, b[4], c, d = hiddenMake(), e = nullptr, f[4];
  hidden(&a);
  hiddenAll(b, 4);
  hiddenRef(c);
  cudaEventRecord(a, s);
  cudaEventRecord(b[2], s);
  cudaEventRecord(c, s);
  cudaEventRecord(d, s);
  hidden(&e);
  cudaEventRecord(e, s);
  for (int i = 0; i < 4; ++i)
    hidden(&f[i]);
  cudaEventRecord(f[0], s);
}
void silentIfAHiddenHelperTries(cudaStream_t s) {
  cudaEvent_t e;
  if (!tryHidden(&e))
    return;
  cudaEventRecord(e, s);
}
static bool visibleTry(cudaEvent_t *e, bool ok) {
  if (!ok)
    return false;
  return cudaEventCreate(e) == cudaSuccess;
}
void silentIfAHelperTries(cudaStream_t s, bool ok) {
  cudaEvent_t e;
  if (visibleTry(&e, ok))
    cudaEventRecord(e, s);
}
static void recordIf(cudaEvent_t e, cudaStream_t s) {
  if (e)
    cudaEventRecord(e, s);
}
void silentForOptionalArguments(cudaStream_t s) {
  recordIf(nullptr, s);
  cudaEvent_t e = nullptr;
  recordIf(e, s);
}
template <class F> void with(F body) {
  cudaEvent_t e;
  cudaEventCreate(&e);
  body(e);
  cudaEventDestroy(e);
}
void silentForLambdas(cudaStream_t s) {
  with([=](cudaEvent_t e) { cudaEventRecord(e, s); });
  cudaEvent_t e;
  auto init = [&] { cudaEventCreate(&e); };
  init();
  cudaEventRecord(e, s);
}
void firesForALambdaThatIsNotRun(cudaStream_t s) {
  cudaEvent_t e;
  auto init = [&](cudaEvent_t *to) { cudaEventCreate(to); };
  (void)init;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'e' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaEventRecord(e, s);
}
// Passed on, swapped, copied.
void silentForExchanges(cudaStream_t s) {
  cudaEvent_t a, b = nullptr;
  cudaEventCreate(&a);
  std::swap(a, b);
  cudaEventRecord(b, s);
  cudaEvent_t c[2], d[2];
  cudaEventCreate(&c[0]);
  cudaEventCreate(&c[1]);
  std::memcpy(d, c, sizeof(c));
  cudaEventRecord(d[0], s);
}

//===--- Objects ---===//

class Event {
  cudaEvent_t e_ = nullptr;

public:
  Event() { cudaEventCreate(&e_); }
  ~Event() { cudaEventDestroy(e_); }
  void record(cudaStream_t s) { cudaEventRecord(e_, s); }
  operator cudaEvent_t() const { return e_; }
};
void silentForOwners(cudaStream_t s) {
  Event e;
  e.record(s);
  cudaEventRecord(e, s);
}
class Lazy {
  cudaEvent_t e_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;

public:
  cudaEvent_t get() {
    if (!e_)
      cudaEventCreate(&e_);
    return e_;
  }
  void launch(cudaStream_t s) { cudaGraphLaunch(exec_, s); }
  void build(cudaGraph_t g) { cudaGraphInstantiate(&exec_, g, 0); }
};
void silentForLazyOwners(cudaStream_t s, cudaGraph_t g) {
  Lazy l;
  cudaEventRecord(l.get(), s);
  l.build(g);
  l.launch(s);
}
class TwoSteps {
  cudaEvent_t e_;

public:
  void init();
  void setUp() { cudaEventCreate(&e_); }
  void use(cudaStream_t s) { cudaEventRecord(e_, s); }
};
void silentForTwoSteps(cudaStream_t s) {
  TwoSteps a, b;
  a.init();
  a.use(s);
  b.setUp();
  b.use(s);
}
struct Slots {
  cudaEvent_t e[4];
  int used = 0;
  cudaEvent_t *next() { return &e[used++]; }
};
void silentForSlots(cudaStream_t s) {
  Slots slots;
  cudaEvent_t *a = slots.next(), *b = slots.next();
  cudaEventCreate(a);
  cudaEventCreate(b);
  cudaEventRecord(*a, s);
  cudaEventRecord(slots.e[1], s);
}
void silentForStdArrays(cudaStream_t s) {
  std::array<cudaEvent_t, 2> a;
  for (auto &e : a)
    cudaEventCreate(&e);
  cudaEventRecord(a[1], s);
}

//===--- On other paths than those that use it ---===//

void firesUnderTheOpposite(cudaStream_t s, bool timing) {
  cudaEvent_t e = nullptr;
  if (timing)
    cudaEventCreate(&e);
  kernel<<<1, 1, 0, s>>>();
  if (!timing)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaEventRecord' uses event 'e' that is null; {{.*}} [cuda-capture-invalid-handle]
    cudaEventRecord(e, s);
}
void firesOnAnEarlyReturn(cudaStream_t s, int n) {
  cudaEvent_t e;
  if (n < 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaEventRecord' uses event 'e' that was never created; {{.*}} [cuda-capture-invalid-handle]
    cudaEventRecord(e, s);
    return;
  }
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
}
void firesForAnotherBranch(cudaStream_t s, cudaGraph_t g, bool graphs) {
  cudaGraphExec_t exec = nullptr;
  if (graphs) {
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphLaunch(exec, s);
  } else {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaGraphLaunch' uses executable graph 'exec' that is null; {{.*}} [cuda-capture-invalid-handle]
    cudaGraphLaunch(exec, s);
  }
}
struct Owner {
  cudaEvent_t handle = nullptr;
  Owner() { cudaEventCreate(&handle); }
  Owner(Owner &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  void record(cudaStream_t s) const { cudaEventRecord(handle, s); }
};
void firesForAnOwnerThatWasMovedFrom(cudaStream_t s) {
  Owner first;
  Owner second = std::move(first);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Owner::record' reaches 'cudaEventRecord', which uses event 'handle' that is null; {{.*}} [cuda-capture-invalid-handle]
  first.record(s);
  second.record(s);
}
void silentForTwoConditions(cudaStream_t s, bool first, bool second) {
  cudaEvent_t e = nullptr;
  if (first)
    cudaEventCreate(&e);
  if (second)
    cudaEventRecord(e, s);
}
void silentForOneOfTwoLoops(cudaStream_t s, int n, int m) {
  cudaEvent_t e[4] = {};
  for (int i = 0; i < n; ++i)
    cudaEventCreate(&e[i]);
  for (int i = 0; i < m; ++i)
    cudaEventRecord(e[i], s);
}
bool find(int key);
void silentInALaterRound(cudaStream_t s, int n) {
  cudaEvent_t e = nullptr;
  bool have = false;
  for (int i = 0; i < n; ++i) {
    if (have)
      cudaEventRecord(e, s);
    if (find(i)) {
      cudaEventCreate(&e);
      have = true;
    }
  }
}
