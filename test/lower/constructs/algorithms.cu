// RUN: %lint-cu
// Functions of the standard library that run a callable at once, and calls in
// default arguments.
#include <cuda_runtime.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <tuple>
#include <variant>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel();

void firesInForEach(cudaStream_t s, cudaGraph_t *g, std::vector<void *> &buffers) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:63: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  std::for_each(buffers.begin(), buffers.end(), [](void *p) { cudaFree(p); });
  cudaStreamEndCapture(s, g);
}
static void release(void *p) { cudaFree(p); }
void firesForAFunctionInForEach(cudaStream_t s, cudaGraph_t *g, std::vector<void *> &buffers) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'release' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  std::for_each(buffers.begin(), buffers.end(), release);
  cudaStreamEndCapture(s, g);
}
void silentForWorkInForEach(cudaStream_t s, cudaGraph_t *g, std::vector<void *> &buffers) {
  cudaStreamBeginCapture(s, kGlobal);
  std::for_each(buffers.begin(), buffers.end(), [=](void *p) { cudaMemsetAsync(p, 0, 1, s); });
  std::for_each(buffers.begin(), buffers.end(), [=](void *) { kernel<<<1, 1, 0, s>>>(); });
  cudaStreamEndCapture(s, g);
  std::for_each(buffers.begin(), buffers.end(), release);
}
void silentForForksInForEach(cudaStream_t s, cudaGraph_t *g, cudaEvent_t fork, cudaEvent_t join,
                             std::vector<cudaStream_t> &streams) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(fork, s);
  std::for_each(streams.begin(), streams.end(), [&](cudaStream_t t) { cudaStreamWaitEvent(t, fork, 0); });
  std::for_each(streams.begin(), streams.end(), [&](cudaStream_t t) { kernel<<<1, 1, 0, t>>>(); });
  std::for_each(streams.begin(), streams.end(), [&](cudaStream_t t) {
    cudaEventRecord(join, t);
    cudaStreamWaitEvent(s, join, 0);
  });
  cudaStreamEndCapture(s, g);
}
void firesInTransform(cudaStream_t s, cudaGraph_t *g, std::vector<size_t> &sizes, std::vector<void *> &out) {
  cudaStreamBeginCapture(s, kGlobal);
  std::transform(sizes.begin(), sizes.end(), out.begin(), [](size_t n) {
    void *p;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc'{{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, n);
    return p;
  });
  cudaStreamEndCapture(s, g);
}
void firesInGenerate(cudaStream_t s, cudaGraph_t *g, std::vector<void *> &out) {
  cudaStreamBeginCapture(s, kGlobal);
  std::generate(out.begin(), out.end(), [] {
    void *p;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc'{{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 16);
    return p;
  });
  cudaStreamEndCapture(s, g);
}
void firesInApply(cudaStream_t s, cudaGraph_t *g, std::tuple<void *> &args) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'release' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  std::apply(release, args);
  cudaStreamEndCapture(s, g);
}
// Which of the two runs is not known.
struct Visitor {
  void operator()(int) { cudaFree(nullptr); }
  void operator()(float) {}
};
void silentForAVisitor(cudaStream_t s, cudaGraph_t *g, std::variant<int, float> &v) {
  cudaStreamBeginCapture(s, kGlobal);
  std::visit(Visitor(), v);
  cudaStreamEndCapture(s, g);
}
bool busy(cudaStream_t s);
void silentForATestThatMayBeAGuard(cudaStream_t s, cudaGraph_t *g, std::vector<cudaStream_t> &streams, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  if (std::none_of(streams.begin(), streams.end(), [](cudaStream_t t) { return busy(t); }))
    cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void silentForAComparison(cudaStream_t s, cudaGraph_t *g, std::vector<int> &v) {
  cudaStreamBeginCapture(s, kGlobal);
  std::sort(v.begin(), v.end(), [](int a, int b) { return a < b; });
  cudaStreamEndCapture(s, g);
}

//===--- std::call_once ---===//

struct Lazy {
  std::once_flag flag;
  void *data;
  void init() {
    std::call_once(flag, [this] { cudaMalloc(&data, 16); });
  }
};
void firesInCallOnce(Lazy &lazy, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Lazy::init' reaches 'cudaMalloc'{{.*}} [cuda-capture-unsafe-call]
  lazy.init();
  cudaStreamEndCapture(s, g);
}
void silentIfItWasCalledBefore(Lazy &lazy, cudaStream_t s, cudaGraph_t *g) {
  lazy.init();
  cudaStreamBeginCapture(s, kGlobal);
  lazy.init();
  cudaStreamEndCapture(s, g);
}

//===--- Default arguments ---===//

void *allocate() {
  void *p;
  cudaMalloc(&p, 16);
  return p;
}
void fill(cudaStream_t s, void *p = allocate()) { cudaMemsetAsync(p, 0, 16, s); }
void firesForADefaultArgument(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'allocate' reaches 'cudaMalloc'{{.*}} [cuda-capture-unsafe-call]
  fill(s);
  cudaStreamEndCapture(s, g);
}
void silentForAGivenArgument(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  fill(s, p);
  cudaStreamEndCapture(s, g);
  fill(s);
}
struct Buffer {
  void *p;
  Buffer(void *given = allocate()) : p(given) {}
};
void firesForADefaultArgumentOfAConstructor(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'allocate' reaches 'cudaMalloc'{{.*}} [cuda-capture-unsafe-call]
  Buffer b;
  cudaStreamEndCapture(s, g);
}
cudaStream_t current();
void launch(cudaStream_t s = current()) { kernel<<<1, 1, 0, s>>>(); }
void silentForAStreamThatIsNotKnown(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  launch();
  launch(s);
  cudaStreamEndCapture(s, g);
}
struct Options {
  void *workspace = allocate();
  int n = 0;
};
void use(const Options &o);
void firesForADefaultInitializer(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:12: warning: call to {{.*}} reaches 'cudaMalloc'{{.*}} [cuda-capture-unsafe-call]
  Options o{};
  cudaStreamEndCapture(s, g);
}
