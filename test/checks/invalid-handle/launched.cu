// A function that only launches a graph is looked at, too.
// RUN: %tidy %every-check %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

void firesForNull(cudaStream_t s) {
  cudaGraphExec_t exec = nullptr;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' uses executable graph 'exec' that is null; {{.*}} [cuda-capture-invalid-handle]
  cudaGraphLaunch(exec, s);
}
void firesForAnUninitialisedVariable(cudaStream_t s) {
  cudaGraphExec_t exec;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' uses executable graph 'exec' that was never created; {{.*}} [cuda-capture-invalid-handle]
  cudaGraphLaunch(exec, s);
}
void silentForAParameter(cudaStream_t s, cudaGraphExec_t exec) { cudaGraphLaunch(exec, s); }
void make(cudaGraphExec_t *exec);
void silentIfItMayBeMade(cudaStream_t s) {
  cudaGraphExec_t exec = nullptr;
  make(&exec);
  cudaGraphLaunch(exec, s);
}
