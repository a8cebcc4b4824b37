// A function that captures, and of which nothing, or perhaps not all, is reported
// because it is too large, is named; to who asks for what is possible, others are,
// too. A remark is shown at the default level, and is no error if warnings are.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call,cuda-capture-isolation '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call,cuda-capture-isolation %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %tidy -checks=-*,cuda-capture-isolation -warnings-as-errors=* %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=ERRORS --implicit-check-not=error:
#include <cuda_runtime.h>
#define TEN(X) X X X X X X X X X X
#define THOUSAND(X) TEN(TEN(TEN(X)))

// CHECK: :[[#@LINE+1]]:6: remark: 'records' is too large to be analysed: nothing in it is reported; split it [
void records(cudaStream_t s, cudaEvent_t e) {
  THOUSAND(cudaEventRecord(e, s); cudaEventRecord(e, s); cudaEventRecord(e, s);)
}

// CHECK: :[[#@LINE+3]]:6: remark: 'fills' is too large to be analysed closely: findings may be missing; move the captured code into a function of its own [
// EXACT: :[[#@LINE+2]]:6: remark: 'fills' is too large to be analysed closely:
// ERRORS: :[[#@LINE+1]]:6: remark: 'fills' is too large to be analysed closely:
void fills(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  THOUSAND(cudaMemsetAsync(p, 0, 4, s);)
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode
  // EXACT: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode
  cudaMalloc(&p, 4);
  cudaStreamEndCapture(s, g);
}

void small(cudaStream_t s, cudaEvent_t e) { cudaEventRecord(e, s); }
