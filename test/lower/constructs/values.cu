// RUN: %lint-cu
// Values that pass through small functions, aggregates and joins of paths.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
enum Err { kOk = 0, kFail = 7 };
struct Ctx {
  cudaStream_t stream;
  cudaStreamCaptureMode mode;
};

// A function that turns a result into a truth value.
static bool ok(cudaError_t e) { return e == cudaSuccess; }
static bool failed(cudaError_t e) { return e != cudaSuccess; }
void silentIfNotOk(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (!ok(cudaStreamBeginCapture(s, kGlobal))) {
    cudaFree(p);
    return;
  }
  if (failed(cudaMemsetAsync(p, 0, 1, s))) {
    cudaFree(p);
    return;
  }
  cudaStreamEndCapture(s, g);
}

static Err translate(cudaError_t e) { return e == cudaSuccess ? kOk : kFail; }
void silentForATernaryTranslation(cudaStream_t s, cudaGraph_t *g, void *p) {
  Err e = translate(cudaStreamBeginCapture(s, kGlobal));
  if (e != kOk) {
    cudaFree(p);
    return;
  }
  cudaStreamEndCapture(s, g);
}

static Err translateIf(cudaError_t e) {
  if (e == cudaSuccess)
    return kOk;
  return kFail;
}
void silentForATranslationByIf(cudaStream_t s, cudaGraph_t *g, void *p) {
  Err e = translateIf(cudaStreamBeginCapture(s, kGlobal));
  if (e != kOk) {
    cudaFree(p);
    return;
  }
  cudaStreamEndCapture(s, g);
}

static Err translateSwitch(cudaError_t e) {
  switch (e) {
  case cudaSuccess:
    return kOk;
  case cudaErrorMemoryAllocation:
    return Err(1);
  default:
    return kFail;
  }
}
void silentForATranslationBySwitch(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (translateSwitch(cudaStreamBeginCapture(s, kGlobal)) != kOk) {
    cudaFree(p);
    return;
  }
  cudaStreamEndCapture(s, g);
}

void silentForABoolVariable(cudaStream_t s, cudaGraph_t *g, void *p) {
  bool capturing = cudaStreamBeginCapture(s, kGlobal) == cudaSuccess;
  if (!capturing)
    cudaFree(p);
  cudaMemsetAsync(p, 0, 1, s);
  if (capturing)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
}

struct Session {
  cudaStream_t s;
  cudaGraph_t g;
  bool active = false;
  void begin() { active = cudaStreamBeginCapture(s, kGlobal) == cudaSuccess; }
  void end() {
    if (active)
      cudaStreamEndCapture(s, &g);
    active = false;
  }
  void sync() {
    if (!active)
      cudaStreamSynchronize(s);
  }
};
void silentForABoolMember(Session &session, void *p) {
  session.begin();
  session.sync();
  cudaMemsetAsync(p, 0, 1, session.s);
  session.end();
  session.sync();
  cudaFree(p);
}

void firesForAggregates(cudaStream_t s, cudaGraph_t *g, void *p) {
  Ctx ctx{s, kGlobal};
  cudaStreamBeginCapture(ctx.stream, ctx.mode);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'ctx.stream' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'ctx.stream' begins here
  cudaStreamSynchronize(s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'ctx.stream' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 'ctx.stream' begins here
  cudaFree(p);
  cudaStreamEndCapture(ctx.stream, g);
  cudaFree(p);
}
void silentForARelaxedAggregate(cudaStream_t s, cudaGraph_t *g, void *p) {
  Ctx ctx = {s, kRelaxed};
  cudaStreamBeginCapture(ctx.stream, ctx.mode);
  cudaFree(p);
  cudaStreamEndCapture(ctx.stream, g);
}

void firesForAnInitialisedArray(cudaStream_t a, cudaStream_t b, cudaGraph_t *g) {
  cudaStream_t streams[] = {a, b};
  cudaStreamBeginCapture(a, kRelaxed);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'a' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'a' begins here
  cudaStreamSynchronize(streams[0]);
  cudaStreamSynchronize(streams[1]);
  cudaStreamEndCapture(a, g);
}

// An aggregate made for the call.
static void begin(Ctx c) { cudaStreamBeginCapture(c.stream, c.mode); }
void firesForATemporaryAggregate(cudaStream_t s, cudaGraph_t *g, void *p) {
  begin({s, kGlobal});
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'c.stream' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'c.stream' begins here
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

static Ctx make(cudaStream_t s) {
  Ctx c;
  c.stream = s;
  c.mode = kGlobal;
  return c;
}
void firesForAReturnedAggregate(cudaStream_t s, cudaGraph_t *g, void *p) {
  Ctx c = make(s);
  cudaStreamBeginCapture(c.stream, c.mode);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'c.stream' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'c.stream' begins here
  cudaFree(p);
  cudaStreamEndCapture(c.stream, g);
}

// An untouched struct is passed by value to the functions that begin and end.
static void open(Ctx c) { cudaStreamBeginCapture(c.stream, kRelaxed); }
static void close(Ctx c, cudaGraph_t *g) { cudaStreamEndCapture(c.stream, g); }
static void flush(Ctx c) { cudaStreamSynchronize(c.stream); }
void firesForAStructByValue(Ctx c, cudaGraph_t *g) {
  open(c);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'flush' reaches 'cudaStreamSynchronize' while 'c.stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'c.stream' begins here
  // CHECK: :[[#@LINE-5]]:28: note: 'flush' calls 'cudaStreamSynchronize' here
  flush(c);
  close(c, g);
  flush(c);
}

// One of two streams, chosen by an if.
void firesForAStreamChosenByIf(cudaStream_t a, cudaStream_t b, bool first, cudaGraph_t *g) {
  cudaStream_t s = b;
  if (first)
    s = a;
  cudaStreamBeginCapture(a, kRelaxed);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'a' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'a' begins here
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(a, g);
}

// A flag computed by an if.
void silentForAFlagComputedByIf(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  bool use = false;
  if (n > 4)
    use = true;
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(p, 0, 1, s);
  if (use)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
}

// Environment or size turns the graph off.
bool envDisabled();
void silentForADisabledGraph(cudaStream_t s, cudaGraph_t *g, bool use, int n, void *p) {
  if (envDisabled())
    use = false;
  if (n < 2)
    use = false;
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(p, 0, 1, s);
  if (!use)
    cudaStreamSynchronize(s);
  if (use)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
}

void firesForAModeChosenByIf(cudaStream_t s, cudaGraph_t *g, bool threads, void *p) {
  cudaStreamCaptureMode mode = kGlobal;
  if (threads)
    mode = cudaStreamCaptureModeThreadLocal;
  cudaStreamBeginCapture(s, mode);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// The default stream on one path.
void firesForALegacyStreamByIf(cudaStream_t s, cudaGraph_t *g, bool side, void *p) {
  cudaStream_t target = s;
  if (side)
    target = nullptr;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMemsetAsync' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaMemsetAsync(p, 0, 1, target);
  cudaStreamEndCapture(s, g);
}

void firesForALegacyTernary(cudaStream_t s, cudaGraph_t *g, bool side, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMemsetAsync' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaMemsetAsync(p, 0, 1, side ? nullptr : s);
  cudaStreamEndCapture(s, g);
}

// Destroyed through a variable that names one of two.
void firesForAHandleChosenByIf(cudaEvent_t a, cudaEvent_t b, bool first, cudaStream_t s) {
  cudaEvent_t e = first ? a : b;
  cudaEventDestroy(e);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaEventRecord' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  // CHECK: :[[#@LINE-2]]:3: note: destroyed here
  cudaEventRecord(e, s);
}

// The same comparison, written the other way round.
void silentForReversedComparisons(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  if (n > 1)
    cudaStreamBeginCapture(s, kGlobal);
  if (n <= 1)
    cudaStreamSynchronize(s);
  if (!(n > 1))
    cudaStreamSynchronize(s);
  if (1 >= n)
    cudaStreamSynchronize(s);
  if (1 < n)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
}

// Comparisons that imply one another.
void silentForImpliedRanges(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  if (n > 1)
    cudaStreamBeginCapture(s, kGlobal);
  if (n == 0)
    cudaFree(p);
  if (n > 1)
    cudaStreamEndCapture(s, g);
}

// Kinds that exclude each other.
void silentForExclusiveKinds(cudaStream_t s, cudaGraph_t *g, int kind, void *p) {
  if (kind == 1)
    cudaStreamBeginCapture(s, kGlobal);
  switch (kind) {
  case 1:
    cudaMemsetAsync(p, 0, 1, s);
    break;
  case 2:
    cudaStreamSynchronize(s);
    break;
  default:
    cudaDeviceSynchronize();
  }
  if (kind == 1)
    cudaStreamEndCapture(s, g);
}

void silentForBitFlags(cudaStream_t s, cudaGraph_t *g, unsigned flags, void *p) {
  if (flags & 4)
    cudaStreamBeginCapture(s, kGlobal);
  if (!(flags & 4))
    cudaFree(p);
  if ((flags & 4) == 0)
    cudaFree(p);
  if ((flags & 4) != 0)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
}

// An out-pointer that says whether to capture.
void silentForAPointerFlag(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (g)
    cudaStreamBeginCapture(s, kGlobal);
  if (g == nullptr)
    cudaFree(p);
  if (g != nullptr)
    cudaStreamEndCapture(s, g);
  cudaFree(p);
}

// Allocated before the region if not there yet; checked again inside.
struct Cache {
  void *data = nullptr;
  void ensure() {
    if (!data)
      cudaMalloc(&data, 16);
  }
};
void silentIfEnsuredBefore(cudaStream_t s, cudaGraph_t *g, Cache &cache) {
  cache.ensure();
  cudaStreamBeginCapture(s, kGlobal);
  cache.ensure();
  cudaMemsetAsync(cache.data, 0, 1, s);
  cudaStreamEndCapture(s, g);
}
void firesIfNotEnsuredBefore(cudaStream_t s, cudaGraph_t *g, Cache &cache) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'Cache::ensure' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-14]]:7: note: 'Cache::ensure' calls 'cudaMalloc' here when '!data'
  cache.ensure();
  cudaStreamEndCapture(s, g);
}

struct Once {
  bool ready = false;
  void *data;
  void init() {
    if (ready)
      return;
    cudaMalloc(&data, 16);
    ready = true;
  }
};
void silentIfInitialisedBefore(cudaStream_t s, cudaGraph_t *g, Once &once) {
  once.init();
  cudaStreamBeginCapture(s, kGlobal);
  once.init();
  cudaStreamEndCapture(s, g);
}
