// A program may note itself which captures run. A condition on that record tells
// whether one runs, as a question to CUDA does.
// RUN: %tidy --checks=-*,cuda-capture-synchronization,cuda-capture-unsafe-call '--config={CheckOptions: {CudaCaptureReportPossible: true, CudaCaptureCapturableFunctions: "silent*;fires*;Engine::silent*;Engine::fires*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <atomic>
#include <cuda_runtime.h>
#include <deque>
#include <functional>
#include <map>
#include <vector>

// A list of captures, in a static variable behind a function.
struct Graph;
static std::deque<Graph *> &captures() {
  static std::deque<Graph *> All;
  return All;
}
static Graph *current() {
  return captures().empty() ? nullptr : captures().front();
}
struct Graph {
  cudaGraph_t G;
  bool WaitsLater = false;
  void run(cudaStream_t s, void (*f)()) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed))
      return;
    captures().push_back(this);
    f();
    if (cudaStreamEndCapture(s, &G))
      G = nullptr;
    captures().pop_back();
  }
};
static void grow() {
  if (Graph *g = current())
    g->WaitsLater = true;
  else
    cudaDeviceSynchronize();
}
static void growAnyway() { cudaDeviceSynchronize(); }
void aListInOneFunction(Graph &g, cudaStream_t s) { g.run(s, grow); }
// CHECK: :27:5: warning: call to 'growAnyway' reaches 'cudaDeviceSynchronize' while 's' is capturing in relaxed mode
void unguardedInOneFunction(Graph &g, cudaStream_t s) { g.run(s, growAnyway); }

// A map of captures by number. Python calls these functions.
static std::map<unsigned long long, int> Running;
static std::vector<void *> Deferred;
bool beginRecorded(cudaStream_t s, unsigned long long id) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  Running[id] = 1;
  return true;
}
bool endRecorded(cudaStream_t s, unsigned long long id, cudaGraph_t *g) {
  const bool ok = cudaStreamEndCapture(s, g) == cudaSuccess;
  Running.erase(id);
  return ok;
}
void silentIfListIsEmpty(void *p) {
  if (Running.empty())
    cudaFree(p);
  else
    Deferred.push_back(p);
}
void silentAfterReturn(void *p) {
  if (!Running.empty())
    return;
  cudaFree(p);
}
void silentIfNotFound(void *p, unsigned long long id) {
  if (!Running.count(id))
    cudaFree(p);
}
void silentWithAnother(void *p, int n) {
  const bool Free = n > 3 && Running.empty();
  if (Free)
    cudaFree(p);
}
// CHECK: :[[#@LINE+4]]:3: warning: call to 'cudaFree' while the caller of 'firesBehindTheQuestion' is capturing
void firesBehindTheQuestion(void *p) {
  if (Running.empty())
    Deferred.clear();
  cudaFree(p);
}
// Another list says nothing of captures.
// CHECK: :[[#@LINE+3]]:5: warning: possible: call to 'cudaFree' while the caller of 'firesForAnotherList' is capturing
void firesForAnotherList(void *p) {
  if (Deferred.empty())
    cudaFree(p);
}

// A flag of the object that captures.
class Engine {
public:
  bool start(cudaStream_t s) {
    Recording = true;
    return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) ==
           cudaSuccess;
  }
  bool stop(cudaStream_t s) {
    const bool ok = cudaStreamEndCapture(s, &G) == cudaSuccess;
    Recording = false;
    HasGraph = true;
    return ok;
  }
  bool isRecording() const { return Recording; }
  void silentForMember(void *p) {
    if (!Recording)
      cudaFree(p);
  }
  void silentForGetter(void *p) {
    if (isRecording())
      return;
    cudaFree(p);
  }
  // The object has a graph after a capture, and not while one runs.
  // CHECK: :[[#@LINE+3]]:7: warning: call to 'cudaFree' while the caller of 'Engine::firesForTheGraph' is capturing
  void firesForTheGraph(void *p) {
    if (!HasGraph)
      cudaFree(p);
  }

private:
  bool Recording = false, HasGraph = false;
  cudaGraph_t G;
};

// A counter for several threads, behind functions that begin and end.
static std::atomic<int> Captures{0};
static cudaError_t open(cudaStream_t s) {
  return cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
}
static cudaError_t close(cudaStream_t s, cudaGraph_t *g) {
  return cudaStreamEndCapture(s, g);
}
bool enter(cudaStream_t s) {
  Captures.fetch_add(1);
  return open(s) == cudaSuccess;
}
bool leave(cudaStream_t s, cudaGraph_t *g) {
  const bool ok = close(s, g) == cudaSuccess;
  Captures.fetch_sub(1);
  return ok;
}
void silentForCounter(cudaStream_t s) {
  if (Captures.load() == 0)
    cudaStreamSynchronize(s);
}

// The record decided that the capture begins: it does not guard what follows.
static bool Busy;
// CHECK: :[[#@LINE+6]]:7: warning: call to 'cudaFree' while 's' is capturing in global mode
bool decidesBeforeTheBegin(cudaStream_t s, cudaGraph_t *g, void *p) {
  bool ok = false;
  if (!Busy) {
    Busy = true;
    if (!cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)) {
      cudaFree(p);
      ok = cudaStreamEndCapture(s, g) == cudaSuccess;
    }
    Busy = false;
  }
  return ok;
}

// A call that both sides make undoes nothing.
static std::vector<int> Log;
bool beginLogged(cudaStream_t s) {
  Log.push_back(1);
  return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess;
}
bool endLogged(cudaStream_t s, cudaGraph_t *g) {
  Log.push_back(2);
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
// CHECK: :[[#@LINE+3]]:5: warning: possible: call to 'cudaFree' while the caller of 'firesForTheLog' is capturing
void firesForTheLog(void *p) {
  if (Log.empty())
    cudaFree(p);
}
