// RUN: %lint-cu
// Virtual functions: what is certain about the type of the object.
#include <cuda_runtime.h>
#include <memory>
#include <utility>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel();
bool verbose();

struct Layer {
  virtual ~Layer() = default;
  virtual void forward(cudaStream_t s) = 0;
  virtual void backward(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(); }
  virtual cudaStream_t stream() const { return nullptr; }
  void run(cudaStream_t s) { forward(s); }
};
struct Dense : Layer {
  void *p = nullptr;
  void forward(cudaStream_t) override { cudaFree(p); }
};
struct Fused : Layer {
  void forward(cudaStream_t s) override { kernel<<<1, 1, 0, s>>>(); }
};
struct Sparse : Dense {
  void forward(cudaStream_t s) override { kernel<<<1, 1, 0, s>>>(); }
  void backward(cudaStream_t) override { cudaFree(p); }
};
struct Sealed final : Layer {
  void forward(cudaStream_t) override { cudaDeviceSynchronize(); }
};

void firesForALocal(cudaStream_t s, cudaGraph_t *g) {
  Dense layer;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  layer.forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForAReferenceToALocal(cudaStream_t s, cudaGraph_t *g) {
  Dense dense;
  Layer &layer = dense;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer.forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForAPointerToALocal(cudaStream_t s, cudaGraph_t *g) {
  Dense dense;
  Layer *layer = &dense;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForANewObject(cudaStream_t s, cudaGraph_t *g) {
  Layer *layer = new Dense;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer->forward(s);
  cudaStreamEndCapture(s, g);
  delete layer;
}
// Whatever is done to it, it stays what it is.
void load(Dense &layer);
void firesForAnObjectThatIsPassedOn(cudaStream_t s, cudaGraph_t *g) {
  Dense dense;
  load(dense);
  Layer &layer = dense;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer.forward(s);
  cudaStreamEndCapture(s, g);
}
void silentForAnotherType(cudaStream_t s, cudaGraph_t *g) {
  Fused fused;
  Sparse sparse;
  Layer &layer = fused;
  Dense *dense = &sparse;
  cudaStreamBeginCapture(s, kGlobal);
  layer.forward(s);
  layer.backward(s);
  dense->forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForWhatADerivedClassOverrides(cudaStream_t s, cudaGraph_t *g) {
  Sparse sparse;
  Dense *dense = &sparse;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Sparse::backward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  dense->backward(s);
  cudaStreamEndCapture(s, g);
}
void silentForAnObjectFromOutside(Layer &layer, Dense *dense, std::unique_ptr<Layer> &owned, cudaStream_t s,
                                  cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  layer.forward(s);
  dense->forward(s);
  owned->forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForASealedClass(Sealed &layer, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Sealed::forward' reaches 'cudaDeviceSynchronize'{{.*}} [cuda-capture-synchronization]
  layer.forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForAQualifiedCall(Dense &layer, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer.Dense::forward(s);
  cudaStreamEndCapture(s, g);
}

//===--- Through functions ---===//

static void capture(Layer &layer, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer.forward(s);
  cudaStreamEndCapture(s, g);
}
void firesInACallee(cudaStream_t s, cudaGraph_t *g) {
  Dense dense;
  capture(dense, s, g);
}
static void captureFused(Layer &layer, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  layer.forward(s);
  cudaStreamEndCapture(s, g);
}
void silentInACallee(cudaStream_t s, cudaGraph_t *g) {
  Fused fused;
  captureFused(fused, s, g);
}
void firesThroughABase(cudaStream_t s, cudaGraph_t *g) {
  Dense dense;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Layer::run' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  dense.run(s);
  cudaStreamEndCapture(s, g);
}
void silentThroughABase(cudaStream_t s, cudaGraph_t *g) {
  Fused fused;
  cudaStreamBeginCapture(s, kGlobal);
  fused.run(s);
  cudaStreamEndCapture(s, g);
}
static std::unique_ptr<Layer> make() { return std::make_unique<Dense>(); }
void firesForWhatAFunctionMakes(cudaStream_t s, cudaGraph_t *g) {
  auto layer = make();
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}

//===--- Smart pointers ---===//

void firesForMakeUnique(cudaStream_t s, cudaGraph_t *g) {
  std::unique_ptr<Layer> layer = std::make_unique<Dense>();
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForMakeShared(cudaStream_t s, cudaGraph_t *g) {
  auto dense = std::make_shared<Dense>();
  std::shared_ptr<Layer> layer = dense;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  (*layer).forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForAPointerThatIsOwned(cudaStream_t s, cudaGraph_t *g) {
  std::unique_ptr<Layer> layer(new Dense);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForAPointerThatIsReset(cudaStream_t s, cudaGraph_t *g) {
  std::unique_ptr<Layer> layer = std::make_unique<Fused>();
  layer.reset(new Dense);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForAPointerThatIsMoved(cudaStream_t s, cudaGraph_t *g) {
  auto dense = std::make_unique<Dense>();
  std::unique_ptr<Layer> layer;
  layer = std::move(dense);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForASharedPointerThatIsReset(cudaStream_t s, cudaGraph_t *g) {
  std::shared_ptr<Layer> layer;
  layer.reset(new Dense);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer.get()->forward(s);
  cudaStreamEndCapture(s, g);
}
void mayReplace(std::unique_ptr<Layer> &layer);
void silentForAPointerThatMayBeReplaced(cudaStream_t s, cudaGraph_t *g) {
  std::unique_ptr<Layer> layer = std::make_unique<Dense>();
  mayReplace(layer);
  cudaStreamBeginCapture(s, kGlobal);
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}
void silentForAPointerThatIsReplaced(cudaStream_t s, cudaGraph_t *g) {
  std::unique_ptr<Layer> layer = std::make_unique<Dense>();
  layer = std::make_unique<Fused>();
  cudaStreamBeginCapture(s, kGlobal);
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}
void silentForOneOfTwo(bool dense, cudaStream_t s, cudaGraph_t *g) {
  std::unique_ptr<Layer> layer = std::make_unique<Fused>();
  if (dense && verbose())
    layer = std::make_unique<Dense>();
  cudaStreamBeginCapture(s, kGlobal);
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}
void firesForOneOfTwo(bool dense, cudaStream_t s, cudaGraph_t *g) {
  std::unique_ptr<Layer> layer = std::make_unique<Fused>();
  if (dense)
    layer = std::make_unique<Dense>();
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Dense::forward' reaches 'cudaFree'{{.*}} [cuda-capture-unsafe-call]
  layer->forward(s);
  cudaStreamEndCapture(s, g);
}

//===--- Constructors and destructors ---===//

// The object is of the class whose constructor runs.
struct Base {
  cudaStream_t stream;
  cudaGraph_t graph;
  Base(cudaStream_t s) : stream(s) {
    cudaStreamBeginCapture(stream, kGlobal);
    prepare();
    cudaStreamEndCapture(stream, &graph);
  }
  virtual ~Base() { finish(); }
  virtual void prepare() { kernel<<<1, 1, 0, stream>>>(); }
  virtual void finish() {}
};
struct Derived : Base {
  Derived(cudaStream_t s) : Base(s) {
    cudaStreamBeginCapture(stream, kGlobal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Derived::prepare' reaches 'cudaDeviceSynchronize'{{.*}} [cuda-capture-synchronization]
    prepare();
    cudaStreamEndCapture(stream, &graph);
  }
  void prepare() override { cudaDeviceSynchronize(); }
  void finish() override { cudaDeviceSynchronize(); }
};
void silentForConstructors(cudaStream_t s) { Derived d(s); }
void silentForADestructor(cudaStream_t s, cudaGraph_t *g) {
  Base *b = new Derived(s);
  cudaStreamBeginCapture(s, kGlobal);
  delete b;
  cudaStreamEndCapture(s, g);
}
// A guard's base begins, the guard ends.
struct Scope {
  cudaStream_t stream;
  Scope(cudaStream_t s) : stream(s) { cudaStreamBeginCapture(stream, kGlobal); }
  virtual ~Scope() {}
};
struct Guard : Scope {
  cudaGraph_t *graph;
  Guard(cudaStream_t s, cudaGraph_t *g) : Scope(s), graph(g) {}
  ~Guard() override { cudaStreamEndCapture(stream, graph); }
};
void firesInAGuard(cudaStream_t s, cudaGraph_t *g, void *p) {
  {
    Guard guard(s, g);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while {{.*}} is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  }
  cudaFree(p);
}
void silentForACallOfABase(cudaStream_t s, cudaGraph_t *g, void *p) {
  Scope *scope = new Guard(s, g);
  kernel<<<1, 1, 0, s>>>();
  delete scope;
  cudaFree(p);
}
// Begin and end are virtual.
struct Recorder {
  virtual ~Recorder() {}
  virtual void begin(cudaStream_t s) = 0;
  virtual void end(cudaStream_t s) = 0;
};
struct GraphRecorder : Recorder {
  cudaGraph_t graph;
  void begin(cudaStream_t s) override { cudaStreamBeginCapture(s, kGlobal); }
  void end(cudaStream_t s) override { cudaStreamEndCapture(s, &graph); }
};
void firesInAVirtualRegion(cudaStream_t s, void *p) {
  std::unique_ptr<Recorder> recorder = std::make_unique<GraphRecorder>();
  recorder->begin(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  recorder->end(s);
  cudaFree(p);
}
void silentIfItMayBeAnother(Recorder &recorder, cudaStream_t s, void *p) {
  recorder.begin(s);
  cudaFree(p);
  recorder.end(s);
}
// A copy is of its own type.
void silentForACopy(cudaStream_t s, cudaGraph_t *g) {
  Sparse sparse;
  Dense dense = sparse, other;
  other = sparse;
  Dense *a = &dense, *b = &other;
  cudaStreamBeginCapture(s, kGlobal);
  a->backward(s);
  b->backward(s);
  cudaStreamEndCapture(s, g);
}

//===--- Getters ---===//

void silentForAGetter(Layer &layer, cudaGraph_t *g) {
  cudaStreamBeginCapture(layer.stream(), kGlobal);
  kernel<<<1, 1, 0, layer.stream()>>>();
  cudaStreamEndCapture(layer.stream(), g);
}
void firesForAGetter(Layer &layer, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(layer.stream(), kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 'layer.stream()' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(layer.stream(), g);
}
