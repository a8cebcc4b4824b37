// Layers that call layers through a base class: each call may be one of any of
// them. A guess that rests on another one is made once, so that the cost does
// not grow with the number of ways through the layers.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

void launch(cudaStream_t S, float *X);
struct Layer {
  virtual ~Layer() = default;
  virtual void forward(float *X, cudaStream_t S) = 0;
  Layer *A = nullptr, *B = nullptr, *C = nullptr;
};
#define LAYER(Name)                                                                                \
  struct Name : Layer {                                                                            \
    bool Deep = false;                                                                             \
    void forward(float *X, cudaStream_t S) override {                                              \
      if (Deep)                                                                                    \
        A->forward(X, S);                                                                          \
      launch(S, X);                                                                                \
      B->forward(X, S);                                                                            \
      C->forward(X + 1, S);                                                                        \
    }                                                                                              \
  };
LAYER(L0) LAYER(L1) LAYER(L2) LAYER(L3) LAYER(L4) LAYER(L5) LAYER(L6) LAYER(L7) LAYER(L8) LAYER(L9)
struct Inner {
  virtual ~Inner() = default;
  virtual void run(cudaStream_t S) = 0;
};
struct Waits : Inner {
  void run(cudaStream_t S) override { cudaStreamSynchronize(S); }
};
struct Outer : Layer {
  Inner *Part = nullptr;
  void forward(float *, cudaStream_t S) override { Part->run(S); }
};
// A guess that rests on a guess is still found.
// CHECK: :[[#@LINE+4]]:3: warning: possible: call to '{{.*}}::forward' reaches 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
cudaError_t run(cudaStream_t S, cudaGraph_t *G, Layer *First, float *X) {
  if (cudaError_t E = cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal))
    return E;
  First->forward(X, S);
  return cudaStreamEndCapture(S, G);
}
