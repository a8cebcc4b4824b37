// std::shared_ptr: the last owner destroys the object.
// RUN: %lint-cu
#include <cuda_runtime.h>
#include <functional>
#include <memory>
#include <vector>

struct Guard {
  explicit Guard(cudaStream_t s) : s(s) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
      throw 1;
  }
  ~Guard() {
    cudaGraph_t g;
    if (cudaStreamEndCapture(s, &g) == cudaSuccess)
      cudaGraphDestroy(g);
  }
  cudaStream_t s;
};
struct Warmup {
  Warmup() { cudaFree(0); }
};

//===--- The object is made ---===//

void firesForAConstructor(cudaStream_t s) {
  Guard g(s);
  // CHECK: :[[#@LINE+1]]:12: warning: call to 'Warmup::Warmup' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  auto w = std::make_shared<Warmup>();
}
void firesWhileTheOwnerLives(cudaStream_t s) {
  auto g = std::make_shared<Guard>(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
}
void silentWhenTheOwnerIsGone(cudaStream_t s) {
  { auto g = std::make_shared<Guard>(s); }
  cudaDeviceSynchronize();
}
void silentAfterReset(cudaStream_t s) {
  auto g = std::make_shared<Guard>(s);
  g.reset();
  cudaDeviceSynchronize();
}
void silentForAPointer(cudaStream_t s) {
  { std::shared_ptr<Guard> g(new Guard(s)); }
  cudaDeviceSynchronize();
}
void silentForAUniqueOwner(cudaStream_t s) {
  { std::shared_ptr<Guard> g = std::make_unique<Guard>(s); }
  cudaDeviceSynchronize();
}

//===--- Several owners ---===//

void firesWhileACopyLives(cudaStream_t s) {
  std::shared_ptr<Guard> copy;
  {
    auto g = std::make_shared<Guard>(s);
    copy = g;
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
}
void silentWhenAllCopiesAreGone(cudaStream_t s) {
  {
    std::shared_ptr<Guard> copy;
    auto g = std::make_shared<Guard>(s);
    copy = g;
    copy = copy;
    auto moved = std::move(copy);
  }
  cudaDeviceSynchronize();
}
static void looks(std::shared_ptr<Guard> g) { (void)g; }
void silentAfterTwoParameters(cudaStream_t s) {
  {
    auto g = std::make_shared<Guard>(s);
    looks(g);
    looks(g);
  }
  cudaDeviceSynchronize();
}
void firesAfterAParameter(cudaStream_t s) {
  auto g = std::make_shared<Guard>(s);
  looks(g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
}
struct Holder {
  std::shared_ptr<Guard> g;
};
void silentWhenAllHoldersAreGone(cudaStream_t s) {
  {
    Holder one{std::make_shared<Guard>(s)};
    Holder two = one, three = std::move(one);
  }
  cudaDeviceSynchronize();
}
void firesWhileAHolderLives(cudaStream_t s) {
  Holder one{std::make_shared<Guard>(s)};
  { Holder two = one; }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
}

//===--- Owners that may live on ---===//

void unknown(const std::shared_ptr<Guard> &);
void silentForAnUnknownCallee(cudaStream_t s) {
  {
    auto g = std::make_shared<Guard>(s);
    unknown(g);
  }
  cudaDeviceSynchronize();
}
void silentForAContainer(cudaStream_t s, std::vector<std::shared_ptr<Guard>> &all) {
  auto g = std::make_shared<Guard>(s);
  all.push_back(g);
}
void silentForATemporary(cudaStream_t s, std::vector<std::shared_ptr<Guard>> &all) {
  all.push_back(std::make_shared<Guard>(s));
}
void silentForAHolderInAContainer(cudaStream_t s, std::vector<Holder> &all) {
  Holder one{std::make_shared<Guard>(s)};
  all.push_back(one);
}
static std::function<void()> later;
void silentForAClosure(cudaStream_t s) {
  auto g = std::make_shared<Guard>(s);
  later = [g] {};
}
void silentForAWeakPointer(cudaStream_t s) {
  std::weak_ptr<Guard> w;
  {
    auto g = std::make_shared<Guard>(s);
    w = g;
  }
  cudaDeviceSynchronize();
}

//===--- Members ---===//

struct Lanes {
  cudaStream_t main, side;
  cudaEvent_t fork;
  explicit Lanes(cudaStream_t main) : main(main) {
    cudaStreamCreate(&side);
    cudaEventCreate(&fork);
  }
};
__global__ void kernel();
void firesForTheStreamOfAnObject(cudaStream_t s, cudaGraph_t *g) {
  auto lanes = std::make_shared<Lanes>(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(lanes->fork, lanes->main);
  cudaStreamWaitEvent(lanes->side, lanes->fork, 0);
  kernel<<<1, 1, 0, lanes->side>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 'lanes->side' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
static std::shared_ptr<Lanes> makeLanes(cudaStream_t s) { return std::make_shared<Lanes>(s); }
static std::unique_ptr<Lanes> makeOwnLanes(cudaStream_t s) {
  auto lanes = std::make_unique<Lanes>(s);
  return lanes;
}
void firesForAFactory(cudaStream_t s, cudaGraph_t *g) {
  auto lanes = makeLanes(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(lanes->fork, lanes->main);
  cudaStreamWaitEvent(lanes->side, lanes->fork, 0);
  kernel<<<1, 1, 0, lanes->side>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
void firesForAnotherFactory(cudaStream_t s, cudaGraph_t *g) {
  auto lanes = makeOwnLanes(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(lanes->fork, lanes->main);
  cudaStreamWaitEvent(lanes->side, lanes->fork, 0);
  kernel<<<1, 1, 0, lanes->side>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}

// Each round has an object of its own.
void silentForTwoRounds(cudaStream_t s, cudaGraph_t *g) {
  std::shared_ptr<Lanes> last;
  for (int i = 0; i < 2; ++i) {
    auto lanes = makeLanes(s);
    if (last)
      cudaEventDestroy(last->fork);
    cudaEventRecord(lanes->fork, s);
    last = lanes;
  }
}

//===--- Classes with virtual functions ---===//

struct Layer {
  virtual ~Layer() {}
  virtual void run(cudaStream_t) {}
};
struct Waits : Layer {
  cudaStream_t own;
  explicit Waits(cudaStream_t s) : own(s) {}
  void run(cudaStream_t) override { cudaStreamSynchronize(own); }
};
struct Captures : Layer {
  Guard guard;
  explicit Captures(cudaStream_t s) : guard(s) {}
};
void firesForAnOverrider(cudaStream_t s) {
  std::shared_ptr<Layer> layer = std::make_shared<Waits>(s);
  Guard g(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Waits::run' reaches 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  layer->run(s);
}
void silentForADestructor(cudaStream_t s) {
  { std::shared_ptr<Layer> layer = std::make_shared<Captures>(s); }
  { std::unique_ptr<Layer> layer = std::make_unique<Captures>(s); }
  { std::unique_ptr<Layer> layer(new Captures(s)); }
  cudaDeviceSynchronize();
}
void firesBeforeADestructor(cudaStream_t s) {
  std::unique_ptr<Layer> layer = std::make_unique<Captures>(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
}
