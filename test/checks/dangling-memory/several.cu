// RUN: %lint-cu
// Several violations behind one call, and on one path: none hides another.
#include <cuda_runtime.h>

static void clear(float *p, cudaStream_t s) {
  float zero = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'zero', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(p, &zero, sizeof zero, cudaMemcpyHostToDevice, s);
}
static void set(float *p, float x, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(p, &x, sizeof x, cudaMemcpyHostToDevice, s);
}
static void fill(float *p, cudaStream_t s) {
  if (p)
    clear(p, s);
  set(p + 1, 2, s);
}
static void fillAndWait(float *p, cudaStream_t s) {
  fill(p, s);
  cudaStreamSynchronize(s);
}

void firesForEachCopyAndTheWait(float *p, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'fillAndWait' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  fillAndWait(p, s);
  cudaStreamEndCapture(s, g);
}
