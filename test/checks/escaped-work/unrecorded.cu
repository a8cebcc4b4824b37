// A wait for an event that was never recorded takes no stream into a capture.
// RUN: %tidy --checks=-*,cuda-capture-escaped-work %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

__global__ void work(float *p);

// CHECK: :[[#@LINE+9]]:3: warning: kernel launch {{.*}} [cuda-capture-escaped-work]
void firesBeforeTheRecord(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStream_t t;
  cudaEvent_t fork;
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEventCreate(&fork);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  cudaStreamWaitEvent(t, fork, 0);
  cudaEventRecord(fork, s);
  work<<<1, 1, 0, t>>>(p);
  cudaStreamEndCapture(s, g);
}
// On the other path, the wait is one for a record.
void silentForACondition(cudaStream_t s, cudaGraph_t *g, float *p, bool two) {
  cudaStream_t t;
  cudaEvent_t fork;
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEventCreate(&fork);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  if (two)
    cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  work<<<1, 1, 0, t>>>(p);
  cudaStreamEndCapture(s, g);
}
void silentForALoop(cudaStream_t s, cudaGraph_t *g, float *p, int n) {
  cudaStream_t t;
  cudaEvent_t fork;
  cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEventCreate(&fork);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  for (int i = 0; i < n; ++i)
    cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  work<<<1, 1, 0, t>>>(p);
  cudaStreamEndCapture(s, g);
}
