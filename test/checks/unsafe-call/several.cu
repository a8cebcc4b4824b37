// RUN: %lint-cu
// Several violations behind one call: one warning, and a note for each of the
// other calls.
#include <cuda_runtime.h>

struct Pool {
  void *data = nullptr;
  size_t size = 0;
  void grow(size_t n) {
    if (n > size) {
      cudaFree(data);
      cudaMalloc(&data, n);
      size = n;
    }
  }
};
static void prepare(Pool &p, Pool &q, size_t n) {
  p.grow(n);
  void *host = nullptr;
  cudaMallocHost(&host, n);
  q.grow(n);
}
void firesOnceForEachPlace(cudaStream_t s, cudaGraph_t *g, Pool &p, Pool &q, size_t n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'prepare' reaches 'cudaMallocHost' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  prepare(p, q, n);
  // CHECK: :24:3: note: capture of 's' begins here
  // CHECK: :20:3: note: 'prepare' calls 'cudaMallocHost' here
  // CHECK: :18:3: note: 'prepare' calls 'Pool::grow' here
  // CHECK: :11:7: note: 'Pool::grow' calls 'cudaFree' here when 'n > size', to which the same applies
  // CHECK-NOT: 'prepare' calls 'Pool::grow' here
  // CHECK: :12:7: note: 'Pool::grow' calls 'cudaMalloc' here when 'n > size', to which the same applies
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Pool::grow' reaches 'cudaFree' {{.*}} [cuda-capture-unsafe-call]
  p.grow(n + 4);
  // CHECK: :12:7: note: 'Pool::grow' calls 'cudaMalloc' here when 'n > size', to which the same applies
  cudaStreamEndCapture(s, g);
}

// Two paths to one violating call: nothing is added.
static void allocate(void **p, size_t n) { cudaMalloc(p, n); }
static void choose(void **p, bool large) {
  if (large)
    allocate(p, 64);
  else
    allocate(p, 4);
}
void firesForOneCall(cudaStream_t s, cudaGraph_t *g, void **p, bool large) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'choose' reaches 'cudaMalloc' {{.*}} [cuda-capture-unsafe-call]
  choose(p, large);
  // CHECK-NOT: the same applies
  cudaStreamEndCapture(s, g);
}

// A call that is legal is no other violation.
static void mixed(void **p, cudaStream_t s) {
  cudaMallocAsync(p, 4, s);
  cudaFree(*p);
  cudaMemsetAsync(*p, 0, 4, s);
}
void firesForTheIllegalCallOnly(cudaStream_t s, cudaGraph_t *g, void **p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mixed' reaches 'cudaFree' {{.*}} [cuda-capture-unsafe-call]
  mixed(p, s);
  // CHECK-NOT: the same applies
  cudaStreamEndCapture(s, g);
}
