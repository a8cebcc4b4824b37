// RUN: %lint-cu
// Pairs in CUDA mode, where the library opens namespace std within extern "C++".
#include <cuda_runtime.h>
#include <utility>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

std::pair<cudaStream_t, cudaEvent_t> makeBoth() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaStreamCreate(&s);
  cudaEventCreate(&e);
  return {s, e};
}

void firesForForkThatIsNotJoined(cudaGraph_t *g) {
  auto [s, e] = makeBoth();
  auto [t, f] = makeBoth();
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaMemsetAsync(nullptr, 0, 16, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}
