// RUN: %lint-cu
// An allocator that is meant to work in captures forgets to relax the mode.
#include <cuda_runtime.h>

class Relaxed {
public:
  Relaxed() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~Relaxed() { cudaThreadExchangeStreamCaptureMode(&mode_); }

private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

void *grow(size_t n) {
  void *p = nullptr;
  cudaMalloc(&p, n);
  return p;
}
void *growRelaxed(size_t n) {
  Relaxed guard;
  return grow(n);
}

void region(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'grow' reaches 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  void *a = grow(16);
  void *b = growRelaxed(16);
  cudaMemsetAsync(a, 0, 16, s);
  cudaMemsetAsync(b, 0, 16, s);
  cudaStreamEndCapture(s, g);
}
