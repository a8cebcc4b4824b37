// RUN: %lint-cu
// One launch in a helper has no stream argument.
#include <cuda_runtime.h>

__global__ void kernel(float *x);
__global__ void normalize(float *x);

static void precondition(float *x, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(x);
  normalize<<<1, 1>>>(x);
}

// The graph has a frozen preconditioner, and no error is seen.
void firesSilently(float *x, cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'precondition' reaches a kernel launch on the legacy default stream while 's' is capturing in relaxed mode; it runs at once, and the graph silently lacks it [cuda-capture-escaped-work]
  precondition(x, s);
  cudaStreamEndCapture(s, g);
}

void firesLoudly(float *x, cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'precondition' reaches a kernel launch on the legacy default stream while 's' is capturing in relaxed mode; the runtime rejects it with cudaErrorStreamCaptureImplicit (906) [cuda-capture-legacy-stream]
  precondition(x, s);
  cudaStreamEndCapture(s, g);
}
