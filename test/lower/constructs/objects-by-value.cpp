// RUN: %lint-cxx
// Objects passed by value: the parameter is the caller's temporary.
#include <cuda_runtime.h>
#include <functional>
#include <utility>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

class Graph {
public:
  explicit Graph(cudaGraph_t handle) : handle_(handle), owns_(true) {}
  Graph(Graph &&other) noexcept : handle_(other.handle_), owns_(other.owns_) { other.owns_ = false; }
  ~Graph() {
    if (owns_)
      cudaGraphDestroy(handle_);
  }
  cudaGraph_t get() const { return handle_; }

private:
  cudaGraph_t handle_;
  bool owns_;
};

struct Node {
  explicit Node(Graph child) : Child(std::move(child)) {}
  Graph Child;
};

Graph make() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  return Graph(graph);
}

void silentForOwnershipPassedOn(cudaGraphExec_t *exec) {
  Graph graph = make();
  Node node(std::move(graph));
  cudaGraphInstantiate(exec, node.Child.get(), 0);
}

void firesForHandleThatThePassedObjectOwned(cudaGraphExec_t *exec) {
  Graph graph = make();
  cudaGraph_t raw = graph.get();
  { Node node(std::move(graph)); }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphInstantiate' uses graph 'raw' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  cudaGraphInstantiate(exec, raw, 0);
}

class Scope {
public:
  Scope(cudaStream_t stream, cudaGraph_t *graph) : stream_(stream), graph_(graph) {
    cudaStreamBeginCapture(stream_, kGlobal);
  }
  Scope(Scope &&other) : stream_(other.stream_), graph_(other.graph_) { other.stream_ = nullptr; }
  ~Scope() {
    if (stream_)
      cudaStreamEndCapture(stream_, graph_);
  }

private:
  cudaStream_t stream_;
  cudaGraph_t *graph_;
};

void consume(Scope) {}
void consumeAndWait(Scope) { cudaDeviceSynchronize(); }

void silentBehindConsumedScope(cudaStream_t s, cudaGraph_t *g) {
  consume(Scope(s, g));
  cudaDeviceSynchronize();
  Scope named(s, g);
  consume(std::move(named));
  cudaDeviceSynchronize();
}

void firesInConsumer(cudaStream_t s, cudaGraph_t *g) {
  Scope named(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'consumeAndWait' reaches 'cudaDeviceSynchronize' while 'Scope::stream_' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  consumeAndWait(std::move(named));
}

void silentIfTheArgumentEndsTheCaptureWhenItThrows(std::function<void(Scope)> body, cudaStream_t s, cudaGraph_t *g) {
  body(Scope(s, g));
}

void silentIfNoExceptionLeaves(std::function<void(cudaStream_t)> body, cudaStream_t s, cudaGraph_t *g) noexcept {
  cudaStreamBeginCapture(s, kGlobal);
  body(s);
  cudaStreamEndCapture(s, g);
}

void firesIfOneMayLeave(std::function<void(cudaStream_t)> body, cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, kGlobal);
  body(s);
  cudaStreamEndCapture(s, g);
}
