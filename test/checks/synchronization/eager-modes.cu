// RUN: %lint-cu
// A loop in front of a capture warms up for it, unless the program runs either the loop or the capture.
#include <cuda_runtime.h>

__global__ void work(float *x);
static float *scratch;
static int traces = 3;

static void body(cudaStream_t s, float *x) {
  work<<<1, 32, 0, s>>>(x);
  if (!scratch) {
    cudaMalloc(&scratch, 64);
  }
}
static void traced(cudaStream_t s, float *x) {
  work<<<1, 32, 0, s>>>(x);
  if (traces > 0) {
    --traces;
    cudaStreamSynchronize(s);
  }
}

void silentBehindALoop(cudaStream_t s, float *x, int rounds, cudaGraph_t *g) {
  for (int i = 0; i < rounds; ++i)
    body(s, x);
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  body(s, x);
  (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
}
void silentIfBothMayRun(cudaStream_t s, float *x, int rounds, bool warms, bool captures, cudaGraph_t *g) {
  if (warms)
    for (int i = 0; i < rounds; ++i)
      body(s, x);
  if (!captures || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  body(s, x);
  (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
}
void silentUnderTheSameCondition(cudaStream_t s, float *x, int rounds, bool captures, cudaGraph_t *g) {
  if (captures)
    for (int i = 0; i < rounds; ++i)
      body(s, x);
  if (!captures || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  body(s, x);
  (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
}
void silentIfOneOfTwoLoopsRuns(cudaStream_t s, float *x, int rounds, bool eager, cudaGraph_t *g) {
  if (eager)
    for (int i = 0; i < rounds; ++i)
      body(s, x);
  else
    for (int i = 0; i < 2 * rounds; ++i)
      body(s, x);
  if (eager || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  body(s, x);
  (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
}
void firesBesideAnEagerLoop(cudaStream_t s, float *x, int rounds, bool eager, cudaGraph_t *g) {
  if (eager) {
    for (int i = 0; i < rounds; ++i)
      body(s, x);
  } else {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'body' reaches 'cudaMalloc' while 's' is capturing
    body(s, x);
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
  }
}
void firesBehindAnEagerLoop(cudaStream_t s, float *x, int rounds, bool eager, cudaGraph_t *g) {
  if (eager)
    for (int i = 0; i < rounds; ++i)
      body(s, x);
  if (!eager) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'body' reaches 'cudaMalloc' while 's' is capturing
    body(s, x);
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
  }
}
void firesForACounter(cudaStream_t s, float *x, int rounds, bool eager, cudaGraph_t *g) {
  if (eager) {
    for (int i = 0; i < rounds; ++i)
      traced(s, x);
  } else {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'traced' reaches 'cudaStreamSynchronize' while 's' is capturing
    traced(s, x);
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
  }
}
void silentForACounterBehindALoop(cudaStream_t s, float *x, int rounds, cudaGraph_t *g) {
  for (int i = 0; i < rounds; ++i)
    traced(s, x);
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  traced(s, x);
  (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
}
