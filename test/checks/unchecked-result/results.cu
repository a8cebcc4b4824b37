// RUN: %tidy '--checks=-*,cuda-capture-unchecked-result' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Results that nobody looks at, and graphs that are lost.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <stdexcept>
#include <tuple>
#include <vector>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
#define RETURN_IF(call)                                                                            \
  do {                                                                                             \
    cudaError_t status = (call);                                                                   \
    if (status != cudaSuccess)                                                                     \
      return status;                                                                               \
  } while (0)
#define DIE_IF(call)                                                                               \
  do {                                                                                             \
    if ((call) != cudaSuccess)                                                                     \
      std::exit(1);                                                                                \
  } while (0)
#define JUST_CALL(call) call
void check(cudaError_t status);
static void report(cudaError_t status, const char *what) {
  if (status != cudaSuccess)
    std::fprintf(stderr, "%s\n", what);
}

void firesForStatements(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *exec) {
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamBeginCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaGraphInstantiate' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaGraphInstantiate(exec, *g, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaGraphInstantiateWithFlags' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaGraphInstantiateWithFlags(exec, *g, 0);
}
// Said to be of no interest.
void silentForCasts(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *exec) {
  (void)cudaStreamBeginCapture(s, kRelaxed);
  static_cast<void>(cudaStreamEndCapture(s, g));
  void(cudaGraphInstantiate(exec, *g, 0));
}
void silentForStdIgnore(cudaStream_t s, cudaGraph_t *g) {
  std::ignore = cudaStreamBeginCapture(s, kRelaxed);
  std::ignore = cudaStreamEndCapture(s, g);
}
cudaError_t silentForMacros(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *exec) {
  RETURN_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaStreamEndCapture(s, g));
  check(cudaGraphInstantiate(exec, *g, 0));
  report(cudaGraphInstantiate(exec, *g, 0), "instantiate");
  return cudaSuccess;
}
void firesForAMacroThatDoesNotLook(cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:13: warning: result of 'cudaStreamBeginCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  JUST_CALL(cudaStreamBeginCapture(s, kRelaxed));
  // CHECK: :[[#@LINE+1]]:13: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  JUST_CALL(cudaStreamEndCapture(s, g));
}
bool silentForComparisons(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *exec) {
  if (cudaStreamBeginCapture(s, kRelaxed) != cudaSuccess)
    return false;
  bool ended = cudaStreamEndCapture(s, g) == cudaSuccess;
  return ended && !cudaGraphInstantiate(exec, *g, 0);
}
cudaError_t silentForReturns(cudaStream_t s) { return cudaStreamBeginCapture(s, kRelaxed); }
auto silentForReturnsInALambda(cudaStream_t s, cudaGraph_t *g) {
  return [=] { return cudaStreamEndCapture(s, g); }();
}
cudaError_t silentForVariables(cudaStream_t s, cudaGraph_t *g, cudaError_t *out) {
  cudaError_t a = cudaStreamBeginCapture(s, kRelaxed);
  cudaError_t b;
  b = cudaStreamEndCapture(s, g);
  *out = b;
  return a;
}
struct Status {
  Status(cudaError_t e) : e(e) {}
  cudaError_t e;
};
void silentForConversions(cudaStream_t s, cudaGraph_t *g, std::vector<cudaError_t> &all) {
  Status status = cudaStreamBeginCapture(s, kRelaxed);
  all.push_back(cudaStreamEndCapture(s, g));
  (void)status;
}
void silentForConditions(cudaStream_t s, cudaGraph_t *g) {
  if (cudaError_t e = cudaStreamBeginCapture(s, kRelaxed))
    throw std::runtime_error(cudaGetErrorString(e));
  while (cudaStreamEndCapture(s, g) != cudaSuccess)
    throw std::runtime_error("end");
}
cudaError_t silentForConditionalOperators(cudaStream_t s, cudaGraph_t *g, bool begin) {
  return begin ? cudaStreamBeginCapture(s, kRelaxed) : cudaStreamEndCapture(s, g);
}
void firesInTheBodyOfAnIf(cudaStream_t s, cudaGraph_t *g, bool capture) {
  if (capture)
    // CHECK: :[[#@LINE+1]]:5: warning: result of 'cudaStreamBeginCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
    cudaStreamBeginCapture(s, kRelaxed);
  else
    kernel<<<1, 1, 0, s>>>();
  for (int i = 0; i < 1; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
    cudaStreamEndCapture(s, g);
}
// Other calls are not meant: their failure shows at the end of the capture.
void silentForOtherCalls(cudaStream_t s, cudaEvent_t e, void *p) {
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(s, e, 0);
  cudaMemsetAsync(p, 0, 16, s);
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
}
static void begin(cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamBeginCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamBeginCapture(s, kRelaxed);
}
void silentForTheCallOfAHelper(cudaStream_t s, cudaGraph_t *g) {
  begin(s);
  DIE_IF(cudaStreamEndCapture(s, g));
}
class Capturing {
  cudaStream_t s_;
  cudaGraph_t g_;

public:
  explicit Capturing(cudaStream_t s) : s_(s) { DIE_IF(cudaStreamBeginCapture(s_, kRelaxed)); }
  ~Capturing() {
    // CHECK: :[[#@LINE+1]]:5: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
    cudaStreamEndCapture(s_, &g_);
  }
};
void silentForTheUseOfAGuard(cudaStream_t s) { Capturing c(s); }

//===--- Graphs that are overwritten ---===//

void firesForACreatedGraph(cudaStream_t s) {
  cudaGraph_t g;
  DIE_IF(cudaGraphCreate(&g, 0));
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaStreamEndCapture' overwrites graph 'g', which was created and is lost: the end of a capture makes a graph of its own [cuda-capture-unchecked-result]
  DIE_IF(cudaStreamEndCapture(s, &g));
}
void unseen();
void unseenWith(cudaGraph_t *g);
void unseenOf(cudaGraph_t g);
cudaGraph_t ofTheProgram;
void firesBehindWhatCannotBeSeen(cudaStream_t s) {
  cudaGraph_t g;
  DIE_IF(cudaGraphCreate(&g, 0));
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  unseen();
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaStreamEndCapture' overwrites graph 'g', {{.*}} [cuda-capture-unchecked-result]
  DIE_IF(cudaStreamEndCapture(s, &g));
}
void silentIfThatMayDestroyIt(cudaStream_t s) {
  cudaGraph_t g, h, k;
  DIE_IF(cudaGraphCreate(&g, 0));
  DIE_IF(cudaGraphCreate(&h, 0));
  DIE_IF(cudaGraphCreate(&k, 0));
  DIE_IF(cudaGraphCreate(&ofTheProgram, 0));
  ofTheProgram = k;
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  unseenWith(&g);
  unseenOf(h);
  DIE_IF(cudaStreamEndCapture(s, &g));
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaStreamEndCapture(s, &h));
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaStreamEndCapture(s, &k));
}
void silentIfDestroyedBefore(cudaStream_t s, int n) {
  cudaGraph_t g;
  for (int i = 0; i < n; ++i) {
    DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
    DIE_IF(cudaStreamEndCapture(s, &g));
    cudaGraphDestroy(g);
  }
}
void silentIfDestroyedBeforeTheEnd(cudaStream_t s, int n) {
  cudaGraph_t g = nullptr;
  for (int i = 0; i < n; ++i) {
    DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
    if (g)
      cudaGraphDestroy(g);
    DIE_IF(cudaStreamEndCapture(s, &g));
  }
}
void silentIfCopied(cudaStream_t s, cudaGraph_t *out) {
  cudaGraph_t g;
  DIE_IF(cudaGraphCreate(&g, 0));
  *out = g;
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaStreamEndCapture(s, &g));
}
void silentForElements(cudaStream_t s, int n) {
  std::vector<cudaGraph_t> graphs(n);
  cudaGraph_t array[4];
  for (int i = 0; i < n; ++i) {
    DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
    DIE_IF(cudaStreamEndCapture(s, &graphs[i]));
    DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
    DIE_IF(cudaStreamEndCapture(s, &array[i]));
  }
}
void silentForNullAndParameters(cudaStream_t s, cudaGraph_t *out) {
  cudaGraph_t g = nullptr;
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaStreamEndCapture(s, &g));
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaStreamEndCapture(s, out));
}
// The capture is into this graph.
void silentForBeginCaptureToGraph(cudaStream_t s) {
  cudaGraph_t g;
  DIE_IF(cudaGraphCreate(&g, 0));
  DIE_IF(cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, kRelaxed));
  DIE_IF(cudaStreamEndCapture(s, &g));
}
int silentForASwitch(cudaStream_t s, cudaGraph_t *g) {
  switch (cudaStreamEndCapture(s, g)) {
  case cudaSuccess:
    return 0;
  default:
    return 1;
  }
}
void silentIfKeptElsewhere(cudaStream_t s, std::vector<cudaGraph_t> &all, int n) {
  cudaGraph_t g;
  for (int i = 0; i < n; ++i) {
    DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
    DIE_IF(cudaStreamEndCapture(s, &g));
    all.push_back(g);
  }
}
void silentForAGraphInEachRound(cudaStream_t s, cudaGraphExec_t *exec, int n) {
  for (int i = 0; i < n; ++i) {
    cudaGraph_t g;
    DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
    DIE_IF(cudaStreamEndCapture(s, &g));
    DIE_IF(cudaGraphInstantiate(&exec[i], g, 0));
  }
}
void keep(cudaGraph_t g);
void silentIfAHiddenFunctionMayKeepIt(cudaStream_t s) {
  cudaGraph_t g;
  DIE_IF(cudaGraphCreate(&g, 0));
  keep(g);
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaStreamEndCapture(s, &g));
}

//===--- The thread's last error ---===//

cudaError_t silentIfTheLastErrorIsReturned(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  return cudaGetLastError();
}
cudaError_t silentIfTheLastErrorIsChecked(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  RETURN_IF(cudaPeekAtLastError());
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  RETURN_IF(cudaGetLastError());
  return cudaSuccess;
}
// Whoever clears the error knows that there may be one.
void silentIfTheLastErrorIsCleared(cudaStream_t s, bool external) {
  if (!external) {
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(s, &graph);
    cudaGetLastError();
  }
}
cudaError_t silentIfTheLastErrorIsAskedForAroundTheBlock(cudaStream_t s, cudaGraph_t *g, bool capture, int n) {
  if (capture)
    cudaStreamBeginCapture(s, kRelaxed);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, s>>>();
  if (capture) {
    cudaStreamEndCapture(s, g);
    n = 0;
  }
  return cudaGetLastError();
}
cudaError_t firesIfTheBlockReturnsBefore(cudaStream_t s, cudaGraph_t *g, bool last) {
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  if (last) {
    // CHECK: :[[#@LINE+1]]:5: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
    cudaStreamEndCapture(s, g);
    return cudaSuccess;
  }
  DIE_IF(cudaStreamEndCapture(s, g));
  return cudaGetLastError();
}
cudaError_t firesIfTheLastErrorIsAskedForBefore(cudaStream_t s, cudaGraph_t *g) {
  cudaError_t status = cudaGetLastError();
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamEndCapture(s, g);
  return status;
}
void firesIfALambdaAsks(cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamEndCapture(s, g);
  auto later = [] { return cudaGetLastError(); };
}

// An end whose graph is thrown away only cleans up.
bool enqueue(cudaStream_t s);
cudaError_t silentForACleanUp(cudaStream_t s, cudaGraph_t *g) {
  RETURN_IF(cudaStreamBeginCapture(s, kRelaxed));
  if (!enqueue(s)) {
    cudaGraph_t thrownAway = nullptr;
    cudaStreamEndCapture(s, &thrownAway);
    if (thrownAway)
      cudaGraphDestroy(thrownAway);
    return cudaErrorUnknown;
  }
  return cudaStreamEndCapture(s, g);
}
struct Cleaner {
  cudaStream_t s;
  bool captures;
  ~Cleaner() {
    cudaGraph_t graph = nullptr;
    if (captures)
      cudaStreamEndCapture(s, &graph);
    if (graph)
      cudaGraphDestroy(graph);
  }
};
struct Kept {
  cudaGraph_t graph;
};
void keep(Kept &);
void firesForGraphsInUse(cudaStream_t s, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamEndCapture(s, &graph);
  check(cudaGraphInstantiate(exec, graph, 0));
}
void firesForAGraphThatIsHandedOn(cudaStream_t s) {
  Kept kept;
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamEndCapture(s, &kept.graph);
  keep(kept);
}
cudaGraph_t firesForAResult(cudaStream_t s) {
  cudaGraph_t graph;
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cudaStreamEndCapture(s, &graph);
  return graph;
}
