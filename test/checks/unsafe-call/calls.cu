// RUN: %lint-cu
// Which calls a strict capture prohibits, and where in the syntax they hide.
#include <cuda_runtime.h>
#include <memory>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

void firesForEveryAllocator(cudaStream_t s, cudaGraph_t *g, float *f, void *h) {
  size_t pitch;
  cudaArray_t array = nullptr;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&f, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMallocManaged' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMallocManaged(&f, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMallocHost' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMallocHost(&f, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaHostAlloc' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaHostAlloc(&f, 16, cudaHostAllocDefault);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMallocPitch' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMallocPitch(&f, &pitch, 16, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaHostRegister' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaHostRegister(h, 16, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaHostUnregister' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaHostUnregister(h);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(f);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFreeHost' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFreeHost(h);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFreeArray' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFreeArray(array);
  cudaStreamEndCapture(s, g);
}

// Destroying another executable graph is prohibited too. Nobody knows of graphs:
// some wait for the end of the capture, others do not.
void firesForGraphDestruction(cudaStream_t s, cudaGraph_t *g, cudaGraph_t old,
                              cudaGraphExec_t oldExec) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphExecDestroy' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaGraphExecDestroy(oldExec);
  cudaGraphDestroy(old);
  cudaStreamEndCapture(s, g);
}

int firesInConditions(cudaStream_t s, cudaGraph_t *g, void *p, bool grow) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  if (cudaMalloc(&p, 16) != cudaSuccess)
    return 1;
  // CHECK: :[[#@LINE+1]]:26: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaError_t e = grow ? cudaFree(p) : cudaSuccess;
  // CHECK: :[[#@LINE+1]]:15: warning: call to 'cudaHostUnregister' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  if (grow && cudaHostUnregister(p) == cudaSuccess)
    p = nullptr;
  cudaStreamEndCapture(s, g);
  return e;
}

void firesInLoops(cudaStream_t s, cudaGraph_t *g, void **p, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p[i], 16);
  int i = 0;
  while (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p[i++]);
  cudaStreamEndCapture(s, g);
}

void firesInSwitch(cudaStream_t s, cudaGraph_t *g, void *p, int kind) {
  cudaStreamBeginCapture(s, kGlobal);
  switch (kind) {
  case 0:
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 16);
    break;
  case 1:
    cudaMallocAsync(&p, 16, s);
    break;
  default:
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  }
  cudaStreamEndCapture(s, g);
}

void firesAfterGoto(cudaStream_t s, cudaGraph_t *g, void *p, bool skip) {
  cudaStreamBeginCapture(s, kGlobal);
  if (skip)
    goto done;
  cudaMemsetAsync(p, 0, 16, s);
done:
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// A buffer dies inside the region.
struct Buffer {
  void *data = nullptr;
  explicit Buffer(void *p) : data(p) {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { cudaFree(data); }
};
void firesInADestructor(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  {
    // CHECK: :[[#@LINE+1]]:12: warning: call to 'Buffer::~Buffer' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    Buffer b(p);
    cudaMemsetAsync(b.data, 0, 16, s);
  }
  cudaStreamEndCapture(s, g);
}

// Constructed before the region, destroyed after it.
struct Scratch {
  void *data = nullptr;
  explicit Scratch(size_t n) { cudaMalloc(&data, n); }
  ~Scratch() { cudaFree(data); }
};
void silentIfTheObjectOutlivesTheRegion(cudaStream_t s, cudaGraph_t *g) {
  Scratch b(16);
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(b.data, 0, 16, s);
  cudaStreamEndCapture(s, g);
}

// A deleter that runs at the end of the inner scope.
struct CudaDeleter {
  void operator()(float *p) const { cudaFree(p); }
};
void silentIfUniquePtrOutlivesTheRegion(cudaStream_t s, cudaGraph_t *g, float *raw) {
  std::unique_ptr<float, CudaDeleter> p(raw);
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(p.get(), 0, 16, s);
  cudaStreamEndCapture(s, g);
}

void firesInACalledLambda(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:21: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  auto grow = [&] { cudaMalloc(&p, 16); };
  cudaStreamBeginCapture(s, kGlobal);
  grow();
  cudaStreamEndCapture(s, g);
}

void firesInAnImmediatelyCalledLambda(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:26: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  bool ok = [&] { return cudaMalloc(&p, 16) == cudaSuccess; }();
  (void)ok;
  cudaStreamEndCapture(s, g);
}

struct Pool {
  void *p = nullptr;
  void *operator[](size_t n) { cudaMalloc(&p, n); return p; }
  operator void *() { cudaMalloc(&p, 1); return p; }
};
void firesInOperators(cudaStream_t s, cudaGraph_t *g, Pool &pool) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'Pool::operator[]' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  void *a = pool[16];
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'Pool::operator void *' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  void *b = pool;
  cudaMemcpyAsync(a, b, 1, cudaMemcpyDefault, s);
  cudaStreamEndCapture(s, g);
}

struct Node {
  void *p;
  Node() { cudaMalloc(&p, 16); }
  ~Node() { cudaFree(p); }
};
void firesInNewAndDelete(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:17: warning: call to 'Node::Node' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  Node *n = new Node;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Node::~Node' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  delete n;
  cudaStreamEndCapture(s, g);
}

// The constructor of a member.
struct Inner {
  void *p;
  Inner() { cudaMalloc(&p, 16); }
};
struct Outer {
  int n;
  Inner inner;
  Outer() : n(1) {}
};
void firesInAMembersConstructor(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'Outer::Outer' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  Outer o;
  (void)o;
  cudaStreamEndCapture(s, g);
}

// The constructor of a base class.
struct Base {
  void *p;
  Base() { cudaMalloc(&p, 16); }
};
struct Derived : Base {
  Derived() = default;
};
void firesInABasesConstructor(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:11: warning: call to 'Derived::Derived' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  Derived d;
  (void)d;
  cudaStreamEndCapture(s, g);
}

void silentOutsideTheRegion(cudaStream_t s, cudaGraph_t *g) {
  void *p;
  cudaMalloc(&p, 16);
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(p, 0, 16, s);
  cudaStreamEndCapture(s, g);
  cudaFree(p);
}

void silentForStreamOrderedAllocation(cudaStream_t s, cudaGraph_t *g) {
  float *p;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMallocAsync(&p, 16, s);
  cudaMallocAsync((void **)&p, 16, s);
  cudaFreeAsync(p, s);
  cudaStreamEndCapture(s, g);
}

void silentForLegalCalls(cudaStream_t s, cudaGraph_t *g) {
  int device;
  cudaEvent_t e;
  cudaStream_t t;
  cudaStreamBeginCapture(s, kGlobal);
  cudaGetDevice(&device);
  cudaSetDevice(device);
  cudaEventCreate(&e);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEventDestroy(e);
  cudaStreamDestroy(t);
  (void)cudaGetErrorString(cudaGetLastError());
  cudaStreamEndCapture(s, g);
}

void silentForUnevaluatedOperands(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  size_t n = sizeof(cudaMalloc(&p, 16));
  decltype(cudaFree(p)) e = cudaSuccess;
  bool b = noexcept(cudaFree(p));
  (void)n, (void)e, (void)b;
  cudaStreamEndCapture(s, g);
}

template <bool Eager> void maybeFree(void *p) {
  if constexpr (Eager)
    cudaFree(p);
}
void silentForCodeThatNeverRuns(cudaStream_t s, cudaGraph_t *g, void *p) {
  constexpr bool debug = false;
  auto later = [&] { cudaFree(p); };
  (void)later;
  cudaStreamBeginCapture(s, kGlobal);
  if (false)
    cudaFree(p);
  if (debug)
    cudaFree(p);
  if (0 && cudaFree(p) == cudaSuccess)
    return;
  maybeFree<false>(p);
  cudaStreamEndCapture(s, g);
}

namespace pool {
int cudaMalloc(void **p, size_t n);
struct Arena {
  int cudaFree(void *p);
};
} // namespace pool
void silentForNamesakes(cudaStream_t s, cudaGraph_t *g, pool::Arena &arena) {
  void *p;
  cudaStreamBeginCapture(s, kGlobal);
  pool::cudaMalloc(&p, 16);
  arena.cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// Taking an address calls nothing.
void silentForTakenAddresses(cudaStream_t s, cudaGraph_t *g, void (*with)(cudaError_t (*)(void *))) {
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} begins a capture of {{.*}}, and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, kGlobal);
  cudaError_t (*release)(void *) = &cudaFree;
  with(release);
  cudaStreamEndCapture(s, g);
}

// Clean-up in a handler runs only when something has thrown.
void record(cudaStream_t s);
void silentInAHandler(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  try {
    record(s);
  } catch (...) {
    cudaStreamEndCapture(s, g);
    cudaFree(p);
    throw;
  }
  cudaStreamEndCapture(s, g);
}
