// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// An operator that captures and launches a graph of its own is not what a program puts into a capture.
#include <cuda_runtime.h>
#include <memory>

__global__ void scale(float *x, float *y);

struct Operator {
  virtual ~Operator() = default;
  virtual void apply(float *x, float *y, cudaStream_t s) const = 0;
};
struct Diagonal : Operator {
  void apply(float *x, float *y, cudaStream_t s) const override { scale<<<1, 32, 0, s>>>(x, y); }
};
struct Blocking : Operator {
  void apply(float *x, float *y, cudaStream_t s) const override {
    scale<<<1, 32, 0, s>>>(x, y);
    cudaStreamSynchronize(s);
  }
};
struct Inner : Operator {
  void apply(float *x, float *y, cudaStream_t s) const override {
    float *own = nullptr;
    if (cudaMalloc(&own, 64) != cudaSuccess)
      return;
    cudaGraph_t graph = nullptr;
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    scale<<<1, 32, 0, s>>>(x, own);
    finish(s, &graph);
    cudaStreamSynchronize(s);
    cudaFree(own);
  }
  static void finish(cudaStream_t s, cudaGraph_t *graph) {
    cudaGraphExec_t exec = nullptr;
    if (cudaStreamEndCapture(s, graph) != cudaSuccess || cudaGraphInstantiate(&exec, *graph, 0) != cudaSuccess)
      return;
    cudaGraphLaunch(exec, s);
  }
};
struct Outer : Operator {
  std::shared_ptr<Operator> part;
  void apply(float *x, float *y, cudaStream_t s) const override {
    cudaGraph_t graph = nullptr;
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'Blocking::apply' reaches 'cudaStreamSynchronize' while 's' is capturing
    part->apply(x, y, s);
    if (cudaStreamEndCapture(s, &graph) != cudaSuccess)
      return;
    cudaGraphDestroy(graph);
  }
};
std::shared_ptr<Operator> make(int kind) {
  if (kind == 0)
    return std::make_shared<Diagonal>();
  if (kind == 1)
    return std::make_shared<Blocking>();
  if (kind == 2)
    return std::make_shared<Inner>();
  return std::make_shared<Outer>();
}
// A call that is certain is reported, whatever it calls.
void firesForTheInnerOne(const Inner &inner, float *x, float *y, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'Inner::apply' reaches 'cudaMalloc' while 's' is capturing
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Inner::apply' reaches 'cudaStreamBeginCapture', which begins another capture
  inner.Inner::apply(x, y, s);
  (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
}
