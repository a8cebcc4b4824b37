// RUN: %lint-cu
// Condensed from real code bases; all of it is right but for one function.
#include <atomic>
#include <cuda_runtime.h>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

constexpr auto kG = cudaStreamCaptureModeGlobal;
__global__ void k();

// As in ggml: begun here, ended in a callee that may also update the graph.
struct GGraph {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t instance = nullptr;
  cudaGraphExec_t last = nullptr;
  size_t num_nodes = 0;
  bool disable = false;

  ~GGraph() {
    if (instance)
      cudaGraphExecDestroy(instance);
    if (graph)
      cudaGraphDestroy(graph);
  }
};

struct GCtx {
  std::unique_ptr<GGraph> cuda_graph;
  cudaStream_t streams[8][4] = {{nullptr}};
  int device;

  cudaStream_t stream(int d, int i) {
    if (streams[d][i] == nullptr) {
      cudaSetDevice(d);
      cudaStreamCreateWithFlags(&streams[d][i], cudaStreamNonBlocking);
    }
    return streams[d][i];
  }

  cudaStream_t stream() { return stream(device, 0); }
};

void evaluate(GCtx *c, bool &ready, bool &use, bool &update) {
  while (!ready) {
    if (!use || update)
      k<<<1, 1, 0, c->stream()>>>();
    if (use && update) {
      if (c->cuda_graph->graph != nullptr) {
        cudaGraphDestroy(c->cuda_graph->graph);
        c->cuda_graph->graph = nullptr;
      }
      if (c->cuda_graph->last != nullptr) {
        cudaGraphExecDestroy(c->cuda_graph->last);
        c->cuda_graph->last = nullptr;
      }
      cudaStreamEndCapture(c->stream(), &c->cuda_graph->graph);
      ready = true;
    } else
      ready = true;
  }
  if (use) {
    if (c->cuda_graph->instance == nullptr)
      cudaGraphInstantiate(&c->cuda_graph->instance, c->cuda_graph->graph, 0);
    if (update) {
      cudaGraphExecUpdateResultInfo info;
      cudaError_t st = cudaGraphExecUpdate(c->cuda_graph->instance, c->cuda_graph->graph, &info);
      if (st == cudaErrorGraphExecUpdateFailure) {
        cudaGetLastError();
        cudaGraphExecDestroy(c->cuda_graph->instance);
        c->cuda_graph->instance = nullptr;
        cudaGraphInstantiate(&c->cuda_graph->instance, c->cuda_graph->graph, 0);
      }
    }
    cudaGraphLaunch(c->cuda_graph->instance, c->stream());
  }
}

void silentCompute(GCtx *c, bool use, bool update) {
  bool ready = false;
  if (use && update) {
    static std::mutex m;
    std::lock_guard<std::mutex> l(m);
    cudaStreamBeginCapture(c->stream(), cudaStreamCaptureModeRelaxed);
  }
  evaluate(c, ready, use, update);
  cudaStreamSynchronize(c->stream());
}

// An old executable graph is destroyed before the end: legal in relaxed mode
// only.
void firesForAnUpdateInGlobalMode(GCtx *c, bool use, bool update) {
  bool ready = false;
  if (use && update)
    cudaStreamBeginCapture(c->stream(), kG);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'evaluate' reaches 'cudaGraphExecDestroy' while 'c->stream()' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  evaluate(c, ready, use, update);
  cudaStreamSynchronize(c->stream());
}

// A cache of graphs by key.
struct Cache {
  std::unordered_map<std::string, cudaGraphExec_t> m;

  void silentRun(const std::string &key, cudaStream_t s) {
    auto it = m.find(key);
    if (it != m.end()) {
      cudaGraphLaunch(it->second, s);
      cudaStreamSynchronize(s);
      return;
    }
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kG);
    k<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, &g);
    cudaGraphExec_t e;
    cudaGraphInstantiate(&e, g, 0);
    cudaGraphDestroy(g);
    if (m.size() > 8) {
      cudaGraphExecDestroy(m.begin()->second);
      m.erase(m.begin());
    }
    m[key] = e;
    cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
  }

  ~Cache() {
    for (auto &kv : m)
      cudaGraphExecDestroy(kv.second);
  }
};

// As in PyTorch: members, flags, reset.
struct PG {
  cudaGraph_t graph_;
  cudaGraphExec_t exec_;
  bool has_graph_ = false, has_exec_ = false;
  cudaStream_t cs_;

  void begin() {
    if (has_exec_)
      throw 1;
    cs_ = nullptr;
    cudaStream_t st;
    cudaStreamCreate(&st);
    cs_ = st;
    cudaStreamBeginCapture(cs_, kG);
    cudaStreamCaptureStatus status;
    cudaStreamGetCaptureInfo(st, &status);
  }

  void end() {
    cudaStreamEndCapture(cs_, &graph_);
    has_graph_ = true;
    cudaGraphInstantiate(&exec_, graph_, 0);
    has_exec_ = true;
    cudaGraphDestroy(graph_);
    has_graph_ = false;
  }

  void replay() {
    cudaGraphLaunch(exec_, cs_);
    cudaStreamSynchronize(cs_);
  }

  void reset() {
    if (has_graph_) {
      cudaGraphDestroy(graph_);
      has_graph_ = false;
    }
    if (has_exec_) {
      cudaGraphExecDestroy(exec_);
      has_exec_ = false;
    }
  }

  ~PG() { reset(); }
};

void silentPG() {
  PG g;
  g.begin();
  k<<<1, 1, 0, g.cs_>>>();
  g.end();
  g.replay();
  g.reset();
  g.begin();
  g.end();
  g.replay();
  cudaDeviceSynchronize();
}

// A ring of events, made anew in turn.
struct Ring {
  cudaEvent_t ev[4];
  int i = 0;

  Ring() {
    for (auto &e : ev)
      cudaEventCreate(&e);
  }

  ~Ring() {
    for (auto &e : ev)
      cudaEventDestroy(e);
  }

  void silentNext(cudaStream_t s) {
    cudaEventSynchronize(ev[i]);
    cudaEventDestroy(ev[i]);
    cudaEventCreate(&ev[i]);
    cudaEventRecord(ev[i], s);
    i = (i + 1) % 4;
    cudaEventSynchronize(ev[i]);
  }
};

// Fork and join in loops.
void silentForkJoin(cudaStream_t s, cudaStream_t *side, cudaEvent_t fork, cudaEvent_t *join, int n,
                    cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kG);
  cudaEventRecord(fork, s);
  for (int i = 0; i < n; ++i) {
    cudaStreamWaitEvent(side[i], fork);
    k<<<1, 1, 0, side[i]>>>();
    cudaEventRecord(join[i], side[i]);
  }
  for (int i = 0; i < n; ++i)
    cudaStreamWaitEvent(s, join[i]);
  cudaStreamEndCapture(s, g);
  for (int i = 0; i < n; ++i) {
    cudaStreamSynchronize(side[i]);
    cudaEventDestroy(join[i]);
    cudaStreamDestroy(side[i]);
  }
  cudaStreamSynchronize(s);
}

// An atomic flag, and something that is done once.
static std::atomic<bool> on{false};
static std::once_flag once;

void silentAtomics(cudaStream_t s, cudaGraph_t *g) {
  bool u = on.load();
  if (u)
    cudaStreamBeginCapture(s, kG);
  k<<<1, 1, 0, s>>>();
  if (u)
    cudaStreamEndCapture(s, g);
  else
    cudaStreamSynchronize(s);
  std::call_once(once, [&] { cudaDeviceSynchronize(); });
}

// Ended on both ways out of a try block.
void silentThrow(cudaStream_t s, cudaGraph_t *g, int n) {
  if (n < 0)
    throw 1;
  cudaStreamBeginCapture(s, kG);
  try {
    if (n == 3)
      throw 2;
    k<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  } catch (int) {
    cudaStreamEndCapture(s, g);
    cudaStreamSynchronize(s);
  }
  cudaStreamSynchronize(s);
}

// Containers of handles, emptied in several ways.
void silentHandles(std::vector<cudaStream_t> &v) {
  while (!v.empty()) {
    cudaStreamSynchronize(v.back());
    cudaStreamDestroy(v.back());
    v.pop_back();
  }
  for (auto it = v.begin(); it != v.end(); ++it)
    cudaStreamDestroy(*it);
  for (size_t i = v.size(); i-- > 0;)
    cudaStreamDestroy(v[i]);
}

void silentTwoPhase(cudaStream_t s, cudaEvent_t &a, cudaEvent_t &b) {
  cudaEventDestroy(a);
  std::swap(a, b);
  cudaEventRecord(a, s);
  cudaEventCreate(&b);
  cudaEventRecord(b, s);
}

void silentNullptrLoop(cudaEvent_t *p, cudaStream_t s) {
  for (auto **x = p; *x; ++x) {
    cudaEventRecord(*x, s);
    cudaEventDestroy(*x);
    *x = nullptr;
  }
}

// One capture per device.
void silentDevices(int n, cudaStream_t *s, cudaGraph_t *g) {
  for (int d = 0; d < n; ++d) {
    cudaSetDevice(d);
    cudaStreamBeginCapture(s[d], cudaStreamCaptureModeThreadLocal);
    k<<<1, 1, 0, s[d]>>>();
    cudaStreamEndCapture(s[d], g + d);
  }
  for (int d = 0; d < n; ++d) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
  }
}
