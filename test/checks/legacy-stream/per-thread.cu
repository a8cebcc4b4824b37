// RUN: %tidy %all-checks %s -- %cuda-flags -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// With --default-stream per-thread, stream 0 is the per-thread stream, which
// may be captured; only an explicit cudaStreamLegacy is the legacy stream.
#include <cuda_runtime.h>

__global__ void kernel();
__constant__ float table[16];

void silentForImpliedStreams(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  kernel<<<1, 1>>>();
  kernel<<<1, 1, 0, 0>>>();
  cudaMemsetAsync(p, 0, 16);
  cudaMemset(p, 0, 16);
  cudaMemcpy(p, p, 16, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(table, p, 16);
  cudaEventRecord(e);
  cudaStreamEndCapture(s, g);
}

void silentForCapturingStreamZero(cudaGraph_t *g) {
  cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1>>>();
  cudaStreamEndCapture(0, g);
}

void firesForTheNamedLegacyStream(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1, 0, cudaStreamLegacy>>>();
  cudaStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of the legacy default stream, which cannot be captured; {{.*}} [cuda-capture-legacy-stream]
  cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed);
  cudaStreamEndCapture(cudaStreamLegacy, g);
}

// Stream 0 is the capturing stream itself.
void firesForAWaitForStreamZero(cudaGraph_t *g) {
  cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while a stream is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(cudaStreamPerThread);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while a stream is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(0);
  cudaStreamEndCapture(0, g);
}
