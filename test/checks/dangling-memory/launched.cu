// RUN: %lint-cu
// Memory that is gone where the graph is launched.
#include <array>
#include <cuda_runtime.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

static constexpr auto kToDevice = cudaMemcpyHostToDevice;
static constexpr auto kToHost = cudaMemcpyDeviceToHost;
static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel(float *d, float x);
void callback(void *data);

// Ends, instantiates and launches.
static void finish(cudaStream_t s) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphDestroy(g);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(exec);
}

//===--- Locals of helpers ------------------------------------------------===//

static void uploadLocal(float *d, cudaStream_t s) {
  float x = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', which is gone when the graph is launched; the graph silently uses whatever is there then [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  // CHECK: :[[#@LINE+4]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+1]]:1: note: the lifetime of 'x' ends here
}
void firesForALocalOfAHelper(cudaStream_t s, float *d) {
  cudaStreamBeginCapture(s, kGlobal);
  uploadLocal(d, s);
  // CHECK: :[[#@LINE+2]]:3: note: the graph is launched here
  // CHECK: :[[#@LINE-8]]:3: note: let it live until the last launch of the graph is done, {{.*}} [cuda/graph-memory-gone; docs/checks/dangling-memory.md]
  finish(s);
}

static void uploadParameter(float *d, float value, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'value', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &value, sizeof value, kToDevice, s);
}
void firesForAParameter(cudaStream_t s, float *d) {
  cudaStreamBeginCapture(s, kGlobal);
  uploadParameter(d, 3, s);
  finish(s);
}

static void uploadArray(float *d, cudaStream_t s) {
  const float table[3] = {1, 2, 3};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'table', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, table, sizeof table, kToDevice, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'table', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, table + 1, sizeof table[1], kToDevice, s);
}
void firesForAnArray(cudaStream_t s, float *d) {
  cudaStreamBeginCapture(s, kGlobal);
  uploadArray(d, s);
  finish(s);
}

struct Config {
  float scale;
  int sizes[2];
};
static void uploadField(float *d, Config config, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'config', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &config.scale, sizeof config.scale, kToDevice, s);
}
void firesForAField(cudaStream_t s, float *d, Config c) {
  cudaStreamBeginCapture(s, kGlobal);
  uploadField(d, c, s);
  finish(s);
}

static void download(float *d, cudaStream_t s) {
  float result;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'result', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(&result, d, sizeof result, kToHost, s);
}
void firesForADestination(cudaStream_t s, float *d) {
  cudaStreamBeginCapture(s, kGlobal);
  download(d, s);
  finish(s);
}

__constant__ float factor;
static void toSymbol(float f, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyToSymbolAsync' makes the graph refer to 'f', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyToSymbolAsync(factor, &f, sizeof f, 0, kToDevice, s);
}
void firesForASymbol(cudaStream_t s) {
  cudaStreamBeginCapture(s, kGlobal);
  toSymbol(2, s);
  finish(s);
}

static void copy2D(float *d, cudaStream_t s) {
  float tile[2][2] = {};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpy2DAsync' makes the graph refer to 'tile', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpy2DAsync(d, 8, tile, 8, 8, 2, kToDevice, s);
}
static void copy3D(cudaPitchedPtr d, cudaStream_t s) {
  float cube[8];
  cudaMemcpy3DParms p = {};
  p.srcPtr.ptr = cube;
  p.dstPtr = d;
  p.kind = kToDevice;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpy3DAsync' makes the graph refer to 'cube', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpy3DAsync(&p, s);
}
void firesForCopiesOfMoreDimensions(cudaStream_t s, float *d, cudaPitchedPtr p) {
  cudaStreamBeginCapture(s, kGlobal);
  copy2D(d, s);
  copy3D(p, s);
  finish(s);
}

// The helper copies what the caller's helper owns.
static void upload(float *d, const float *from, cudaStream_t s) {
  cudaMemcpyAsync(d, from, sizeof *from, kToDevice, s);
}
static void uploadThrough(float *d, cudaStream_t s) {
  float x = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'upload' reaches 'cudaMemcpyAsync', which makes the graph refer to 'x', which is gone {{.*}} [cuda-capture-dangling-memory]
  upload(d, &x, s);
}
void firesThroughAHelper(cudaStream_t s, float *d) {
  cudaStreamBeginCapture(s, kGlobal);
  uploadThrough(d, s);
  finish(s);
}

//===--- Scopes -----------------------------------------------------------===//

void firesForTheBodyOfALoop(cudaStream_t s, float *d, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i) {
    float x = i;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d + i, &x, sizeof x, kToDevice, s);
    // CHECK: :[[#@LINE+1]]:3: note: the lifetime of 'x' ends here
  }
  finish(s);
}

void firesForABlock(cudaStream_t s, float *d, bool first) {
  cudaStreamBeginCapture(s, kGlobal);
  if (first) {
    float x = 1;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  }
  finish(s);
}

void firesForALoopVariable(cudaStream_t s, float *d, const std::vector<float> &values) {
  cudaStreamBeginCapture(s, kGlobal);
  for (float v : values)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'v', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d++, &v, sizeof v, kToDevice, s);
  finish(s);
}

void firesForALambda(cudaStream_t s, float *d) {
  auto body = [&] {
    float x = 1;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  };
  cudaStreamBeginCapture(s, kGlobal);
  body();
  finish(s);
}

// A closure that is copied into a parameter takes its copies with it.
template <typename Body> static void captureBody(cudaStream_t s, cudaGraphExec_t *exec, Body body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(exec, g, 0);
  cudaGraphDestroy(g);
}
void firesForACopyInAClosure(cudaStream_t s, float *d, float x) {
  cudaGraphExec_t exec;
  // CHECK: :[[#@LINE+1]]:31: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'body', {{.*}} [cuda-capture-dangling-memory]
  captureBody(s, &exec, [=] { cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s); });
  cudaGraphLaunch(exec, s);
}
void silentForAClosureThatRefers(cudaStream_t s, float *d, float x) {
  cudaGraphExec_t exec;
  captureBody(s, &exec, [&] { cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s); });
  cudaGraphLaunch(exec, s);
}

//===--- Temporaries ------------------------------------------------------===//

static void uploadValue(float *d, const float &value, cudaStream_t s) {
  cudaMemcpyAsync(d, &value, sizeof value, kToDevice, s);
}
void firesForATemporary(cudaStream_t s, float *d) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'uploadValue' reaches 'cudaMemcpyAsync', which makes the graph refer to a temporary, which is gone {{.*}} [cuda-capture-dangling-memory]
  uploadValue(d, 3.0f, s);
  finish(s);
}
void firesForATemporaryContainer(cudaStream_t s, float *d) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to a temporary, {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, std::vector<float>{1, 2}.data(), 8, kToDevice, s);
  finish(s);
}
void silentForATemporaryThatIsExtended(cudaStream_t s, float *d) {
  const float &value = 3.0f;
  cudaStreamBeginCapture(s, kGlobal);
  uploadValue(d, value, s);
  finish(s);
}

//===--- Containers -------------------------------------------------------===//

static void uploadContainers(float *d, cudaStream_t s) {
  std::vector<float> values(4, 1.0f);
  std::array<float, 4> fixed = {1, 2, 3, 4};
  std::string name = "name";
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'values', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, values.data(), 16, kToDevice, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'values', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &values[1], 4, kToDevice, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'fixed', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, fixed.data(), 16, kToDevice, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'name', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, name.c_str(), name.size(), kToDevice, s);
}
void firesForContainers(cudaStream_t s, float *d) {
  cudaStreamBeginCapture(s, kGlobal);
  uploadContainers(d, s);
  finish(s);
}

// What is moved away lives on.
struct Keeper {
  std::vector<float> values;
  std::unique_ptr<float[]> buffer;
};
static void uploadAndKeep(float *d, Keeper &keeper, cudaStream_t s) {
  std::vector<float> values(4, 1.0f);
  cudaMemcpyAsync(d, values.data(), 16, kToDevice, s);
  keeper.values = std::move(values);
}
static std::vector<float> uploadAndReturn(float *d, cudaStream_t s, int n) {
  std::vector<float> values(n);
  cudaMemcpyAsync(d, values.data(), 16, kToDevice, s);
  return values;
}
static std::vector<float> uploadAndReturnOne(float *d, cudaStream_t s, bool a) {
  std::vector<float> values(4), others(2);
  cudaMemcpyAsync(d, values.data(), 16, kToDevice, s);
  if (a)
    return others;
  return values;
}
void keepElsewhere(std::vector<float> &&values);
static void uploadAndGiveAway(float *d, cudaStream_t s) {
  std::vector<float> values(4);
  cudaMemcpyAsync(d, values.data(), 16, kToDevice, s);
  keepElsewhere(std::move(values));
}
void silentForWhatIsMovedAway(cudaStream_t s, float *d, Keeper &keeper) {
  cudaStreamBeginCapture(s, kGlobal);
  uploadAndKeep(d, keeper, s);
  std::vector<float> kept = uploadAndReturn(d, s, 4);
  uploadAndGiveAway(d, s);
  finish(s);
}

// Views own nothing.
template <typename T> struct View {
  T *first;
  T *data() const { return first; }
  T &operator[](int i) const;
};
static void uploadView(float *d, View<float> view, cudaStream_t s) {
  cudaMemcpyAsync(d, view.data(), 16, kToDevice, s);
  cudaMemcpyAsync(d, &view[1], 4, kToDevice, s);
  cudaMemcpyAsync(d, view.first, 4, kToDevice, s);
}
static void uploadPointers(float *d, const std::unique_ptr<float[]> &p, std::shared_ptr<float> q, cudaStream_t s) {
  cudaMemcpyAsync(d, p.get(), 16, kToDevice, s);
  cudaMemcpyAsync(d, &p[1], 16, kToDevice, s);
  cudaMemcpyAsync(d, q.get(), 16, kToDevice, s);
  cudaMemcpyAsync(d, &*q, 16, kToDevice, s);
}
void silentForViewsAndPointers(cudaStream_t s, float *d, View<float> view, Keeper &keeper, std::shared_ptr<float> q) {
  cudaStreamBeginCapture(s, kGlobal);
  uploadView(d, view, s);
  uploadPointers(d, keeper.buffer, q, s);
  cudaMemcpyAsync(d, keeper.values.data(), 16, kToDevice, s);
  finish(s);
}

//===--- Data of host functions -------------------------------------------===//

static void enqueueCallback(int n, cudaStream_t s) {
  Config config = {1, {n, n}};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchHostFunc' makes the graph refer to 'config', {{.*}} [cuda-capture-dangling-memory]
  cudaLaunchHostFunc(s, callback, &config);
  std::function<void()> f = [n] { (void)n; };
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchHostFunc' makes the graph refer to 'f', {{.*}} [cuda-capture-dangling-memory]
  cudaLaunchHostFunc(s, callback, &f);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchHostFunc' makes the graph refer to 'n', {{.*}} [cuda-capture-dangling-memory]
  cudaLaunchHostFunc(s, callback, const_cast<void *>(static_cast<const void *>(&n)));
}
void firesForUserData(cudaStream_t s) {
  cudaStreamBeginCapture(s, kGlobal);
  enqueueCallback(3, s);
  finish(s);
}
struct Node {
  float scale;
  explicit Node(float s) : scale(s) {}
};
static void enqueueHeap(int n, cudaStream_t s) {
  cudaLaunchHostFunc(s, callback, new Config{1, {n, n}});
  auto *node = new Node(2);
  cudaLaunchHostFunc(s, callback, node);
  cudaLaunchHostFunc(s, callback, nullptr);
  cudaLaunchHostFunc(s, callback, reinterpret_cast<void *>(n));
  auto f = std::make_unique<std::function<void()>>([n] { (void)n; });
  cudaLaunchHostFunc(s, callback, f.release());
}
void silentForDataOnTheHeap(cudaStream_t s) {
  cudaStreamBeginCapture(s, kGlobal);
  enqueueHeap(3, s);
  finish(s);
}
void firesForDeletedData(cudaStream_t s) {
  auto *node = new Node(2);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchHostFunc' makes the graph refer to the memory of 'node', which is released before the graph is launched; {{.*}} [cuda-capture-dangling-memory]
  cudaLaunchHostFunc(s, callback, node);
  // CHECK: :[[#@LINE+1]]:3: note: the memory is released here
  delete node;
  finish(s);
}
void silentForDataDeletedAfterwards(cudaStream_t s) {
  auto *node = new Node(2);
  cudaStreamBeginCapture(s, kGlobal);
  cudaLaunchHostFunc(s, callback, node);
  finish(s);
  delete node;
}

//===--- Graphs by hand ---------------------------------------------------===//

static void addNodes(cudaGraph_t g, float *d) {
  cudaGraphNode_t node;
  float x = 1;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphAddMemcpyNode1D' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  cudaGraphAddMemcpyNode1D(&node, g, nullptr, 0, d, &x, sizeof x, kToDevice);
  cudaHostNodeParams params = {};
  params.fn = callback;
  params.userData = &x;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphAddHostNode' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  cudaGraphAddHostNode(&node, g, nullptr, 0, &params);
}
void firesForNodesAddedByHand(cudaStream_t s, float *d) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaGraphCreate(&g, 0);
  addNodes(g, d);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphLaunch(exec, s);
}
static void addChild(cudaGraph_t parent, cudaStream_t s, float *d) {
  cudaGraphNode_t node;
  cudaGraph_t g;
  float x = 1;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, g);
  cudaGraphDestroy(g);
}
void firesForAChildGraph(cudaStream_t s, float *d) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaGraphCreate(&g, 0);
  addChild(g, s, d);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphLaunch(exec, s);
}
void firesForAClone(cudaStream_t s, float *d) {
  cudaGraph_t g, clone;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kGlobal);
  {
    float x = 1;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphClone(&clone, g);
  cudaGraphInstantiate(&exec, clone, 0);
  cudaGraphLaunch(exec, s);
}

//===--- What is legal ----------------------------------------------------===//

void silentInOneScope(cudaStream_t s, float *d) {
  float x = 1, result;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  kernel<<<1, 1, 0, s>>>(d, x);
  cudaMemcpyAsync(&result, d, sizeof result, kToHost, s);
  cudaLaunchHostFunc(s, callback, &result);
  finish(s);
}

// The staging variable is meant to be changed between launches.
void silentForAStagingVariable(cudaStream_t s, float *d, int n) {
  float x = 0;
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  for (int i = 0; i < n; ++i) {
    x = i;
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
  }
}

static void putValue(float *d, float x, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(d, x); }
static void uploadStatic(float *d, cudaStream_t s) {
  static float x = 1;
  thread_local float y = 2;
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  cudaMemcpyAsync(d, &y, sizeof y, kToDevice, s);
}
float global;
static void uploadGlobal(float *d, cudaStream_t s) { cudaMemcpyAsync(d, &global, sizeof global, kToDevice, s); }
static void uploadReference(float *d, Config &c, cudaStream_t s) {
  cudaMemcpyAsync(d, &c.scale, sizeof c.scale, kToDevice, s);
  cudaMemcpyAsync(d, c.sizes, sizeof c.sizes, kToDevice, s);
}
static void uploadOnHeap(float *d, cudaStream_t s) {
  auto *h = new float[4];
  auto *c = new Config;
  cudaMemcpyAsync(d, h, 16, kToDevice, s);
  cudaMemcpyAsync(d, &h[1], 4, kToDevice, s);
  cudaMemcpyAsync(d, &c->scale, 4, kToDevice, s);
}
void silentForWhatLivesOn(cudaStream_t s, float *d, Config &c) {
  Config own = c;
  cudaStreamBeginCapture(s, kGlobal);
  putValue(d, 1, s);
  uploadStatic(d, s);
  uploadGlobal(d, s);
  uploadReference(d, c, s);
  uploadReference(d, own, s);
  uploadOnHeap(d, s);
  finish(s);
}

// Not captured: the runtime has copied, or the host waits.
void silentOutsideOfACapture(cudaStream_t s, float *d) {
  uploadLocal(d, s);
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>(d, 1);
  finish(s);
}
void silentOnAnotherStream(cudaStream_t s, cudaStream_t t, float *d) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, kGlobal);
  {
    float x = 1;
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, t); // NOLINT(cuda-capture-escaped-work)
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphLaunch(exec, s);
}

// Nobody launches it.
void silentIfItIsNotLaunched(cudaStream_t s, float *d) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  {
    float x = 1;
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphDestroy(g);
}

// Captured again in each round, and the executable graph is updated.
void silentIfItIsUpdated(cudaStream_t s, float *d, int n) {
  cudaGraphExec_t exec = nullptr;
  for (int i = 0; i < n; ++i) {
    float x = i;
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphExecUpdateResultInfo info;
    if (exec == nullptr)
      cudaGraphInstantiate(&exec, g, 0);
    else
      cudaGraphExecUpdate(exec, g, &info);
    cudaGraphDestroy(g);
    cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
  }
}
void silentIfTheNodeIsChanged(cudaStream_t s, float *d, cudaGraphNode_t node) {
  cudaGraphExec_t exec;
  cudaGraph_t g;
  float kept = 1;
  cudaStreamBeginCapture(s, kGlobal);
  {
    float x = 1;
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  cudaGraphExecMemcpyNodeSetParams1D(exec, node, d, &kept, sizeof kept, kToDevice);
  cudaGraphLaunch(exec, s);
}
void patch(cudaGraphExec_t exec);
void silentIfSomethingMayChangeIt(cudaStream_t s, float *d) {
  cudaGraphExec_t exec;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  {
    float x = 1;
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  patch(exec);
  cudaGraphLaunch(exec, s);
}
// But not if it is updated to a graph that is no better.
void firesForAnUpdate(cudaStream_t s, float *d, cudaGraphExec_t exec) {
  cudaGraph_t g;
  cudaGraphExecUpdateResultInfo info;
  cudaStreamBeginCapture(s, kGlobal);
  {
    float x = 1;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphExecUpdate(exec, g, &info);
  cudaGraphLaunch(exec, s);
}

// Two settings that go together.
void silentIfCorrelated(cudaStream_t s, float *d, bool staged) {
  cudaGraphExec_t exec;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  if (staged) {
    float x = 1;
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&exec, g, 0);
  if (!staged)
    cudaGraphLaunch(exec, s);
}

// Launched while another graph is captured, which no runtime permits, it still
// counts as launched.
void firesForAGraphInAGraph(cudaStream_t s, cudaStream_t t, float *d) {
  cudaGraphExec_t inner;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  {
    float x = 1;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s);
  }
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&inner, g, 0);
  cudaStreamBeginCapture(t, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' while 't' is capturing {{.*}} [cuda-capture-unsupported-operation]
  cudaGraphLaunch(inner, t);
  finish(t);
}

// NOLINT works where it is reported.
static void uploadSuppressed(float *d, float x, cudaStream_t s) {
  cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s); // NOLINT(cuda-capture-dangling-memory)
}
void silentIfSuppressed(cudaStream_t s, float *d) {
  cudaStreamBeginCapture(s, kGlobal);
  uploadSuppressed(d, 1, s);
  finish(s);
}

#define CHECK_CUDA(x)                                                          \
  do {                                                                         \
    cudaError_t error = (x);                                                   \
    if (error != cudaSuccess)                                                  \
      return;                                                                  \
  } while (0)
static void uploadChecked(float *d, float x, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:14: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  CHECK_CUDA(cudaMemcpyAsync(d, &x, sizeof x, kToDevice, s));
}
void firesInACheckMacro(cudaStream_t s, float *d) {
  cudaGraphExec_t exec;
  cudaGraph_t g;
  CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
  uploadChecked(d, 1, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&exec, g, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
}
