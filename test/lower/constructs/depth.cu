// RUN: %lint-cu
// Calls are followed as deep as they go, and a function that a frame calls again
// in the same state is not run again: neither depth nor the number of ways to a
// function matters.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel();
void *memory;

//===--- A chain of twenty functions ---===//

template <int N> struct Chain {
  static void sync(cudaStream_t s) { Chain<N - 1>::sync(s); }
  static void launch(cudaStream_t s) { Chain<N - 1>::launch(s); }
  static cudaError_t allocate(void **p) { return Chain<N - 1>::allocate(p); }
  static void end(cudaStream_t s, cudaGraph_t *g) { Chain<N - 1>::end(s, g); }
};
template <> struct Chain<0> {
  static void sync(cudaStream_t s) { cudaStreamSynchronize(s); }
  static void launch(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(); }
  static cudaError_t allocate(void **p) { return cudaMalloc(p, 16); }
  static void end(cudaStream_t s, cudaGraph_t *g) { cudaStreamEndCapture(s, g); }
};
void firesAtTheEndOfAChain(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Chain<20>::sync' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  Chain<20>::sync(s);
  cudaStreamEndCapture(s, g);
}
void firesForAResultThatIsPassedUp(cudaStream_t s, cudaGraph_t *g) {
  void *p;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'Chain<20>::allocate' reaches 'cudaMalloc' {{.*}} [cuda-capture-unsafe-call]
  if (Chain<20>::allocate(&p) != cudaSuccess)
    return;
  cudaStreamEndCapture(s, g);
}
void silentForAChainThatLaunches(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  Chain<20>::launch(s);
  cudaStreamEndCapture(s, g);
}
void silentIfAChainEndsIt(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  Chain<20>::end(s, g);
  cudaStreamSynchronize(s);
}

//===--- A tree: each function calls the next one three times ---===//

template <int N> struct Tree {
  static void sync(cudaStream_t s) {
    Tree<N - 1>::sync(s);
    Tree<N - 1>::sync(s);
    Tree<N - 1>::sync(s);
  }
  static void launch(cudaStream_t s) {
    Tree<N - 1>::launch(s);
    Tree<N - 1>::launch(s);
    Tree<N - 1>::launch(s);
  }
  static cudaError_t checked(cudaStream_t s) {
    if (cudaError_t e = Tree<N - 1>::checked(s))
      return e;
    if (cudaError_t e = Tree<N - 1>::checked(s))
      return e;
    return Tree<N - 1>::checked(s);
  }
};
template <> struct Tree<0> {
  static void sync(cudaStream_t s) { cudaStreamSynchronize(s); }
  static void launch(cudaStream_t s) { kernel<<<1, 1, 0, s>>>(); }
  static cudaError_t checked(cudaStream_t s) {
    kernel<<<1, 1, 0, s>>>();
    return cudaGetLastError();
  }
};
void firesInATree(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Tree<30>::sync' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  Tree<30>::sync(s);
  cudaStreamEndCapture(s, g);
}
void firesBehindATree(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  Tree<30>::launch(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
void firesBehindAnUncheckedTree(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  if (Tree<12>::checked(s) == cudaSuccess)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
void firesForATreeBesideTheOrigin(cudaStream_t s, cudaGraph_t *g, cudaEvent_t e) {
  cudaStream_t t;
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  Tree<20>::launch(t);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
void silentForATreeThatIsJoined(cudaStream_t s, cudaGraph_t *g, cudaEvent_t e) {
  cudaStream_t t;
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  Tree<20>::launch(t);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}

//===--- The same call, in another state ---===//

void helper(cudaStream_t s) { Chain<10>::sync(s); }
void firesForEachCallInTheRegion(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'helper' {{.*}} [cuda-capture-synchronization]
  helper(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'helper' {{.*}} [cuda-capture-synchronization]
  helper(s);
  cudaStreamEndCapture(s, g);
  helper(s);
}
void twice(cudaStream_t s, cudaGraph_t *g) {
  helper(s);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'helper' {{.*}} [cuda-capture-synchronization]
  helper(s);
  cudaStreamEndCapture(s, g);
  helper(s);
}
void firesInWhatIsCalledTwice(cudaStream_t s, cudaGraph_t *g) {
  twice(s, g);
  twice(s, g);
}
void firesForEachCallInALambda(cudaStream_t s, cudaGraph_t *g) {
  auto body = [&] {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'helper' {{.*}} [cuda-capture-synchronization]
    helper(s);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'helper' {{.*}} [cuda-capture-synchronization]
    helper(s);
  };
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, g);
}
void allocates(cudaStream_t s) {
  Chain<10>::launch(s);
  Chain<10>::allocate(&memory);
}
void inTwoModes(cudaStream_t s) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  allocates(s);
  cudaThreadExchangeStreamCaptureMode(&mode);
}
void firesInOneOfTwoModes(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  inTwoModes(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'allocates' {{.*}} [cuda-capture-unsafe-call]
  allocates(s);
  inTwoModes(s);
  cudaStreamEndCapture(s, g);
}
static bool capturing;
void unlessCapturing(cudaStream_t s) {
  if (!capturing)
    Chain<10>::sync(s);
  Chain<10>::launch(s);
}
void calls(cudaStream_t s) {
  unlessCapturing(s);
  unlessCapturing(s);
}
void silentForAFlag(cudaStream_t s, cudaGraph_t *g) {
  calls(s);
  cudaStreamBeginCapture(s, kGlobal);
  capturing = true;
  calls(s);
  cudaStreamEndCapture(s, g);
  capturing = false;
  calls(s);
}
void firstClearsIt(cudaStream_t s) {
  unlessCapturing(s);
  capturing = false;
  unlessCapturing(s);
}
void firesIfTheFlagIsCleared(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  capturing = true;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'firstClearsIt' {{.*}} [cuda-capture-synchronization]
  firstClearsIt(s);
  cudaStreamEndCapture(s, g);
  capturing = false;
}
void onBoth(cudaStream_t a, cudaStream_t b) {
  Chain<10>::sync(a);
  Chain<10>::sync(b);
}
void silentForTheOtherStream(cudaStream_t s, cudaGraph_t *g, cudaStream_t t) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  onBoth(t, t);
  cudaStreamEndCapture(s, g);
}
void firesForOneOfTheStreams(cudaStream_t s, cudaGraph_t *g, cudaStream_t t) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'onBoth' {{.*}} [cuda-capture-synchronization]
  onBoth(t, s);
  cudaStreamEndCapture(s, g);
}

//===--- Recursion ---===//

void even(cudaStream_t s, int n);
void odd(cudaStream_t s, int n) {
  if (n > 0)
    even(s, n - 1);
  kernel<<<1, 1, 0, s>>>();
}
void even(cudaStream_t s, int n) {
  if (n > 0)
    odd(s, n - 1);
  cudaStreamSynchronize(s);
}
void firesBesideARecursion(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'even' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  even(s, n);
  cudaStreamEndCapture(s, g);
}
