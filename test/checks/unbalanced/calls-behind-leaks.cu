// RUN: %lint-cu
// RUN: %tidy '--checks=-*,cuda-capture-unsafe-call,cuda-capture-synchronization' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=ALONE --implicit-check-not=warning:
// RUN: %cuda-capture check --no-config --no-cache --quiet --checks=-cuda-capture-unchecked-result,-cuda-capture-leaked-graph %s -- %cuda-flags > %t 2>&1 || true
// RUN: %FileCheck %s --input-file=%t --implicit-check-not=warning:
// RUN: %cuda-capture check --no-config --no-cache --quiet --checks=cuda-capture-unsafe-call,cuda-capture-synchronization %s -- %cuda-flags > %t 2>&1 || true
// RUN: %FileCheck %s --input-file=%t --check-prefix=ALONE --implicit-check-not=warning:
// What a capture that is not ended on some path makes of later calls belongs to
// the finding about the begin. What stands in front of an end is a finding.
#include <cuda_runtime.h>

__global__ void kernel();

bool notesOnTheWayOut(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (n > 3) {
    // CHECK: :[[#@LINE+3]]:5: note: the function returns here while 's' is capturing
    // ALONE: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
    return false;
    // CHECK: :[[#@LINE-2]]:5: note: 'notesOnTheWayOut' calls 'cudaFree' here while the capture still runs, which breaks cuda-capture-unsafe-call
  }
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  return true;
}

bool firesInTheRegion(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  // ALONE: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  if (n > 3)
    return false;
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  // ALONE: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
  return true;
}

void firesInALoopAroundTheCapture(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    // ALONE: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 4);
    if (i == 7)
      return;
    cudaStreamEndCapture(s, g);
  }
}

void firesInALoopWithTheEnd(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int i = 0;; ++i) {
    if (i == n) {
      cudaStreamEndCapture(s, g);
      return;
    }
    if (i == 7)
      return;
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    // ALONE: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  }
}

void countsManyCalls(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (n > 3) {
    // CHECK: 'countsManyCalls' calls 'cudaFree' here while the capture still runs
    // CHECK: 'countsManyCalls' calls 'cudaFree' here while the capture still runs
    // CHECK: 'countsManyCalls' calls 'cudaFree' here while the capture still runs
    // CHECK: 'countsManyCalls' calls 'cudaStreamSynchronize' here while the capture still runs, which breaks cuda-capture-synchronization
    // CHECK: 2 more calls break a rule because the capture still runs
    // ALONE-COUNT-3: warning: call to 'cudaFree' while
    cudaFree(p);
    cudaFree(p);
    cudaFree(p);
    // ALONE: warning: call to 'cudaStreamSynchronize' while
    cudaStreamSynchronize(s);
    // ALONE-COUNT-2: warning: call to 'cudaFree' while
    cudaFree(p);
    cudaFree(p);
    return;
  }
  cudaStreamEndCapture(s, g);
}

// The capture has no end here, so no path leaks it.
void firesWithoutAnEnd(cudaStream_t s, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  // ALONE: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
}
