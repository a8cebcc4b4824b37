// RUN: %lint-cu
// A worker allocates while the main thread captures in Global mode.
#include <cuda_runtime.h>
#include <thread>

__global__ void kernel();

void prefetch(void **buffer) { cudaMallocHost(buffer, 1 << 20); }

void fires(cudaStream_t s, cudaGraph_t *g, void **buffer) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+2]]:15: warning: thread that runs 'prefetch' reaches 'cudaMallocHost' while 's' is capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE+1]]:15: note: begin the capture with cudaStreamCaptureModeThreadLocal, or exchange the mode of this thread {{.*}}
  std::thread loader(prefetch, buffer);
  kernel<<<1, 1, 0, s>>>();
  loader.join();
  cudaStreamEndCapture(s, g);
}

void silentInThreadLocalMode(cudaStream_t s, cudaGraph_t *g, void **buffer) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  std::thread loader(prefetch, buffer);
  kernel<<<1, 1, 0, s>>>();
  loader.join();
  cudaStreamEndCapture(s, g);
}

void relaxedPrefetch(void **buffer) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaMallocHost(buffer, 1 << 20);
  cudaThreadExchangeStreamCaptureMode(&mode);
}

void silentIfTheWorkerIsRelaxed(cudaStream_t s, cudaGraph_t *g, void **buffer) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  std::thread loader(relaxedPrefetch, buffer);
  kernel<<<1, 1, 0, s>>>();
  loader.join();
  cudaStreamEndCapture(s, g);
}
