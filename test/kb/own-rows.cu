// Rows of the program's own functions, over the built-in ones.
// RUN: %tidy %every-check '--config={CheckOptions: {CudaCaptureKnowledgeBase: "%S/Inputs/own-rows/rows.json"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <cuda.h>
#include <cuda_runtime.h>

void *pool_allocate(size_t size);
namespace mylib {
inline namespace v2 {
struct Pool {
  void *allocate(size_t size);
  bool allocateMore(size_t size);
  void *allocateFromArena(size_t size);
};
} // namespace v2
struct Derived : Pool {
  void *allocate(size_t size); // Another function.
};
template <typename T> struct Vector {
  void resize(size_t size);
};
struct Allocator {
  void *operator()(size_t size) const;
};
void trim();
struct Static {
  static int trim();
};
struct Stream {
  Stream();
  ~Stream();
  void begin(cudaStreamCaptureMode mode);
  void end(cudaGraph_t &graph);
  void wait();
};
void wait(const Stream &stream);
void wait(cudaStream_t stream);
struct Guard {
  explicit Guard(const Stream &stream);
  ~Guard();
};
} // namespace mylib
namespace other {
struct Pool {
  void *allocate(size_t size);
};
} // namespace other
#define CHECKED(call) do { if ((call) != cudaSuccess) return; } while (0)

void builtInRowsStay(cudaStream_t s, cudaGraph_t *g, void *p, CUdeviceptr *d) {
  CHECKED(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing
  cudaFree(p);
  // What a file says of one name concerns this name alone.
  cudaMalloc(&p, 4);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemAlloc{{.*}}' while 's' is capturing
  cuMemAlloc(d, 4);
  CHECKED(cudaStreamEndCapture(s, g));
}

void firesForNamesAndPatterns(cudaStream_t s, cudaGraph_t *g, mylib::Pool &pool, mylib::Vector<int> &v,
                              const mylib::Allocator &a, void *p) {
  CHECKED(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::Pool::allocate' while 's' is capturing
  pool.allocate(4);
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'mylib::Pool::allocateMore' while 's' is capturing
  bool ok = pool.allocateMore(4);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'pool_allocate' while 's' is capturing
  pool_allocate(4);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::Vector::resize' while 's' is capturing
  v.resize(4);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::Allocator::operator()' while 's' is capturing
  a(4);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::trim' while 's' is capturing
  mylib::trim();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::Static::trim' while 's' is capturing
  mylib::Static::trim();
  if (ok)
    p = nullptr;
  CHECKED(cudaStreamEndCapture(s, g));
}

// What is no error code says nothing of failure.
void firesOnBothBranches(cudaStream_t s, cudaGraph_t *g, mylib::Pool &pool, void *p) {
  CHECKED(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'mylib::Pool::allocateMore' while 's' is capturing
  if (pool.allocateMore(4))
    mylib::Static::trim(); // Under a condition that nobody can see: silent.
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing
  cudaFree(p);
  CHECKED(cudaStreamEndCapture(s, g));
}

void silentForOthers(cudaStream_t s, cudaGraph_t *g, mylib::Pool &pool, other::Pool &o, mylib::Derived &d) {
  CHECKED(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  pool.allocateFromArena(4); // Written out: not the pattern's.
  o.allocate(4);
  d.allocate(4);
  CHECKED(cudaStreamEndCapture(s, g));
}

void silentOutside(cudaStream_t s, cudaGraph_t *g, mylib::Pool &pool) {
  pool.allocate(4);
  CHECKED(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECKED(cudaStreamEndCapture(s, g));
  pool.allocate(4);
}

// Nothing of CUDA's is named here.
void firesForObjects(cudaGraph_t &g) {
  mylib::Stream s, t;
  s.begin(cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::Stream::wait' while 's' is capturing
  s.wait();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::wait' while 's' is capturing
  mylib::wait(s);
  t.wait();
  mylib::wait(t);
  s.end(g);
  s.wait();
}

void firesForGuards(mylib::Stream &s, void *p) {
  {
    mylib::Guard guard(s);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing
    cudaFree(p);
  }
  cudaFree(p);
  s.wait();
}

void firesOnPaths(mylib::Stream &s, void *p, bool early) {
  mylib::Guard guard(s);
  if (early)
    return; // The guard ends it.
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::wait' while 's' is capturing
  mylib::wait(s);
}

// A row is used although the body can be seen.
namespace mylib {
void trim() { cudaDeviceSynchronize(); }
} // namespace mylib
