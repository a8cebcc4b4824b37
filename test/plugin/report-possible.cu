// What rests on something that cannot be known is reported only on demand, and
// marked.
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --allow-empty --implicit-check-not=warning:
#include <cuda_runtime.h>
bool grow();
void f(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (grow())
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 4);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  // EXACT: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
