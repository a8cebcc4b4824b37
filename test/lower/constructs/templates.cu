// RUN: %lint-cu
// Templates: what is instantiated is analysed, what is not is left alone.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

// One finding, however often it is instantiated.
template <typename T> void firesOnce(cudaStream_t s, cudaGraph_t *g, T *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: {{warning}}: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaMalloc(&p, sizeof(T));
  cudaStreamEndCapture(s, g);
}
void useFiresOnce(cudaStream_t s, cudaGraph_t *g) {
  firesOnce<int>(s, g, nullptr);
  firesOnce<float>(s, g, nullptr);
}

// Dependent code that nobody instantiates.
template <typename T> void silentIfNeverInstantiated(T &engine, cudaGraph_t *g) {
  cudaStreamBeginCapture(engine.stream(), kGlobal);
  engine.allocate();
  cudaStreamEndCapture(engine.stream(), g);
}

// The allocator is a template argument.
struct Pooled {
  static cudaError_t allocate(void **p, size_t n, cudaStream_t s) { return cudaMallocAsync(p, n, s); }
};
struct Plain {
  static cudaError_t allocate(void **p, size_t n, cudaStream_t) { return cudaMalloc(p, n); }
};
template <typename Alloc> void build(cudaStream_t s) {
  void *p;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:3: {{warning}}: call to 'Plain::allocate' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-8]]:74: note: 'Plain::allocate' calls 'cudaMalloc' here
  Alloc::allocate(&p, 16, s);
  cudaStreamEndCapture(s, &g);
}
void usePlain(cudaStream_t s) { build<Plain>(s); }

struct StreamOrdered {
  static cudaError_t allocate(void **p, size_t n, cudaStream_t s) { return cudaMallocAsync(p, n, s); }
};
template <typename Alloc> void silentForThePolicyUsed(cudaStream_t s) {
  void *p;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  Alloc::allocate(&p, 16, s);
  cudaStreamEndCapture(s, &g);
}
void usePooled(cudaStream_t s) { silentForThePolicyUsed<StreamOrdered>(s); }

template <bool Graph> void run(cudaStream_t s, cudaGraph_t *g) {
  if constexpr (Graph)
    cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(nullptr, 0, 0, s);
  if constexpr (Graph)
    cudaStreamEndCapture(s, g);
  else
    cudaStreamSynchronize(s);
}
void silentForBothInstantiations(cudaStream_t s, cudaGraph_t *g) {
  run<true>(s, g);
  run<false>(s, g);
  cudaStreamSynchronize(s);
}

// The non-type parameter in a plain if.
template <bool Graph> void runPlain(cudaStream_t s, cudaGraph_t *g) {
  if (Graph)
    cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(nullptr, 0, 0, s);
  if (!Graph)
    cudaStreamSynchronize(s);
  if (Graph)
    cudaStreamEndCapture(s, g);
}
void silentForPlainIfs(cudaStream_t s, cudaGraph_t *g) {
  runPlain<true>(s, g);
  runPlain<false>(s, g);
}

template <typename D> struct Base {
  cudaStream_t s;
  cudaGraph_t g;
  void capture() {
    cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+3]]:5: {{warning}}: call to 'Derived::body' reaches 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
    // CHECK: :[[#@LINE-2]]:5: note: capture of 's' begins here
    // CHECK: :[[#@LINE+6]]:17: note: 'Derived::body' calls 'cudaStreamSynchronize' here
    static_cast<D *>(this)->body();
    cudaStreamEndCapture(s, &g);
  }
};
struct Derived : Base<Derived> {
  void body() { cudaStreamSynchronize(s); }
};
void useCrtp(Derived &d) { d.capture(); }

template <typename T> void touch(cudaStream_t s, T *p) { cudaMemsetAsync(p, 0, sizeof(T), s); }
template <> void touch<double>(cudaStream_t, double *p) { cudaMemset(p, 0, 8); }
void firesForTheSpecialization(cudaStream_t s, cudaGraph_t *g, float *f, double *d) {
  cudaStreamBeginCapture(s, kGlobal);
  touch(s, f);
  // CHECK: :[[#@LINE+3]]:3: {{warning}}: call to 'touch' reaches 'cudaMemset' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-3]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-6]]:59: note: 'touch' calls 'cudaMemset' here
  touch(s, d);
  cudaStreamEndCapture(s, g);
}

template <typename... Bodies> void captureAll(cudaStream_t s, Bodies... bodies) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  (bodies(), ...);
  cudaStreamEndCapture(s, &g);
}
void firesInAFold(cudaStream_t s, void *p) {
  captureAll(
      s, [=] { cudaMemsetAsync(p, 0, 1, s); },
      // CHECK: :[[#@LINE+3]]:13: {{warning}}: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
      // CHECK: :[[#@LINE-8]]:3: note: capture of 's' begins here
      // CHECK: :[[#@LINE-8]]:4: note: 'captureAll' calls 'lambda' here
      [=] { cudaFree(p); });
}

template <typename T> class Buffer {
  T *data_ = nullptr;
  size_t size_ = 0;

public:
  void resize(size_t n) {
    if (n > size_) {
      cudaFree(data_);
      cudaMalloc(&data_, n * sizeof(T));
      size_ = n;
    }
  }
};
void firesForAMemberOfAClassTemplate(cudaStream_t s, cudaGraph_t *g, Buffer<float> &b) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:3: {{warning}}: call to 'Buffer<float>::resize' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-10]]:7: note: 'Buffer<float>::resize' calls 'cudaFree' here when 'n > size_'
  b.resize(100);
  cudaStreamEndCapture(s, g);
}
