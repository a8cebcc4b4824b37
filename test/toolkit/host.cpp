// The real headers of a toolkit, in plain C++: runtime and driver.
// REQUIRES: cuda-toolkit
// RUN: %tidy %all-checks %s -- -std=c++17 -isystem %real-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <cuda.h>
#include <cuda_runtime.h>

void firesInHostCode(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

void firesInDriverCode(CUstream s, CUgraph *g, CUdeviceptr p) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemFree{{.*}}' while 's' is capturing in global mode; the driver rejects it with CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED (900) {{.*}} [cuda-capture-unsafe-call]
  cuMemFree(p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemcpyHtoD{{.*}}' on the legacy default stream {{.*}} [cuda-capture-legacy-stream]
  cuMemcpyHtoD(p, nullptr, 4);
  cuStreamEndCapture(s, g);
}

void silentPerThread(CUdeviceptr p, CUgraph *g) {
  cuStreamBeginCapture(CU_STREAM_PER_THREAD, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuMemFree(p);
  cuStreamEndCapture(CU_STREAM_PER_THREAD, g);
}
