// RUN: %lint-cu
// Handles used, or destroyed again, after they are gone. No capture is needed.
#include <cuda_runtime.h>
#include <utility>

void firesForEvents(cudaStream_t s) {
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
  cudaEventDestroy(e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventSynchronize' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventSynchronize(e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaStreamWaitEvent(s, e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventDestroy' destroys event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventDestroy(e);
}

__global__ void kernel();
void firesForStreams(cudaStream_t s, cudaEvent_t e, void *p) {
  cudaStreamDestroy(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' uses stream 's' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaMemsetAsync(p, 0, 16, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses stream 's' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(e, s);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch uses stream 's' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' uses stream 's' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaStreamSynchronize(s);
}

void firesForGraphs(cudaGraph_t g, cudaStream_t s) {
  cudaGraphExec_t exec;
  cudaGraphDestroy(g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphInstantiate' uses graph 'g' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphExecDestroy(exec);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' uses executable graph 'exec' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaGraphLaunch(exec, s);
}

// Capturing on a destroyed stream.
void firesForBeginOnADestroyedStream(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamDestroy(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' uses stream 's' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
}

struct Holder {
  cudaEvent_t e;
};
void firesForAliases(cudaEvent_t e, Holder &h) {
  cudaEvent_t copy = e, &ref = e;
  h.e = e;
  Holder other = h;
  cudaEventDestroy(e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'copy' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(copy, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'ref' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(ref, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'h.e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(h.e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'other.e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(other.e, 0);
}

void firesForElements(cudaStream_t s) {
  cudaEvent_t e[2];
  cudaEventCreate(&e[0]);
  cudaEventCreate(&e[1]);
  cudaEventDestroy(e[0]);
  cudaEventRecord(e[1], s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'e[0]' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(e[0], s);
}

// Destroyed on one of two paths.
void firesForOnePath(cudaEvent_t e, cudaStream_t s, bool done) {
  if (done)
    cudaEventDestroy(e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(e, s);
}

// The second round uses what the first has destroyed.
void firesInTheSecondRound(cudaEvent_t e, cudaStream_t s, int n) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaEventRecord' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
    cudaEventRecord(e, s);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaEventSynchronize' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
    cudaEventSynchronize(e);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaEventDestroy' destroys event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
    cudaEventDestroy(e);
  }
}

static void release(cudaEvent_t e) { cudaEventDestroy(e); }
void firesAfterAHelper(cudaEvent_t e, cudaStream_t s) {
  release(e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(e, s);
}
void firesForDestroyingTwice(cudaEvent_t e) {
  release(e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'release' reaches 'cudaEventDestroy', which destroys event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  release(e);
}

// Released by hand, and again by the destructor.
struct Owner {
  cudaStream_t s;
  Owner() { cudaStreamCreate(&s); }
  void close() { cudaStreamDestroy(s); }
  ~Owner() { cudaStreamDestroy(s); }
};
void firesForReleasingByHand() {
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'Owner::~Owner' reaches 'cudaStreamDestroy', which destroys stream 's' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  Owner o;
  o.close();
}

// Both copies destroy the handle.
struct Copied {
  cudaEvent_t e;
  Copied() { cudaEventCreate(&e); }
  ~Copied() { cudaEventDestroy(e); }
};
void firesForCopies() {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'Copied::~Copied' reaches 'cudaEventDestroy', which destroys event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  Copied a;
  Copied b = a;
}

// The error path destroys, and the normal clean-up does again.
int firesForCleanUpTwice(cudaStream_t s, bool bad) {
  cudaEvent_t e;
  int rc = 0;
  cudaEventCreate(&e);
  if (bad) {
    cudaEventDestroy(e);
    rc = 1;
    goto out;
  }
  cudaEventRecord(e, s);
out:
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventDestroy' destroys event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventDestroy(e);
  return rc;
}

static void destroyThrough(cudaEvent_t *e) { cudaEventDestroy(*e); }
void firesThroughAPointer(cudaStream_t s) {
  cudaEvent_t e;
  cudaEventCreate(&e);
  destroyThrough(&e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(e, s);
}

// Timing with events that are gone.
void firesForElapsedTime(cudaEvent_t a, cudaEvent_t b) {
  float ms;
  cudaEventDestroy(a);
  cudaEventDestroy(b);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventElapsedTime' uses event 'a' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventElapsedTime(&ms, a, b);
}

void firesForSemaphores(cudaExternalSemaphore_t sem) {
  cudaDestroyExternalSemaphore(sem);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDestroyExternalSemaphore' destroys external semaphore 'sem' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaDestroyExternalSemaphore(sem);
}

// What lives on although something else is destroyed.
void silentForLegalLifetimes(cudaStream_t s, cudaStream_t t, cudaEvent_t e) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, &g);
  cudaEventDestroy(e);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphDestroy(g);
  cudaStreamDestroy(s);
  cudaGraphLaunch(exec, t);
  cudaGraphExecDestroy(exec);
}

void silentIfMadeAnew(cudaStream_t s) {
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaEventDestroy(e);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  cudaEventRecord(e, s);
  cudaEventDestroy(e);
}

void silentIfMadeInEachRound(cudaStream_t s, int n) {
  cudaEvent_t e;
  for (int i = 0; i < n; ++i) {
    cudaEventCreate(&e);
    cudaEventRecord(e, s);
    cudaEventDestroy(e);
  }
}

// Destroyed and made anew at the end of each round.
void silentIfRotated(cudaEvent_t e, cudaStream_t s, int n) {
  for (int i = 0; i < n; ++i) {
    cudaEventRecord(e, s);
    cudaEventDestroy(e);
    cudaEventCreate(&e);
  }
  cudaEventDestroy(e);
}

struct Lazy {
  cudaEvent_t e = nullptr;
  void reset() {
    if (e)
      cudaEventDestroy(e);
    e = nullptr;
  }
  void record(cudaStream_t s) {
    if (!e)
      cudaEventCreate(&e);
    cudaEventRecord(e, s);
  }
  ~Lazy() { reset(); }
};
void silentForALazyEvent(cudaStream_t s) {
  Lazy l;
  l.record(s);
  l.reset();
  l.record(s);
  l.reset();
  l.reset();
}

void silentIfTheBranchReturns(cudaEvent_t e, cudaStream_t s, bool bad) {
  if (bad) {
    cudaEventDestroy(e);
    return;
  }
  cudaEventRecord(e, s);
  cudaEventDestroy(e);
}

void silentIfCorrelated(cudaEvent_t e, cudaStream_t s, bool owns) {
  if (owns)
    cudaEventDestroy(e);
  if (!owns)
    cudaEventRecord(e, s);
}

// A flag says whether there is something to destroy.
void silentForAFlagAroundALoop(cudaGraph_t g, cudaStream_t s, int n) {
  cudaGraphExec_t exec;
  bool made = false;
  for (int i = 0; i < n; ++i) {
    if (made)
      cudaGraphExecDestroy(exec);
    cudaGraphInstantiate(&exec, g, 0);
    made = true;
    cudaGraphLaunch(exec, s);
  }
  if (made)
    cudaGraphExecDestroy(exec);
}

// Instantiated anew when the update fails.
void silentIfInstantiatedAnew(cudaStream_t s, cudaGraphExec_t &exec, cudaGraph_t g) {
  cudaGraphExecUpdateResultInfo info;
  if (exec == nullptr || cudaGraphExecUpdate(exec, g, &info) != cudaSuccess) {
    if (exec != nullptr)
      cudaGraphExecDestroy(exec);
    cudaGraphInstantiate(&exec, g, 0);
  }
  cudaGraphDestroy(g);
  cudaGraphLaunch(exec, s);
}

// One graph variable for many captures.
void silentForOneVariableForManyGraphs(cudaStream_t s, int n) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphDestroy(g);
    cudaGraphLaunch(exec, s);
    cudaGraphExecDestroy(exec);
  }
}

// Loops over arrays of handles.
void silentForArrays(cudaStream_t s, int n, cudaEvent_t *pool) {
  cudaEvent_t e[8];
  for (int i = 0; i < 8; ++i)
    cudaEventCreate(&e[i]);
  for (int i = 0; i < 8; ++i)
    cudaEventRecord(e[i], s);
  for (int i = 0; i < 8; ++i)
    cudaEventDestroy(e[i]);
  for (int i = 0; i < n; ++i)
    cudaEventDestroy(pool[i]);
  for (cudaEvent_t *p = pool + n; *p; ++p)
    cudaEventDestroy(*p);
}

void silentForVariableIndices(cudaEvent_t *e, cudaStream_t s, int i, int j) {
  cudaEventDestroy(e[i]);
  cudaEventRecord(e[j], s);
  cudaEventDestroy(e[i + 1]);
  cudaEventDestroy(e[j]);
}

// Two handles that change places.
void silentForChangedPlaces(cudaEvent_t a, cudaEvent_t b, cudaStream_t s) {
  cudaEvent_t t = a;
  a = b;
  b = t;
  cudaEventDestroy(b);
  cudaEventRecord(a, s);
}
void firesForTheOneThatMoved(cudaEvent_t a, cudaEvent_t b, cudaStream_t s) {
  cudaEventDestroy(a);
  cudaEvent_t t = a;
  a = b;
  b = t;
  cudaEventRecord(a, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'b' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(b, s);
}

// What cannot be seen may have made it anew.
void refresh(cudaEvent_t *e);
void refreshRef(cudaEvent_t &e);
void silentIfMaybeRefreshed(cudaStream_t s) {
  cudaEvent_t e, f;
  cudaEventCreate(&e);
  cudaEventCreate(&f);
  cudaEventDestroy(e);
  cudaEventDestroy(f);
  refresh(&e);
  refreshRef(f);
  cudaEventRecord(e, s);
  cudaEventRecord(f, s);
}

struct Session {
  cudaGraphExec_t exec = nullptr;
  void rebuild();
  void silentIfAMemberFunctionRebuilds(cudaStream_t s) {
    cudaGraphExecDestroy(exec);
    rebuild();
    cudaGraphLaunch(exec, s);
  }
};

void silentIfAssignedAnew(cudaEvent_t e, cudaEvent_t spare, cudaStream_t s) {
  cudaEventDestroy(e);
  e = spare;
  cudaEventRecord(e, s);
}

// Destroying failed; trying again.
void silentIfDestroyingFailed(cudaEvent_t e) {
  if (cudaEventDestroy(e) != cudaSuccess)
    cudaEventDestroy(e);
}

// Null is no handle that could be used twice.
void silentForNull(cudaStream_t s) {
  cudaGraphExec_t exec = nullptr;
  cudaGraphExecDestroy(exec);
  cudaGraphExecDestroy(exec);
  cudaEventDestroy(nullptr);
  cudaEventDestroy(nullptr);
}

// Reading the variable is no use of the handle.
bool silentForReadingTheVariable(cudaEvent_t e) {
  cudaEventDestroy(e);
  bool null = e == nullptr;
  e = nullptr;
  return null;
}

void silentForTwoArms(cudaStream_t s, bool a) {
  if (a)
    cudaStreamDestroy(s);
  else
    cudaStreamDestroy(s);
}

void silentForSwitchArms(cudaEvent_t e, cudaStream_t s, int k) {
  switch (k) {
  case 0:
    cudaEventDestroy(e);
    break;
  case 1:
    cudaEventRecord(e, s);
    break;
  }
}
void firesForFallThrough(cudaEvent_t e, cudaStream_t s, int k) {
  switch (k) {
  case 0:
    cudaEventDestroy(e);
  case 1:
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaEventRecord' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
    cudaEventRecord(e, s);
    break;
  }
}

// A pointer to the first element is one to the array.
void makeEvents(cudaEvent_t *events, int n);
struct EventPair {
  cudaEvent_t events[2];
};
void silentAfterAnArrayIsFilled(cudaStream_t s) {
  cudaEvent_t events[2];
  cudaEventCreate(&events[0]);
  cudaEventCreate(&events[1]);
  cudaEventDestroy(events[0]);
  cudaEventDestroy(events[1]);
  makeEvents(events, 2);
  cudaEventRecord(events[0], s);
  cudaEventRecord(events[1], s);
}
void silentAfterAMemberArrayIsFilled(cudaStream_t s, EventPair &pair) {
  cudaEventDestroy(pair.events[1]);
  makeEvents(pair.events, 2);
  cudaEventRecord(pair.events[1], s);
}
void firesForTheArrayBeside(cudaStream_t s, EventPair &pair) {
  cudaEvent_t other[2];
  cudaEventCreate(&other[1]);
  cudaEventDestroy(other[1]);
  makeEvents(pair.events, 2);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' uses event 'other[1]' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaEventRecord(other[1], s);
}
