// A wait stays where more than the order of one stream hangs on it, or where it
// is more than a statement.
// RUN: mkdir -p %t && cp %s %t/fixed.cu
// RUN: %tidy %all-checks --fix-notes %t/fixed.cu -- %cuda-flags > %t/log 2>&1
// RUN: %FileCheck %s --check-prefix=FOUND --input-file=%t/log --implicit-check-not=warning:
// RUN: diff %s %t/fixed.cu
#include <cuda_runtime.h>
#define RUN(...)                                                               \
  do {                                                                         \
    __VA_ARGS__                                                                \
  } while (0)
#define CHECK_AND(x, y)                                                        \
  do {                                                                         \
    if ((x) != cudaSuccess)                                                    \
      y;                                                                       \
  } while (0)
#define TRY(x)                                                                 \
  cudaError_t result = (x);                                                    \
  if (result)                                                                  \
    return
#define SYNC_ALL(s)                                                            \
  do {                                                                         \
    cudaStreamSynchronize(s);                                                  \
  } while (0)
__global__ void kernel(float *p);
void count();
void ok(cudaError_t e, int n);
struct Status {
  Status(cudaError_t e);
};

// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+8]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+8]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void resultUsed(cudaStream_t s, cudaError_t err, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  auto now = cudaStreamSynchronize(s);
  err = cudaStreamSynchronize(s);
  if (cudaStreamSynchronize(s)) {
  }
  Status status = cudaStreamSynchronize(s);
  ok(cudaStreamSynchronize(s), 1);
  cudaStreamEndCapture(s, g);
  (void)now;
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void returned(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(nullptr);
  switch (cudaStreamSynchronize(s)) {
  default:
    cudaStreamEndCapture(s, g);
  }
}

// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void expressions(cudaStream_t s, bool b, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  b = true, cudaStreamSynchronize(s);
  b ? cudaStreamSynchronize(s) : cudaSuccess;
  b && cudaStreamSynchronize(s);
  for (; b; cudaStreamSynchronize(s))
    b = false;
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void macros(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  CHECK_AND(cudaStreamSynchronize(s), count());
  RUN(cudaStreamSynchronize(s););
  SYNC_ALL(s);
  TRY(cudaStreamSynchronize(s));
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
template <class T> void inATemplate(cudaStream_t s, T *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}
template void inATemplate<cudaGraph_t>(cudaStream_t, cudaGraph_t *);

// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+8]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void comments(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // All must be done here.
  cudaStreamSynchronize(s);
  cudaStreamSynchronize(s); // Done.
  cudaStreamSynchronize(/*all of*/ s);
  if (g)
    cudaStreamSynchronize(s); // Done.
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void directive(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamSynchronize(
#ifndef NOTHING
      s);
#endif
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void labels(cudaStream_t s, int i, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  switch (i) {
  case 1:
    cudaStreamSynchronize(s);
    break;
  default:
    break;
  }
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void jumps(cudaStream_t s, int i, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
again:
  --i;
  cudaStreamSynchronize(s);
  if (i > 0)
    goto again;
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void statementExpression(cudaStream_t s, cudaError_t err, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  err = ({
    cudaStreamSynchronize(s);
  });
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void onALine(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(nullptr); cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void inALambda(cudaStream_t s, cudaGraph_t *g) {
  auto wait = [&] {
    cudaStreamSynchronize(s);
  };
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  wait();
  cudaStreamEndCapture(s, g);
}

// It may be needed where there is no capture.
// FOUND: fixed.cu:[[#@LINE+6]]:{{[0-9]+}}: warning: call to 'wait'
static void wait(cudaStream_t s) {
  cudaStreamSynchronize(s);
}
void inAHelper(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  wait(s);
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void capturesSometimes(cudaStream_t s, bool b, cudaGraph_t *g) {
  if (b)
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamSynchronize(s);
  if (b)
    cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void endsSometimes(cudaStream_t s, bool b, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (b)
    cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
  if (!b)
    cudaStreamEndCapture(s, g);
}

// The order of two streams.
// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
// FOUND: fixed.cu:[[#@LINE+7]]:{{[0-9]+}}: warning: call to 'cudaDeviceSynchronize'
void forked(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>(nullptr);
  cudaStreamSynchronize(t);
  cudaDeviceSynchronize();
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}

// The host wants the data.
// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void readsBack(cudaStream_t s, float *h, const float *d, float *sum, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(h, d, 4, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  *sum += *h;
  cudaStreamEndCapture(s, g);
}

// FOUND: fixed.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: call to 'cudaStreamSynchronize'
void mayReadBack(cudaStream_t s, float *h, const float *d, cudaMemcpyKind k, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(h, d, 4, k, s);
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

// A question is not only a wait.
// FOUND: fixed.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: call to 'cudaStreamQuery'
void queries(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamQuery(s);
  cudaStreamEndCapture(s, g);
}
