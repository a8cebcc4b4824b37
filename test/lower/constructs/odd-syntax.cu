// RUN: %tidy %all-checks %s -- %cuda-flags -std=c++20 -Wno-vla-cxx-extension 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Syntax that is rare, and must neither crash the tool nor confuse it.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

void silentInAFunctionTryBlock(cudaStream_t s, cudaGraph_t *g, void *p) try {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(p, 0, 1, s);
  cudaStreamEndCapture(s, g);
} catch (...) {
  cudaFree(p);
}

void firesAfterComputedGoto(cudaStream_t s, cudaGraph_t *g, void *p, int i) {
  static void *const targets[] = {&&a, &&b};
  cudaStreamBeginCapture(s, kGlobal);
  goto *targets[i];
a:
  cudaMemsetAsync(p, 0, 1, s);
b:
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-6]]:3: note: capture of 's' begins here
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

void firesInDuffsDevice(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  switch (n % 2) {
  case 0:
    do {
      cudaMemsetAsync(p, 0, 1, s);
    case 1:
      // CHECK: :[[#@LINE+2]]:7: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
      // CHECK: :[[#@LINE-7]]:3: note: capture of 's' begins here
      cudaFree(p);
    } while (--n > 0);
  }
  cudaStreamEndCapture(s, g);
}

struct Pair {
  cudaStream_t first, second;
};
void firesForStructuredBindings(Pair &pair, cudaGraph_t *g) {
  auto &[a, b] = pair;
  cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'a' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'a' begins here
  cudaStreamSynchronize(pair.first);
  cudaStreamSynchronize(b);
  cudaStreamEndCapture(a, g);
  cudaStreamSynchronize(a);
}

void firesForInitCaptures(cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+3]]:30: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE+3]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+3]]:3: note: 'firesForInitCaptures' calls 'lambda' here
  auto sync = [stream = s] { cudaStreamSynchronize(stream); };
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  sync();
  cudaStreamEndCapture(s, g);
}

void firesInALocalClass(cudaStream_t s, cudaGraph_t *g, void *p) {
  struct Local {
    static void release(void *q) { cudaFree(q); }
  };
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'firesInALocalClass(cudaStream_t, cudaGraph_t *, void *)::Local::release' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE-5]]:36: note: 'firesInALocalClass(cudaStream_t, cudaGraph_t *, void *)::Local::release' calls 'cudaFree' here
  Local::release(p);
  cudaStreamEndCapture(s, g);
}

void firesInCommas(cudaStream_t s, cudaGraph_t *g, void *p, bool a) {
  // CHECK: :[[#@LINE+2]]:39: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE+1]]:3: note: capture of 's' begins here
  cudaStreamBeginCapture(s, kGlobal), cudaFree(p);
  // CHECK: :[[#@LINE+2]]:13: warning: call to 'cudaFreeHost' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  a ? (void)cudaFreeHost(p) : (void)0;
  // CHECK: :[[#@LINE+4]]:8: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+2]]:35: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-7]]:3: note: capture of 's' begins here
  for (cudaFree(p); a; a = false, cudaFree(p)) {
  }
  cudaStreamEndCapture(s, g);
}

void firesInInitStatements(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:19: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  switch (int e = cudaMalloc(&p, 16); e) {
  default:
    break;
  }
  for (int x[] = {1, 2}; int i : x)
    cudaMemsetAsync(p, i, 1, s);
  cudaStreamEndCapture(s, g);
}

// A region in a lambda, called by another function.
void firesInALambdasRegion(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto build = [&]() -> cudaGraph_t {
    cudaStreamBeginCapture(s, kGlobal);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-2]]:5: note: capture of 's' begins here
    cudaFree(p);
    cudaStreamEndCapture(s, g);
    return *g;
  };
  build();
  cudaFree(p);
}

// A region in a global's initialiser.
static cudaGraph_t build(cudaStream_t s) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, &g);
  return g;
}
static cudaGraph_t global = build(nullptr);

struct Self {
  Self *self = this;
  cudaStream_t s;
  cudaGraph_t g;
  void firesThroughSelf(void *p) {
    cudaStreamBeginCapture(self->self->s, kGlobal);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 'self->self->s' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-2]]:5: note: capture of 'self->self->s' begins here
    cudaFree(p);
    cudaStreamEndCapture(self->self->s, &self->g);
    cudaFree(p);
  }
};

struct Item {
  cudaStream_t s;
  cudaGraph_t g;
  Item *next;
};
void silentForALinkedList(Item *i, void *p) {
  for (; i; i = i->next) {
    cudaStreamBeginCapture(i->s, kGlobal);
    cudaMemsetAsync(p, 0, 1, i->s);
    cudaStreamEndCapture(i->s, &i->g);
    cudaStreamSynchronize(i->s);
  }
  cudaFree(p);
}

void firesForAVla(cudaGraph_t *g, int n, void *p) {
  cudaStream_t s[n];
  for (int i = 0; i < n; ++i)
    cudaStreamCreate(&s[i]);
  cudaStreamBeginCapture(s[0], kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's[0]' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's[0]' begins here
  cudaFree(p);
  cudaStreamEndCapture(s[0], g);
  cudaFree(p);
}

struct Bits {
  unsigned use : 1;
  cudaStream_t s;
};
void silentForABitField(Bits b, cudaGraph_t *g, void *p) {
  if (b.use)
    cudaStreamBeginCapture(b.s, kGlobal);
  if (!b.use)
    cudaFree(p);
  if (b.use)
    cudaStreamEndCapture(b.s, g);
  cudaFree(p);
}

void silentForMemberPointers(Item &i, cudaStream_t Item::*m, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(i.*m, kGlobal);
  cudaStreamEndCapture(i.*m, g);
  cudaFree(p);
}
