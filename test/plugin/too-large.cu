// A function that captures, and in which paths are merged because it is large,
// is named. It is too large if captures are merged; to who asks for what is possible, others are, too. A remark is shown at
// the default level, and is no error if warnings are. A long function with few
// paths is analysed closely.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call,cuda-capture-isolation '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call,cuda-capture-isolation %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %tidy -checks=-*,cuda-capture-isolation -warnings-as-errors=* %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=ERRORS --implicit-check-not=error:
#include <cuda_runtime.h>
#define TEN(X) X X X X X X X X X X
#define THOUSANDS(X) TEN(TEN(TEN(X X X X)))
// Two paths meet, and it matters which one was taken.
#define RECORD_ONE                                                             \
  if (*f++)                                                                    \
    x = s;                                                                     \
  else                                                                         \
    x = t;                                                                     \
  cudaEventRecord(e, x);

// CHECK: :[[#@LINE+1]]:6: remark: 'records' has more paths than are followed: its code is analysed, but not for all values of variables; split it [
void records(cudaStream_t s, cudaStream_t t, cudaEvent_t e, const bool *f) {
  cudaStream_t x;
  THOUSANDS(RECORD_ONE)
}

// CHECK: :[[#@LINE+3]]:6: remark: 'fills' has more paths than are followed: its code is analysed, but not for all values of variables; move the captured code into a function of its own [
// EXACT: :[[#@LINE+2]]:6: remark: 'fills' has more paths than are followed:
// ERRORS: :[[#@LINE+1]]:6: remark: 'fills' has more paths than are followed:
void fills(cudaStream_t s, cudaStream_t t, cudaEvent_t e, const bool *f,
           float *p, cudaGraph_t *g) {
  cudaStream_t x;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  THOUSANDS(RECORD_ONE)
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode
  // EXACT: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode
  cudaMalloc(&p, 4);
  cudaStreamEndCapture(s, g);
}

// Captures with other streams in them are joined.
// CHECK: :[[#@LINE+3]]:6: remark: 'forks' is too large to be analysed closely: findings may be missing; move the captured code into a function of its own [
// EXACT: :[[#@LINE+2]]:6: remark: 'forks' is too large to be analysed closely:
// ERRORS: :[[#@LINE+1]]:6: remark: 'forks' is too large to be analysed closely:
void forks(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaStream_t v,
           cudaEvent_t e, const bool *f, cudaGraph_t *g) {
  cudaStream_t x;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaEventRecord(e, s);
  if (*f++)
    cudaStreamWaitEvent(t, e, 0);
  if (*f++)
    cudaStreamWaitEvent(u, e, 0);
  if (*f++)
    cudaStreamWaitEvent(v, e, 0);
  THOUSANDS(RECORD_ONE)
  cudaStreamEndCapture(s, g);
}

void isLong(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  THOUSANDS(cudaMemsetAsync(p, 0, 4, s);)
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode
  // EXACT: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode
  cudaMalloc(&p, 4);
  cudaStreamEndCapture(s, g);
}

void small(cudaStream_t s, cudaEvent_t e) { cudaEventRecord(e, s); }
