// RUN: %lint-cu
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// A capture of the legacy stream does not begin, so none runs where its origin
// stream is null.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

void silentWhereTheStreamIsNull(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return;
  if (!s)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
void silentBehindAnEndForAStream(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  if (s)
    cudaStreamEndCapture(s, g);
  cudaDeviceSynchronize();
}
void silentIfTheBeginIsSkipped(cudaStream_t s, cudaGraph_t *g) {
  if (s)
    cudaStreamBeginCapture(s, kGlobal);
  else
    cudaDeviceSynchronize();
  if (s != nullptr)
    cudaStreamEndCapture(s, g);
  cudaDeviceSynchronize();
}
void firesWhereItIsNot(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  if (s)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
void firesForAnotherStream(cudaStream_t s, cudaStream_t other, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  if (!other)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
void firesBehindTheTest(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  if (!s)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

// An owner that ends the capture unless it was moved from.
class Region {
public:
  Region(cudaStream_t s, cudaGraph_t *g) : Stream(s), Graph(g) {
    if (cudaStreamBeginCapture(Stream, kGlobal) != cudaSuccess)
      Stream = nullptr;
  }
  Region(Region &&O) : Stream(O.Stream), Graph(O.Graph) { O.Stream = nullptr; }
  ~Region() {
    if (Stream)
      cudaStreamEndCapture(Stream, Graph);
  }

private:
  cudaStream_t Stream;
  cudaGraph_t *Graph;
};
void consume(Region) {}
void silentBehindAConsumedRegion(cudaStream_t s, cudaGraph_t *g) {
  consume(Region(s, g));
  cudaStreamSynchronize(s);
  Region Named(s, g);
  consume(static_cast<Region &&>(Named));
  cudaStreamSynchronize(s);
}
void firesInsideTheRegion(cudaStream_t s, cudaGraph_t *g) {
  Region Named(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
}
