// RUN: %lint-cu
// One condition that is asked twice, and that several paths fulfil: what they
// have in common says less than each of them. Of each pair, the first is legal.
#include <cuda_runtime.h>
#include <initializer_list>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();

void silentEither(cudaStream_t s, cudaGraph_t *g, bool a, bool b) {
  if (a || b)
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (a || b)
    cudaStreamEndCapture(s, g);
  else
    cudaStreamSynchronize(s);
}
void firesEither(cudaStream_t s, cudaGraph_t *g, bool a, bool b, void *p) {
  if (a || b)
    cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  if (a || b)
    cudaStreamEndCapture(s, g);
}

void silentNotBoth(cudaStream_t s, cudaGraph_t *g, bool a, bool b) {
  if (!a || !b)
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (!(a && b))
    cudaStreamEndCapture(s, g);
}
void silentBoth(cudaGraph_t *g, bool a, bool b) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  if (a && b)
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (a && b)
    cudaStreamEndCapture(s, g);
  cudaStreamDestroy(s);
}
void firesBoth(cudaStream_t s, cudaGraph_t *g, bool a, bool b) {
  if (a && b)
    cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
  if (a && b)
    cudaStreamEndCapture(s, g);
}

// A helper each.
struct Options {
  bool graph, force;
  cudaStream_t stream;
};
static bool captures(const Options &o) { return o.graph || o.force; }
static void begin(const Options &o) {
  if (captures(o))
    cudaStreamBeginCapture(o.stream, kGlobal);
}
static void end(const Options &o, cudaGraph_t *g) {
  if (captures(o))
    cudaStreamEndCapture(o.stream, g);
  else
    cudaStreamSynchronize(o.stream);
}
void silentHelpers(const Options &o, cudaGraph_t *g) {
  begin(o);
  kernel<<<1, 1, 0, o.stream>>>();
  end(o, g);
}
void firesHelpers(const Options &o, cudaGraph_t *g) {
  begin(o);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 'o.stream' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(o.stream);
  end(o, g);
}

void silentCases(cudaStream_t s, cudaGraph_t *g, int kind) {
  switch (kind) {
  case 1:
  case 2:
    cudaStreamBeginCapture(s, kGlobal);
    break;
  default:
    break;
  }
  kernel<<<1, 1, 0, s>>>();
  switch (kind) {
  case 1:
  case 2:
    cudaStreamEndCapture(s, g);
    break;
  default:
    cudaStreamSynchronize(s);
  }
}
void firesCases(cudaStream_t s, cudaGraph_t *g, int kind) {
  switch (kind) {
  case 1:
  case 2:
    cudaStreamBeginCapture(s, kRelaxed);
    break;
  default:
    return;
  }
  kernel<<<1, 1, 0, s>>>();
  if (kind == 2)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

// Not only captures.
bool silentMode(void **p, bool a, bool b) {
  cudaStreamCaptureMode mode = kRelaxed;
  if (a || b)
    cudaThreadExchangeStreamCaptureMode(&mode);
  cudaError_t status = cudaMalloc(p, 1);
  if (a || b)
    cudaThreadExchangeStreamCaptureMode(&mode);
  return status == cudaSuccess;
}
void silentDestroyed(cudaStream_t s, bool a, bool b) {
  if (a || b)
    cudaStreamDestroy(s);
  if (!a && !b)
    cudaStreamSynchronize(s);
}
void firesDestroyed(cudaStream_t s, bool a, bool b) {
  if (a || b)
    cudaStreamDestroy(s);
  if (a)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' uses stream 's' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
    cudaStreamSynchronize(s);
}
void silentForked(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g, bool a, bool b) {
  cudaStreamBeginCapture(s, kGlobal);
  if (a || b) {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e);
  }
  kernel<<<1, 1, 0, s>>>();
  if (a || b) {
    kernel<<<1, 1, 0, t>>>();
    cudaEventRecord(e, t);
    cudaStreamWaitEvent(s, e);
  }
  cudaStreamEndCapture(s, g);
}
void silentStream(cudaGraph_t *g, bool a, bool b) {
  cudaStream_t s = nullptr;
  if (a || b)
    cudaStreamCreate(&s);
  if (a || b) {
    cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  }
}

// More rounds of a loop than are kept apart.
void silentRounds(cudaStream_t s, cudaGraph_t *g, int n, const bool *captured) {
  for (int i = 0; i < n; ++i) {
    bool capturing = captured[i];
    if (capturing)
      cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    if (capturing)
      cudaStreamEndCapture(s, g);
    else
      cudaStreamSynchronize(s);
  }
}
void silentRound(cudaStream_t s, cudaGraph_t *g, int n, int which) {
  for (int i = 0; i < n; ++i) {
    if (i == which)
      cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    if (i == which)
      cudaStreamEndCapture(s, g);
    else
      cudaStreamSynchronize(s);
  }
}
void firesRound(cudaStream_t s, cudaGraph_t *g, int n, int which) {
  for (int i = 0; i < n; ++i) {
    if (i == which)
      cudaStreamBeginCapture(s, kRelaxed);
    kernel<<<1, 1, 0, s>>>();
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    cudaStreamSynchronize(s);
    if (i == which)
      cudaStreamEndCapture(s, g);
  }
}
void silentModeOfRounds(cudaStream_t s, cudaGraph_t *g, int n, const bool *allocates, void **p) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    cudaStreamCaptureMode mode = kRelaxed;
    if (allocates[i])
      cudaThreadExchangeStreamCaptureMode(&mode);
    kernel<<<1, 1, 0, s>>>();
    if (allocates[i])
      cudaMalloc(p, 1);
    if (allocates[i])
      cudaThreadExchangeStreamCaptureMode(&mode);
  }
  cudaStreamEndCapture(s, g);
}

// A list in braces is an array.
struct Workspace {
  void *data = nullptr;
  size_t size = 0;
  void reserve(size_t n) {
    if (n <= size)
      return;
    cudaMalloc(&data, n);
    size = n;
  }
};
void silentWarm(Workspace &w, cudaStream_t s, cudaGraph_t *g, size_t n) {
  for (bool capturing : {false, true}) {
    if (capturing)
      cudaStreamBeginCapture(s, kGlobal);
    w.reserve(n);
    if (capturing)
      cudaStreamEndCapture(s, g);
  }
}
void firesCold(Workspace &w, cudaStream_t s, cudaGraph_t *g, size_t n) {
  for (bool capturing : {true, false}) {
    if (capturing)
      cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Workspace::reserve' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    w.reserve(n);
    if (capturing)
      cudaStreamEndCapture(s, g);
  }
}

// A guard of which only the other half can be seen.
bool first();
bool second();
void silentGuards(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  if (first() && second())
    kernel<<<1, 1, 0, s>>>();
  else
    cudaFree(p);
  cudaStreamEndCapture(s, g);
}
// What else a question about a capture answers says whether it runs, too.
void silentNumber(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  cudaStreamGetCaptureInfo(s, &status, &id);
  if (id == 0)
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}
void firesNumber(cudaStream_t s, cudaGraph_t *g) {
  unsigned long long id = 0;
  cudaStreamBeginCapture(s, kRelaxed);
  if (id == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

// Operators that decide early.
void silentChoice(cudaStream_t x, cudaStream_t y, cudaGraph_t *g, bool a, bool b) {
  cudaStream_t s = a || b ? x : y;
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (a || b)
    cudaStreamSynchronize(y);
  cudaStreamEndCapture(s, g);
}
void firesChoice(cudaStream_t x, cudaStream_t y, cudaGraph_t *g, bool a, bool b) {
  cudaStream_t s = a || b ? x : y;
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  if (a)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
    cudaStreamSynchronize(x);
  cudaStreamEndCapture(s, g);
}
void silentNested(cudaStream_t s, cudaGraph_t *g, bool a, bool b, bool c) {
  const bool use = a || (b && !c);
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (!a && (!b || c))
    cudaStreamSynchronize(s);
  if (use)
    cudaStreamEndCapture(s, g);
}
void silentThree(cudaStream_t s, cudaGraph_t *g, bool a, bool b, bool c) {
  const bool use = a || b || c;
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (a || b || c)
    cudaStreamEndCapture(s, g);
}
// More ways than are kept apart.
void silentMany(cudaStream_t s, cudaGraph_t *g, const bool *f) {
  if (f[0] || f[1] || f[2] || f[3] || f[4] || f[5] || f[6] || f[7])
    cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  if (f[0] || f[1] || f[2] || f[3] || f[4] || f[5] || f[6] || f[7])
    cudaStreamEndCapture(s, g);
  else
    cudaStreamSynchronize(s);
}
