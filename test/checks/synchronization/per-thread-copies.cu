// RUN: %tidy %all-checks %s -- %cuda-flags -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error: --implicit-check-not='or remove it'
// A synchronous copy from or to host memory waits for stream 0, which is the
// stream of the thread here.
#include <cuda.h>
#include <cuda_runtime.h>
#include <thread>

__constant__ float table[16];

void firesForCopiesFromAndToTheHost(void *device, void *host, cudaGraph_t *g) {
  cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMemcpy' while 'cudaStreamPerThread' is capturing in thread-local mode; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-synchronization]
  // CHECK: :[[#@LINE+1]]:3: note: use cudaMemcpyAsync on the capturing stream, {{.*}} [cuda/stream-capture-unsupported;
  cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost);
  cudaStreamEndCapture(cudaStreamPerThread, g);
  cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpy' while a stream is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaMemcpy(device, host, 16, cudaMemcpyHostToDevice);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyToSymbol' while a stream is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cudaMemcpyToSymbol(table, host, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to '{{cuMemcpyDtoH.*}}' while a stream is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  cuMemcpyDtoH(host, (CUdeviceptr)device, 16);
  cudaStreamEndCapture(0, g);
}

// These may return before they have been done, or become nodes of the graph.
void silentForWorkOfTheDevice(void *device, cudaGraph_t *g) {
  cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed);
  cudaMemset(device, 0, 16);
  cudaMemcpy(device, (char *)device + 16, 16, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(table, device, 16, 0, cudaMemcpyDeviceToDevice);
  cudaStreamEndCapture(0, g);
}

void silentForAnUnknownDirection(void *to, void *from, cudaMemcpyKind kind,
                                 cudaGraph_t *g) {
  cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed);
  cudaMemcpy(to, from, 16, cudaMemcpyDefault);
  cudaMemcpy(to, from, 16, kind);
  cudaStreamEndCapture(0, g);
}

void silentOutsideOfTheCapture(void *device, void *host, cudaGraph_t *g) {
  cudaMemcpy(device, host, 16, cudaMemcpyHostToDevice);
  cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed);
  cudaStreamEndCapture(0, g);
  cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost);
}

void silentBesideAnotherStream(cudaStream_t s, void *device, void *host, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost);
  cudaStreamEndCapture(s, g);
}

// Another thread has a stream of its own.
void silentInAnotherThread(void *device, void *host, cudaGraph_t *g) {
  cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed);
  std::thread other([=] { cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost); });
  other.join();
  cudaStreamEndCapture(0, g);
}
