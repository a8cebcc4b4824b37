// RUN: %lint-cu
// An object and the one that records graphs for it keep the same stream: their
// constructors say so, and nothing else sets these fields.
#include <cuda_runtime.h>

__global__ void step(float *);
cudaStream_t make();

class Recorder {
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;

public:
  explicit Recorder(cudaStream_t s) : stream(s) {}
  cudaError_t begin() { return cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed); }
  cudaError_t end() { return cudaStreamEndCapture(stream, &graph); }
  template <typename F> bool record(F &&work) {
    if (begin() != cudaSuccess)
      return false;
    work();
    return end() == cudaSuccess;
  }
};

// Both get the parameter of the constructor.
class Model {
  cudaStream_t stream;
  Recorder recorder;
  float *data;

public:
  Model(cudaStream_t s, float *d) : stream(s), recorder(s), data(d) {}
  void run();
};
void Model::run() {
  recorder.record([&] {
    step<<<1, 1, 0, stream>>>(data);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while '{{.*}}' is capturing in relaxed mode
    cudaStreamSynchronize(stream);
  });
}

// The second one gets the field of the first; each constructor makes them equal.
class Made {
  cudaStream_t own;
  Recorder recorder;
  float *data;

public:
  explicit Made(float *d) : own(make()), recorder(own), data(d) {}
  Made(float *d, cudaStream_t s) : own(s), recorder(own), data(d) {}
  void run();
};
void Made::run() {
  if (recorder.begin() != cudaSuccess)
    return;
  step<<<1, 1, 0, own>>>(data);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while '{{.*}}' is capturing in relaxed mode
  cudaStreamSynchronize(own);
  (void)recorder.end();
}

// The stream of a context that both refer to.
struct Context {
  explicit Context(cudaStream_t s) : main(s) {}
  cudaStream_t stream() const { return main; }

private:
  cudaStream_t main;
};
class Layer {
  Context &context;
  cudaStream_t mine;
  float *data;

public:
  Layer(Context &c, float *d) : context(c), mine(c.stream()), data(d) {}
  void run();
};
void Layer::run() {
  cudaGraph_t graph;
  if (cudaStreamBeginCapture(context.stream(), cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return;
  step<<<1, 1, 0, mine>>>(data);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while '{{.*}}' is capturing in relaxed mode
  cudaStreamSynchronize(mine);
  if (cudaStreamEndCapture(context.stream(), &graph) == cudaSuccess)
    cudaGraphDestroy(graph);
}

// A base class keeps the stream.
class Base {
protected:
  cudaStream_t stream;
  explicit Base(cudaStream_t s) : stream(s) {}
};
class Derived : Base {
  Recorder recorder;
  float *data;

public:
  Derived(cudaStream_t s, float *d) : Base(s), recorder(stream), data(d) {}
  void run();
};
void Derived::run() {
  recorder.record([&] {
    step<<<1, 1, 0, stream>>>(data);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while '{{.*}}' is capturing in relaxed mode
    cudaStreamSynchronize(stream);
  });
}

// One of the constructors makes them differ.
class Sometimes {
  cudaStream_t stream;
  Recorder recorder;
  float *data;

public:
  Sometimes(cudaStream_t s, float *d) : stream(s), recorder(s), data(d) {}
  Sometimes(cudaStream_t s, cudaStream_t other, float *d) : stream(s), recorder(other), data(d) {}
  void run();
};
void Sometimes::run() {
  recorder.record([&] { cudaStreamSynchronize(stream); });
}

// Streams of their own.
class Two {
  cudaStream_t stream;
  Recorder recorder;

public:
  Two(cudaStream_t s, cudaStream_t t) : stream(s), recorder(t) {}
  void run();
};
void Two::run() {
  recorder.record([&] { cudaStreamSynchronize(stream); });
}

// A method sets one of them.
class Set {
  cudaStream_t mine;
  Recorder recorder;

public:
  explicit Set(cudaStream_t s) : mine(s), recorder(s) {}
  void use(cudaStream_t s) { mine = s; }
  void run();
};
void Set::run() {
  recorder.record([&] { cudaStreamSynchronize(mine); });
}

// A call that gets its address does.
class Created {
  cudaStream_t later;
  Recorder recorder;

public:
  explicit Created(cudaStream_t s) : later(s), recorder(s) {}
  void create() { cudaStreamCreate(&later); }
  void run();
};
void Created::run() {
  recorder.record([&] { cudaStreamSynchronize(later); });
}

// A function that is not seen is given a stream, perhaps for this field.
class Unseen {
  cudaStream_t perhaps;
  Recorder recorder;

public:
  explicit Unseen(cudaStream_t s) : perhaps(s), recorder(s) {}
  void use(cudaStream_t s);
  void run();
};
void Unseen::run() {
  recorder.record([&] { cudaStreamSynchronize(perhaps); });
}

// A constructor is not seen.
class Elsewhere {
  cudaStream_t stream;
  Recorder recorder;

public:
  explicit Elsewhere(cudaStream_t s) : stream(s), recorder(s) {}
  explicit Elsewhere(int device);
  void run();
};
void Elsewhere::run() {
  recorder.record([&] { cudaStreamSynchronize(stream); });
}

// The constructor sets one of them again.
class Again {
  cudaStream_t stream;
  Recorder recorder;

public:
  explicit Again(cudaStream_t s) : stream(s), recorder(s) { cudaStreamCreate(&stream); }
  void run();
};
void Again::run() {
  recorder.record([&] { cudaStreamSynchronize(stream); });
}

// The context gets another stream.
struct Movable {
  cudaStream_t current;
  explicit Movable(cudaStream_t s) : current(s) {}
  void change(cudaStream_t s) { current = s; }
};
class OfMovable {
  Movable &context;
  cudaStream_t mine;

public:
  explicit OfMovable(Movable &c) : context(c), mine(c.current) {}
  void run();
};
void OfMovable::run() {
  cudaGraph_t graph;
  if (cudaStreamBeginCapture(context.current, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return;
  cudaStreamSynchronize(mine);
  if (cudaStreamEndCapture(context.current, &graph) == cudaSuccess)
    cudaGraphDestroy(graph);
}
