// A function may pause the capture of its caller: it ends the capture, and goes
// on with the graph that it gets.
//
// RUN: %lint-cu
#include <cuda_runtime.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
__global__ void kernel(int *p);

static bool pause(cudaStream_t s, void **graph) {
  cudaGraph_t outer;
  if (cudaStreamEndCapture(s, &outer) != cudaSuccess)
    return false;
  *graph = outer;
  return true;
}
static bool resume(cudaStream_t s, void *graph) {
  return cudaStreamBeginCaptureToGraph(s, static_cast<cudaGraph_t>(graph), nullptr, nullptr, 0, kThreadLocal) ==
         cudaSuccess;
}

CAPTURABLE bool silentIfItGoesOn(cudaStream_t s, int *p) {
  cudaGraph_t outer;
  if (cudaStreamEndCapture(s, &outer) != cudaSuccess)
    return false;
  if (cudaStreamBeginCaptureToGraph(s, outer, nullptr, nullptr, 0, kThreadLocal) != cudaSuccess)
    return false;
  kernel<<<1, 1, 0, s>>>(p);
  return true;
}
// A body of the caller's graph is captured meanwhile.
CAPTURABLE bool silentAroundABody(cudaStream_t s, cudaGraph_t body, int *p) {
  void *outer = nullptr;
  if (!pause(s, &outer))
    return false;
  bool good = true;
  if (cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, kThreadLocal) != cudaSuccess) {
    good = false;
  } else {
    kernel<<<1, 1, 0, s>>>(p);
    if (cudaStreamEndCapture(s, nullptr) != cudaSuccess)
      good = false;
  }
  return resume(s, outer) && good;
}

CAPTURABLE bool firesIfNothingGoesOn(cudaStream_t s) {
  cudaGraph_t outer;
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaStreamEndCapture' ends the capture of 's', which its caller began; {{.*}} [cuda-capture-unbalanced]
  return cudaStreamEndCapture(s, &outer) == cudaSuccess;
}
// Another capture goes on.
CAPTURABLE bool firesForAnotherGraph(cudaStream_t s, cudaGraph_t body, int *p) {
  cudaGraph_t outer;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamEndCapture' ends the capture of 's', which its caller began; {{.*}} [cuda-capture-unbalanced]
  if (cudaStreamEndCapture(s, &outer) != cudaSuccess)
    return false;
  if (cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, kThreadLocal) != cudaSuccess)
    return false;
  kernel<<<1, 1, 0, s>>>(p);
  return cudaStreamEndCapture(s, nullptr) == cudaSuccess;
}
