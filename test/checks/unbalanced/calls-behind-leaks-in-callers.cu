// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// Callers of a function that leaks a capture have one finding in common: the
// leak. So have calls behind an end that a path skips.
#include <cuda_runtime.h>

__global__ void kernel();

static bool build(cudaStream_t s, cudaGraph_t *g, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (n > 3)
    return false;
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  return true;
}
int notesInTheCaller(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  if (!build(s, g, n)) {
    // CHECK: :[[#@LINE+1]]:5: note: 'notesInTheCaller' calls 'cudaFree' here while the capture still runs, which may break cuda-capture-unsafe-call
    cudaFree(p);
    return 1;
  }
  return 0;
}
int notesInAnother(cudaStream_t s, cudaGraph_t *g, int n, void *p) {
  if (build(s, g, n))
    return 0;
  // CHECK: :[[#@LINE+1]]:3: note: 'notesInAnother' calls 'cudaMalloc' here while the capture still runs, which may break cuda-capture-unsafe-call
  cudaMalloc(&p, n);
  return 1;
}

static void endIf(bool wanted, cudaStream_t s, cudaGraph_t *g) {
  if (wanted)
    cudaStreamEndCapture(s, g);
}
void notesBehindASkippedEnd(cudaStream_t s, cudaGraph_t *g, bool wanted, void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>();
  endIf(wanted, s, g);
  // CHECK: :[[#@LINE+2]]:3: note: 'notesBehindASkippedEnd' calls 'cudaStreamSynchronize' here while the capture still runs, which breaks cuda-capture-synchronization
  // CHECK: :[[#@LINE+2]]:3: note: 'notesBehindASkippedEnd' calls 'cudaFree' here while the capture still runs, which breaks cuda-capture-unsafe-call
  cudaStreamSynchronize(s);
  cudaFree(p);
}

// A second end follows: the call stands in the region.
void firesBetweenTwoEnds(cudaStream_t s, cudaGraph_t *g, bool early, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (early)
    cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}call to 'cudaFree' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  if (!early)
    cudaStreamEndCapture(s, g);
}
