// RUN: %lint-cu
// Begin, end and the violating call in different functions.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

static void deep(void *p) { cudaFree(p); }
static void middle(void *p) { deep(p); }
static void outer(void *p) { middle(p); }
void firesOneTwoThreeDeep(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'deep' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-7]]:29: note: 'deep' calls 'cudaFree' here
  deep(p);
  // CHECK: :[[#@LINE+4]]:3: warning: call to 'middle' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-6]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-10]]:31: note: 'middle' calls 'deep' here
  // CHECK: :[[#@LINE-12]]:29: note: 'deep' calls 'cudaFree' here
  middle(p);
  // CHECK: :[[#@LINE+5]]:3: warning: call to 'outer' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-11]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-14]]:30: note: 'outer' calls 'middle' here
  // CHECK: :[[#@LINE-16]]:31: note: 'middle' calls 'deep' here
  // CHECK: :[[#@LINE-18]]:29: note: 'deep' calls 'cudaFree' here
  outer(p);
  cudaStreamEndCapture(s, g);
  outer(p);
}

static void tree(void **p, int depth) {
  if (depth == 0) {
    cudaFree(p[0]);
    return;
  }
  tree(p, depth - 1);
  tree(p + 1, depth - 1);
}
void firesInRecursion(cudaStream_t s, cudaGraph_t *g, void **p, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'tree' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-10]]:5: note: 'tree' calls 'cudaFree' here when 'depth == 0'
  tree(p, n);
  cudaStreamEndCapture(s, g);
}

// Two functions that call each other end.
static void ping(int n, cudaStream_t s);
static void pong(int n, cudaStream_t s) {
  if (n)
    ping(n - 1, s);
  cudaMemsetAsync(nullptr, 0, 0, s);
}
static void ping(int n, cudaStream_t s) {
  if (n)
    pong(n - 1, s);
}
void silentForMutualRecursion(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  ping(n, s);
  cudaStreamEndCapture(s, g);
}

static void startCapture(cudaStream_t s) { cudaStreamBeginCapture(s, kGlobal); }
static cudaGraph_t stopCapture(cudaStream_t s) {
  cudaGraph_t g;
  cudaStreamEndCapture(s, &g);
  return g;
}
void firesBetweenAPairOfFunctions(cudaStream_t s, void *p) {
  startCapture(s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaFree(p);
  cudaGraph_t g = stopCapture(s);
  cudaFree(p);
  cudaGraphDestroy(g);
}

// The helper that begins returns the result.
static cudaError_t tryStart(cudaStream_t s) { return cudaStreamBeginCapture(s, kGlobal); }
static bool startOk(cudaStream_t s) { return cudaStreamBeginCapture(s, kGlobal) == cudaSuccess; }
void silentIfTheHelperFailed(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (tryStart(s) != cudaSuccess) {
    cudaFree(p);
    return;
  }
  cudaStreamEndCapture(s, g);
  if (!startOk(s)) {
    cudaFree(p);
    return;
  }
  cudaStreamEndCapture(s, g);
}
void firesIfTheHelperSucceeded(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (startOk(s)) {
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-2]]:7: note: capture of 's' begins here
    cudaFree(p);
    cudaStreamEndCapture(s, g);
  }
}

class Graph {
  cudaStream_t stream_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;

public:
  explicit Graph(cudaStream_t s) : stream_(s) {}
  void begin() { cudaStreamBeginCapture(stream_, kGlobal); }
  void end() {
    cudaStreamEndCapture(stream_, &graph_);
    cudaGraphInstantiate(&exec_, graph_, 0);
  }
  void launch() { cudaGraphLaunch(exec_, stream_); }
};
void firesBetweenMembers(cudaStream_t s, void *p) {
  Graph graph(s);
  graph.begin();
  cudaMemsetAsync(p, 0, 1, s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'Graph::stream_' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:3: note: capture of 'Graph::stream_' begins here
  cudaFree(p);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'Graph::stream_' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-6]]:3: note: capture of 'Graph::stream_' begins here
  cudaStreamSynchronize(s);
  graph.end();
  graph.launch();
  cudaFree(p);
  cudaStreamSynchronize(s);
}
void firesBetweenMembersOfAReference(Graph &graph, void *p) {
  graph.begin();
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'Graph::stream_' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'Graph::stream_' begins here
  cudaFree(p);
  graph.end();
  cudaFree(p);
}
void firesBetweenMembersOfAPointer(Graph *graph, void *p) {
  graph->begin();
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'Graph::stream_' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'Graph::stream_' begins here
  cudaFree(p);
  graph->end();
  cudaFree(p);
}

class Guard {
  cudaStream_t s_;
  cudaGraph_t *g_;

public:
  Guard(cudaStream_t s, cudaGraph_t *g) : s_(s), g_(g) { cudaStreamBeginCapture(s, kGlobal); }
  ~Guard() { cudaStreamEndCapture(s_, g_); }
};
void firesUnderAGuard(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaFree(p);
  {
    Guard guard(s, g);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-2]]:11: note: capture of 's' begins here
    cudaFree(p);
  }
  cudaFree(p);
}
void silentAfterAGuardAndEarlyReturn(cudaStream_t s, cudaGraph_t *g, void *p, bool skip) {
  {
    Guard guard(s, g);
    if (skip)
      return;
    cudaMemsetAsync(p, 0, 1, s);
  }
  cudaStreamSynchronize(s);
}

// An object declared before the guard dies after the end.
struct Buffer {
  void *p;
  ~Buffer() { cudaFree(p); }
};
class Scope {
  cudaStream_t s_;
  cudaGraph_t *g_;

public:
  Scope(cudaStream_t s, cudaGraph_t *g) : s_(s), g_(g) { cudaStreamBeginCapture(s, kGlobal); }
  ~Scope() { cudaStreamEndCapture(s_, g_); }
};
void silentForABufferDeclaredBefore(cudaStream_t s, cudaGraph_t *g, void *p) {
  Buffer b{p};
  Scope scope(s, g);
}
void firesForABufferDeclaredAfter(cudaStream_t s, cudaGraph_t *g, void *p) {
  Scope scope(s, g);
  // CHECK: :[[#@LINE+3]]:10: warning: call to 'Buffer::~Buffer' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:9: note: capture of 's' begins here
  // CHECK: :[[#@LINE-18]]:15: note: 'Buffer::~Buffer' calls 'cudaFree' here
  Buffer b{p};
}

// Begun here, ended in a callee that also launches.
static void finish(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t g;
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(exec, g, 0);
  cudaGraphDestroy(g);
  cudaGraphLaunch(*exec, s);
  cudaStreamSynchronize(s);
}
void silentIfEndedInACallee(cudaStream_t s, cudaGraphExec_t *exec, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(p, 0, 1, s);
  finish(s, exec);
  cudaFree(p);
}

// The helper captures only on request, begin and end alike.
static void maybeBegin(cudaStream_t s, bool use) {
  if (use)
    cudaStreamBeginCapture(s, kGlobal);
}
static void maybeEnd(cudaStream_t s, cudaGraph_t *g, bool use) {
  if (use)
    cudaStreamEndCapture(s, g);
}
void silentOutsideAnOptionalRegion(cudaStream_t s, cudaGraph_t *g, bool use, void *p) {
  maybeBegin(s, use);
  cudaMemsetAsync(p, 0, 1, s);
  maybeEnd(s, g, use);
  cudaFree(p);
  cudaStreamSynchronize(s);
}
void firesInAnOptionalRegion(cudaStream_t s, cudaGraph_t *g, bool use, void *p) {
  maybeBegin(s, use);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaFree(p);
  maybeEnd(s, g, use);
}
void silentIfNeverRequested(cudaStream_t s, cudaGraph_t *g, void *p) {
  maybeBegin(s, false);
  cudaFree(p);
  maybeEnd(s, g, false);
}

// A function that only begins, or only ends, is no mistake.
void silentBeginOnly(cudaStream_t s) {
  cudaStreamBeginCapture(s, kGlobal);
}
void silentEndOnly(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaFree(p);
  cudaStreamEndCapture(s, g);
  cudaFree(p);
}

// What cannot be seen may end the capture, but an end follows here.
void elsewhere();
void elsewhereWith(cudaStream_t s);
void firesAfterAnUnknownCall(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  elsewhere();
  elsewhereWith(s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-4]]:3: note: capture of 's' begins here
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
// No end in sight: the unknown function may be it.
void silentIfAnUnknownCallMayEndIt(cudaStream_t s, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  elsewhereWith(s);
  cudaFree(p);
}
void silentIfAnUnknownCallMayBegin(cudaStream_t s, cudaGraph_t *g, void *p) {
  elsewhereWith(s);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// The helper allocates only if something unseen says so; that may ask for the capture.
bool allowed();
static void reserve(void **p) {
  if (allowed())
    cudaMalloc(p, 16);
}
void silentIfAnUnknownCallDecides(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  reserve(&p);
  cudaStreamEndCapture(s, g);
}

// Allocated on first use, below the region.
struct Workspace {
  void *data = nullptr;
  size_t size = 0;
  void *get(size_t n) {
    if (n > size) {
      cudaFree(data);
      cudaMalloc(&data, n);
      size = n;
    }
    return data;
  }
};
void firesForLazyGrowth(cudaStream_t s, cudaGraph_t *g, Workspace &w, size_t n) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:19: warning: call to 'Workspace::get' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-11]]:7: note: 'Workspace::get' calls 'cudaFree' here when 'n > size'
  cudaMemsetAsync(w.get(n), 0, n, s);
  cudaStreamEndCapture(s, g);
}
// Reserved before, with the same size: nothing grows in the region.
void silentIfReservedBefore(cudaStream_t s, cudaGraph_t *g, Workspace &w, size_t n) {
  w.get(n);
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(w.get(n), 0, n, s);
  cudaStreamEndCapture(s, g);
}

// Initialised on first use; warmed up before the region.
static void *table() {
  static void *p = nullptr;
  if (!p)
    cudaMalloc(&p, 16);
  return p;
}
void silentIfWarmedUp(cudaStream_t s, cudaGraph_t *g) {
  table();
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(table(), 0, 1, s);
  cudaStreamEndCapture(s, g);
}

// A static local, initialised when first reached.
static void *makeTable() {
  void *p;
  cudaMalloc(&p, 16);
  return p;
}
static void *magic() {
  static void *p = makeTable();
  return p;
}
void silentIfTheStaticIsWarm(cudaStream_t s, cudaGraph_t *g) {
  magic();
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(magic(), 0, 1, s);
  cudaStreamEndCapture(s, g);
}

// Which body runs is not known.
struct Layer {
  virtual ~Layer();
  virtual void forward(cudaStream_t s) = 0;
};
struct Dense : Layer {
  void *p;
  void forward(cudaStream_t) override { cudaFree(p); }
};
void silentForAVirtualCall(cudaStream_t s, cudaGraph_t *g, Layer &layer) {
  cudaStreamBeginCapture(s, kGlobal);
  layer.forward(s);
  cudaStreamEndCapture(s, g);
}

// extern "C" and static functions of the same shape.
extern "C" void c_free(void *p) { cudaFree(p); }
void firesForExternC(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'c_free' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-5]]:35: note: 'c_free' calls 'cudaFree' here
  c_free(p);
  cudaStreamEndCapture(s, g);
}
