// A function of which nothing, or perhaps not all, is reported because it is too
// large is named to who asks for what is possible.
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call,cuda-capture-isolation '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %tidy -checks=-*,cuda-capture-unsafe-call,cuda-capture-isolation %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --implicit-check-not=warning: --implicit-check-not=remark:
#include <cuda_runtime.h>
#define TEN(X) X X X X X X X X X X
#define THOUSAND(X) TEN(TEN(TEN(X)))

// CHECK: :[[#@LINE+1]]:6: remark: 'records' is too large to be analysed; nothing in it is reported [
void records(cudaStream_t s, cudaEvent_t e) {
  THOUSAND(cudaEventRecord(e, s); cudaEventRecord(e, s); cudaEventRecord(e, s);)
}

// CHECK: :[[#@LINE+1]]:6: remark: 'fills' is too large to be analysed closely; not all in it may be reported [
void fills(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  THOUSAND(cudaMemsetAsync(p, 0, 4, s);)
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode
  // EXACT: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode
  cudaMalloc(&p, 4);
  cudaStreamEndCapture(s, g);
}

void small(cudaStream_t s, cudaEvent_t e) { cudaEventRecord(e, s); }
