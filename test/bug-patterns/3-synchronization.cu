// RUN: %lint-cu
// A debug build waits after each layer; a private stream is no protection.
#include <cuda_runtime.h>

__global__ void kernel();

struct Layer {
  cudaStream_t own;
  void forward(cudaStream_t s) {
    kernel<<<1, 1, 0, s>>>();
#ifndef NDEBUG
    cudaDeviceSynchronize();
#endif
  }
  void load() { cudaStreamSynchronize(own); }
};

void fires(Layer &a, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Layer::forward' reaches 'cudaDeviceSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  a.forward(s);
  cudaStreamEndCapture(s, g);
}

void firesForAPrivateStream(cudaGraph_t *g) {
  Layer a;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamCreate(&a.own);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Layer::load' reaches 'cudaStreamSynchronize' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  a.load();
  cudaStreamEndCapture(s, g);
}

void silentAfterwards(Layer &a, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  a.forward(s);
  a.load();
}
