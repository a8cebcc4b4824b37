// RUN: %lint-cu
// Regions that depend on conditions, loops and early exits.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel();

void silentOutsideAConditionalRegion(cudaStream_t s, cudaGraph_t *g, bool use, void *p) {
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (use)
    cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
  cudaFree(p);
}
void firesInAConditionalRegion(cudaStream_t s, cudaGraph_t *g, bool use, void *p) {
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:5: note: capture of 's' begins here
  cudaFree(p);
  if (use)
    cudaStreamEndCapture(s, g);
}
void silentIfOnlyEager(cudaStream_t s, cudaGraph_t *g, bool use, void *p) {
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  if (!use)
    cudaFree(p);
  if (use)
    cudaStreamEndCapture(s, g);
}

// The flag is computed, compared, negated, an enum.
enum class Mode { Eager, Graph };
void silentForDerivedFlags(cudaStream_t s, cudaGraph_t *g, int level, Mode mode, void *p) {
  const bool use = level > 2;
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  if (level <= 2)
    cudaStreamSynchronize(s);
  if (use)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
  if (mode == Mode::Graph)
    cudaStreamBeginCapture(s, kGlobal);
  if (mode != Mode::Graph)
    cudaStreamSynchronize(s);
  if (mode == Mode::Graph)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
}

void silentForCompoundFlags(cudaStream_t s, cudaGraph_t *g, bool use, int n, void *p) {
  bool capture = use && n > 1;
  if (capture)
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (capture)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
  if (use && n > 1)
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (use && n > 1)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
}

struct Runner {
  cudaStream_t s;
  cudaGraph_t g;
  bool useGraph;
  bool captured = false;
  void silentForAMemberFlag(void *p) {
    if (useGraph)
      cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    if (useGraph)
      cudaStreamEndCapture(s, &g);
    else
      cudaStreamSynchronize(s);
    cudaFree(p);
  }
  void silentForAOnceFlag(void *p) {
    const bool first = !captured;
    if (first)
      cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    if (first) {
      cudaStreamEndCapture(s, &g);
      captured = true;
    }
    cudaFree(p);
  }
};

// Two settings of a program may exclude each other elsewhere.
extern bool useGraph;
extern int blocking;
void silentForTwoSettings(cudaStream_t s, cudaGraph_t *g) {
  if (useGraph)
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (blocking)
    cudaStreamSynchronize(s);
  if (useGraph)
    cudaStreamEndCapture(s, g);
}

// A condition that another file computes may ask for the capture.
bool shouldSync();
void silentIfAnUnknownCallDecides(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  if (shouldSync())
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

// The region is left, but nothing illegal follows on that path.
int silentForEarlyReturns(cudaStream_t s, cudaGraph_t *g, int n) {
  if (n < 0)
    return -1;
  cudaStreamBeginCapture(s, kGlobal);
  if (n == 0) {
    cudaStreamEndCapture(s, g);
    cudaStreamSynchronize(s);
    return 0;
  }
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
  return 1;
}

// One begin, an end on the error path and one on the normal path.
int silentForTwoEnds(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaError_t e = cudaMemsetAsync(p, 0, 1, s);
  if (e != cudaSuccess) {
    cudaStreamEndCapture(s, g);
    cudaGraphDestroy(*g);
    cudaFree(p);
    return e;
  }
  cudaStreamEndCapture(s, g);
  cudaFree(p);
  return 0;
}

void firesInALoopedRegion(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  for (int i = 0; i < n; ++i) {
    cudaFree(p);
    cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-2]]:5: note: capture of 's' begins here
    cudaFree(p);
    cudaStreamEndCapture(s, g);
    cudaFree(p);
  }
  cudaFree(p);
}

void firesInALoopInTheRegion(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    kernel<<<1, 1, 0, s>>>();
    if (i % 10 == 0)
      // CHECK: :[[#@LINE+2]]:7: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
      // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
      cudaStreamSynchronize(s);
  }
  cudaStreamEndCapture(s, g);
}

void silentForContinueAndBreak(cudaStream_t s, cudaGraph_t *g, const int *kinds, int n, void *p) {
  for (int i = 0; i < n; ++i) {
    if (kinds[i] == 0) {
      cudaStreamSynchronize(s);
      continue;
    }
    if (kinds[i] == 1)
      break;
    cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  }
  cudaFree(p);
}

void silentForAnEndlessLoop(cudaStream_t s, cudaGraph_t *g, void *p) {
  while (true) {
    cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    if (cudaStreamEndCapture(s, g) == cudaSuccess)
      break;
    cudaStreamSynchronize(s);
  }
  cudaFree(p);
}

// Begun in the first round, ended in the last one.
void firesBetweenFirstAndLastRound(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-2]]:7: note: capture of 's' begins here
    cudaFree(p);
    if (i == n - 1)
      cudaStreamEndCapture(s, g);
  }
}
void silentAfterTheLastRound(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    if (i == n - 1)
      cudaStreamEndCapture(s, g);
  }
  cudaStreamSynchronize(s);
  cudaFree(p);
}

// Captured in round 1 only, eager in round 0, replayed in the others.
void silentForRoundOne(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *exec, int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 1)
      cudaStreamBeginCapture(s, kGlobal);
    if (i < 2)
      kernel<<<1, 1, 0, s>>>();
    if (i == 1) {
      cudaStreamEndCapture(s, g);
      cudaGraphInstantiate(exec, *g, 0);
    }
    if (i >= 1)
      cudaGraphLaunch(*exec, s);
    cudaStreamSynchronize(s);
  }
}

void silentForASwitch(cudaStream_t s, cudaGraph_t *g, int phase, void *p) {
  switch (phase) {
  case 0:
    cudaStreamBeginCapture(s, kGlobal);
    break;
  case 1:
    cudaFree(p);
    break;
  case 2:
    cudaStreamEndCapture(s, g);
    cudaFree(p);
    break;
  }
}
void firesAfterFallThrough(cudaStream_t s, cudaGraph_t *g, int phase, void *p) {
  switch (phase) {
  case 0:
    cudaStreamBeginCapture(s, kGlobal);
  case 1:
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-3]]:5: note: capture of 's' begins here
    cudaFree(p);
    cudaStreamEndCapture(s, g);
  }
}

void firesForInterleavedCaptures(cudaStream_t a, cudaStream_t b, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(a, kGlobal);
  cudaStreamBeginCapture(b, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'b' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'b' begins here
  cudaFree(p);
  cudaStreamEndCapture(a, g);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'b' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-6]]:3: note: capture of 'b' begins here
  cudaFree(p);
  cudaStreamEndCapture(b, g);
  cudaFree(p);
}

// Begun over an array in one loop and ended in another.
void silentAfterArrayLoops(cudaStream_t *s, cudaGraph_t *g, int n, void *p) {
  for (int i = 0; i < n; ++i)
    cudaStreamBeginCapture(s[i], kGlobal);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, s[i]>>>();
  for (int i = 0; i < n; ++i)
    cudaStreamEndCapture(s[i], &g[i]);
  cudaFree(p);
  for (int i = 0; i < n; ++i)
    cudaStreamSynchronize(s[i]);
}

void silentForDeadCode(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
  return;
  cudaStreamBeginCapture(s, kGlobal);
  cudaFree(p);
}
void silentBecauseConstant(cudaStream_t s, cudaGraph_t *g, void *p) {
  bool use = false;
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  cudaFree(p);
  if (use)
    cudaStreamEndCapture(s, g);
}

// More independent conditions than paths can be kept apart.
void silentForManyConditions(cudaStream_t s, cudaGraph_t *g, bool use, bool a, bool b, bool c, bool d, bool e,
                             bool f, int *out, void *p) {
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  if (a)
    out[0] = 1;
  if (b)
    out[1] = 1;
  if (c)
    out[2] = 1;
  if (d)
    out[3] = 1;
  if (e)
    kernel<<<1, 1, 0, s>>>();
  if (f)
    kernel<<<1, 1, 0, s>>>();
  if (use)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
  cudaStreamSynchronize(s);
}

// A counter decides, as in step 0 eager, step 1 captured, later replayed.
struct Stepper {
  cudaStream_t s;
  cudaGraph_t g;
  int step = 0;
  void silentForASteppedCapture(void *p) {
    bool capture = step == 1;
    if (capture)
      cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    ++step;
    if (capture)
      cudaStreamEndCapture(s, &g);
    cudaStreamSynchronize(s);
    cudaFree(p);
  }
};

// The flag is cleared when begin has failed.
void silentIfTheFlagIsCleared(cudaStream_t s, cudaGraph_t *g, bool use, void *p) {
  if (use && cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    use = false;
  kernel<<<1, 1, 0, s>>>();
  if (use)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
}

// What a flag says in a round, it says until the round is over: nothing is
// launched in one that makes nothing. But what is destroyed there was before.
int launchesWhatTheFlagSaysThatItMade(cudaStream_t s, cudaGraph_t g, int n, int last) {
  cudaGraphExec_t exec;
  for (int size = 1; size <= last; size *= 2)
    for (int with = 0; with <= 1; with++) {
      if (with)
        if (cudaGraphInstantiateWithFlags(&exec, g, 0) != cudaSuccess)
          return 1;
      for (int i = -3; i < 5; ++i)
        if (with)
          if (cudaGraphLaunch(exec, s) != cudaSuccess)
            return 1;
      for (int r = 0; r < n; r++)
        // CHECK: :[[#@LINE+1]]:13: warning: call to 'cudaGraphExecDestroy' destroys executable graph 'exec' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
        if (cudaGraphExecDestroy(exec) != cudaSuccess)
          return 1;
    }
  return 0;
}
