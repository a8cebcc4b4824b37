// RUN: %tidy '--checks=-*,cuda-capture-leaked-graph' %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --implicit-check-not=warning: --implicit-check-not=error:
// Somebody destroys the graph, or may do so.
#include <cuda_runtime.h>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

__global__ void kernel(float *);
constexpr auto kMode = cudaStreamCaptureModeGlobal;
void capture(cudaStream_t s, float *x, cudaGraph_t *out) {
  cudaStreamBeginCapture(s, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  cudaStreamEndCapture(s, out);
}
cudaGraph_t make(cudaStream_t s, float *x) {
  cudaGraph_t graph;
  capture(s, x, &graph);
  return graph;
}
void silentForDestroyed(cudaStream_t s, float *x) {
  cudaGraph_t graph = make(s, x);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  cudaGraphLaunch(exec, s);
  cudaGraphExecDestroy(exec);
}
static void destroy(cudaGraph_t &graph, cudaGraphExec_t *exec) {
  cudaGraphDestroy(graph);
  cudaGraphExecDestroy(*exec);
  graph = nullptr;
}
void silentForAHelper(cudaStream_t s, float *x) {
  cudaGraph_t graph = make(s, x);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  destroy(graph, &exec);
}
void unknownHelper(cudaGraph_t graph);
void silentForAnUnknownHelper(cudaStream_t s, float *x) { unknownHelper(make(s, x)); }

struct Deleter {
  void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
};
void silentForUniquePointers(cudaStream_t s, float *x) {
  std::unique_ptr<CUgraph_st, Deleter> owner(make(s, x));
  std::unique_ptr<CUgraph_st, cudaError_t (*)(cudaGraph_t)> other(make(s, x), &cudaGraphDestroy);
  cudaGraph_t third = make(s, x);
  std::shared_ptr<CUgraph_st> shared(third, cudaGraphDestroy);
  auto lambda = [](cudaGraph_t graph) { cudaGraphDestroy(graph); };
  std::unique_ptr<CUgraph_st, decltype(lambda)> last(make(s, x), lambda);
}
std::unique_ptr<CUgraph_st, Deleter> silentForAReturnedOwner(cudaStream_t s, float *x) {
  return std::unique_ptr<CUgraph_st, Deleter>(make(s, x));
}
struct Pair {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
};
Pair silentForAReturnedStructure(cudaStream_t s, float *x) {
  Pair result;
  capture(s, x, &result.graph);
  cudaGraphInstantiate(&result.exec, result.graph, 0);
  return result;
}
Pair silentForAnotherStructure(cudaStream_t s, float *x) {
  cudaGraph_t graph = make(s, x);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  return {graph, exec};
}
std::pair<cudaGraph_t, int> silentForAPair(cudaStream_t s, float *x) {
  cudaGraph_t graph = make(s, x);
  return std::make_pair(graph, 1);
}
void silentForAnOutParameter(cudaStream_t s, float *x, cudaGraph_t *out, void **erased) {
  *out = make(s, x);
  *erased = make(s, x);
}
cudaGraph_t global;
void silentForAGlobal(cudaStream_t s, float *x) {
  cudaGraph_t graph = make(s, x);
  global = graph;
}
struct Keeper {
  // Nothing here reads what is kept.
  cudaGraph_t graph;
  uintptr_t number;
  Pair pair;
  cudaGraph_t array[4];
  std::vector<cudaGraph_t> list;
  std::map<int, cudaGraphExec_t> map;
  std::function<void()> last;
  std::optional<cudaGraph_t> perhaps;
  void keep(cudaGraph_t kept) { graph = kept; }
  void silentInAMember(cudaStream_t s, float *x, int i) {
    cudaGraph_t made = make(s, x);
    graph = made;
    cudaGraph_t second = make(s, x);
    number = reinterpret_cast<uintptr_t>(second);
    pair = Pair{make(s, x), nullptr};
    array[i] = make(s, x);
    perhaps = make(s, x);
    keep(make(s, x));
  }
  void silentInContainers(cudaStream_t s, float *x, int i) {
    cudaGraph_t made = make(s, x);
    list.push_back(made);
    list.emplace_back(make(s, x));
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, list[0], 0);
    map[i] = exec;
    cudaGraph_t held = make(s, x);
    last = [held] { cudaGraphDestroy(held); };
  }
  void silentForAChoice(cudaStream_t s, float *x, bool keeps) {
    cudaGraph_t made = make(s, x);
    graph = keeps ? made : nullptr;
    if (!keeps)
      cudaGraphDestroy(made);
  }
  void silentForASwap(cudaStream_t s, float *x) {
    cudaGraph_t made = make(s, x);
    std::swap(graph, made);
    cudaGraphDestroy(made);
  }
  void silentForAnExchange(cudaStream_t s, float *x) {
    cudaGraph_t old = std::exchange(graph, make(s, x));
    cudaGraphDestroy(old);
  }
};
class Owner {
  cudaGraph_t graph;

public:
  explicit Owner(cudaGraph_t graph) : graph(graph) {}
  ~Owner() {
    if (graph)
      cudaGraphDestroy(graph);
  }
};
void silentForAWrapper(cudaStream_t s, float *x) { Owner owner(make(s, x)); }
void silentForANewWrapper(cudaStream_t s, float *x, std::vector<std::unique_ptr<Owner>> &list) {
  auto owner = std::make_unique<Owner>(make(s, x));
  list.push_back(std::make_unique<Owner>(make(s, x)));
}
template <class F> struct Finally {
  F last;
  ~Finally() { last(); }
};
template <class F> Finally(F) -> Finally<F>;
void silentForAScopeGuard(cudaStream_t s, float *x) {
  cudaGraph_t graph = nullptr;
  Finally guard{[&] { cudaGraphDestroy(graph); }};
  capture(s, x, &graph);
}
struct Guards {
  Guards();
  ~Guards();
  void watch(cudaGraph_t *graph);
};
void silentForAnUnknownGuard(cudaStream_t s, float *x) {
  cudaGraph_t graph = nullptr;
  Guards guards;
  guards.watch(&graph);
  capture(s, x, &graph);
}
void silentForAGoto(cudaStream_t s, float *x, bool launches) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  if (cudaStreamBeginCapture(s, kMode) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>(x);
  if (cudaStreamEndCapture(s, &graph) != cudaSuccess)
    goto done;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
    goto done;
  if (launches)
    cudaGraphLaunch(exec, s);
done:
  if (exec)
    cudaGraphExecDestroy(exec);
  if (graph)
    cudaGraphDestroy(graph);
}
void silentForTheSameCondition(cudaStream_t s, float *x, bool captures, int n) {
  cudaGraph_t graph;
  bool isMade = false;
  if (captures) {
    capture(s, x, &graph);
    isMade = true;
  }
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, s>>>(x);
  if (isMade)
    cudaGraphDestroy(graph);
}
// A failed call makes no graph. The path on which another call fails may leak,
// but it is not certain that the program goes on.
cudaError_t silentForErrors(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  cudaError_t status = cudaStreamBeginCapture(s, kMode);
  if (status != cudaSuccess)
    return status;
  kernel<<<1, 1, 0, s>>>(x);
  status = cudaStreamEndCapture(s, &graph);
  if (status != cudaSuccess)
    return status;
  status = cudaGraphInstantiate(exec, graph, 0);
  if (status != cudaSuccess)
    return status;
  return cudaGraphDestroy(graph);
}
void silentInALoop(cudaStream_t s, float *x, int n) {
  cudaGraphExec_t exec = nullptr;
  for (int i = 0; i < n; ++i) {
    cudaGraph_t graph;
    capture(s, x, &graph);
    if (exec)
      cudaGraphExecDestroy(exec);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    cudaGraphLaunch(exec, s);
  }
  if (exec)
    cudaGraphExecDestroy(exec);
}
void silentForTheFirstRound(cudaStream_t s, float *x, int n) {
  cudaGraphExec_t exec = nullptr;
  for (int i = 0; i < n; ++i) {
    if (!exec) {
      cudaGraph_t graph = make(s, x);
      cudaGraphInstantiate(&exec, graph, 0);
      cudaGraphDestroy(graph);
    }
    cudaGraphLaunch(exec, s);
  }
  cudaGraphExecDestroy(exec);
}
void silentForAnArray(cudaStream_t s, float *x, int n) {
  std::vector<cudaGraph_t> graphs(n);
  for (int i = 0; i < n; ++i)
    capture(s, x, &graphs[i]);
  for (cudaGraph_t graph : graphs)
    cudaGraphDestroy(graph);
  cudaGraph_t two[2];
  capture(s, x, &two[0]);
  capture(s, x, &two[1]);
  for (int i = 0; i < 2; ++i)
    cudaGraphDestroy(two[i]);
}
// The capture is into a graph of the caller.
void silentIntoAGraph(cudaStream_t s, float *x, cudaGraph_t graph) {
  cudaGraph_t same;
  cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 0, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  cudaStreamEndCapture(s, &same);
}
void silentIntoItsOwnGraph(cudaStream_t s, float *x) {
  cudaGraph_t graph, same;
  cudaGraphCreate(&graph, 0);
  cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 0, kMode);
  kernel<<<1, 1, 0, s>>>(x);
  cudaStreamEndCapture(s, &same);
  cudaGraphDestroy(same);
}
// The program ends a capture that went wrong.
void silentForCleaningUp(cudaStream_t s) {
  cudaGraph_t graph;
  cudaStreamEndCapture(s, &graph);
}
void silentForAReset(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph = make(s, x);
  cudaGraphInstantiate(exec, graph, 0);
  cudaDeviceReset();
}
[[noreturn]] void fatal();
void silentForTheEndOfTheProgram(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph = make(s, x);
  cudaGraphInstantiate(exec, graph, 0);
  fatal();
}
void silentForALambda(cudaStream_t s, float *x, Keeper &keeper) {
  auto keep = [&](cudaGraph_t graph) { keeper.pair.graph = graph; };
  keep(make(s, x));
  std::function<void(cudaGraph_t)> erased = keep;
  erased(make(s, x));
}
// Failed calls are logged, and paths meet while the graph is there.
void log(const char *);
#define LOGGED(call)                                                                                                   \
  do {                                                                                                                 \
    cudaError_t error = call;                                                                                          \
    if (error != cudaSuccess)                                                                                          \
      log(cudaGetErrorString(error));                                                                                  \
  } while (0)
bool wanted();
void keepElsewhere(cudaGraph_t);
void silentBehindLoggedErrors(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph = nullptr;
  if (wanted()) {
    LOGGED(cudaStreamBeginCapture(s, kMode));
    kernel<<<1, 1, 0, s>>>(x);
    LOGGED(cudaStreamEndCapture(s, &graph));
    LOGGED(cudaGraphInstantiate(exec, graph, 0));
  }
  if (graph)
    LOGGED(cudaGraphDestroy(graph));
}
void silentIfOneWayKeepsIt(cudaStream_t s, float *x, cudaGraphExec_t *exec) {
  cudaGraph_t graph;
  LOGGED(cudaStreamBeginCapture(s, kMode));
  kernel<<<1, 1, 0, s>>>(x);
  LOGGED(cudaStreamEndCapture(s, &graph));
  LOGGED(cudaGraphInstantiate(exec, graph, 0));
  if (wanted())
    keepElsewhere(graph);
  else
    LOGGED(cudaGraphDestroy(graph));
}
void silentForOneOfTwo(cudaStream_t s, float *x, cudaGraphExec_t *exec, cudaGraph_t given) {
  cudaGraph_t graph = given;
  if (wanted()) {
    LOGGED(cudaStreamBeginCapture(s, kMode));
    kernel<<<1, 1, 0, s>>>(x);
    LOGGED(cudaStreamEndCapture(s, &graph));
  }
  LOGGED(cudaGraphInstantiate(exec, graph, 0));
  keepElsewhere(graph);
}
cudaGraph_t silentIfReturned(cudaStream_t s, float *x) {
  cudaGraph_t graph = nullptr;
  LOGGED(cudaStreamBeginCapture(s, kMode));
  kernel<<<1, 1, 0, s>>>(x);
  LOGGED(cudaStreamEndCapture(s, &graph));
  return graph;
}
void silentIfStored(cudaStream_t s, float *x, cudaGraph_t *to) {
  cudaGraph_t graph = nullptr;
  LOGGED(cudaStreamBeginCapture(s, kMode));
  kernel<<<1, 1, 0, s>>>(x);
  LOGGED(cudaStreamEndCapture(s, &graph));
  if (to)
    *to = graph;
  else
    LOGGED(cudaGraphDestroy(graph));
}
int main() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t graph = make(s, nullptr);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  return cudaStreamSynchronize(s);
}
