// A function tests whether a stream is null, and goes on. That the stream is null behind the test is possible.
// RUN: %tidy -checks=-*,cuda-capture-legacy-stream '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

__global__ void work(float *data) {}

class Lane {
public:
  cudaEvent_t mark = nullptr;
  cudaStream_t raw() const { return own; }
  void follow(Lane &other) {
    if (other.own == nullptr || own == other.own)
      return;
    cudaEventRecord(other.mark, other.own);
    cudaStreamWaitEvent(own, other.mark, 0);
  }

private:
  cudaStream_t own = nullptr;
};

void inCallee(Lane &a, Lane &b, float *data, cudaGraph_t *graph) {
  a.follow(b);
  cudaStreamBeginCapture(a.raw(), cudaStreamCaptureModeThreadLocal);
  work<<<1, 32, 0, a.raw()>>>(data);
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'Lane::follow' reaches 'cudaStreamWaitEvent' on the legacy default stream
  b.follow(a);
  a.follow(b);
  cudaStreamEndCapture(a.raw(), graph);
}

void behindTest(cudaStream_t captured, cudaStream_t other, float *data, cudaGraph_t *graph) {
  if (!other)
    *data = 0;
  cudaStreamBeginCapture(captured, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: possible: kernel launch on the legacy default stream
  work<<<1, 32, 0, other>>>(data);
  cudaStreamEndCapture(captured, graph);
}

// The test decides whether the call is made.
void underTest(cudaStream_t captured, cudaStream_t other, float *data, cudaGraph_t *graph) {
  cudaStreamBeginCapture(captured, cudaStreamCaptureModeThreadLocal);
  if (!other)
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch on the legacy default stream
    work<<<1, 32, 0, other>>>(data);
  cudaStreamEndCapture(captured, graph);
}

// The function itself chooses the null stream.
void chosen(cudaStream_t captured, bool plain, float *data, cudaGraph_t *graph) {
  cudaStream_t other = plain ? nullptr : captured;
  cudaStreamBeginCapture(captured, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream
  work<<<1, 32, 0, other>>>(data);
  cudaStreamEndCapture(captured, graph);
}
