// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// A macro may write a call out twice; the second one fails as the first did. The
// same place in another instance of a template is another call.
#include <cuda_runtime.h>

void report(cudaError_t);
#define TRY(call)                                                              \
  if ((call) != cudaSuccess) {                                                 \
    report(call);                                                              \
    return;                                                                    \
  }

template <int Bits> static void silentInASecondInstance() {
  void *data = nullptr;
  cudaStream_t s;
  cudaGraph_t g;
  cudaMalloc(&data, Bits);
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess)
    return;
  cudaStreamDestroy(s);
  cudaFree(data);
}
void callsInstances() {
  silentInASecondInstance<1>();
  silentInASecondInstance<2>();
  silentInASecondInstance<4>();
}

void silentForACallThatIsNamedAgain(cudaStream_t s, cudaGraph_t *g) {
  TRY(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  TRY(cudaStreamEndCapture(s, g));
}

template <int Bits> static void firesInASecondInstance(cudaStream_t s, cudaGraph_t *g, void *data) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}'cudaFree' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  cudaFree(data);
  cudaStreamEndCapture(s, g);
}
void callsFiringInstances(cudaStream_t s, cudaGraph_t *g, void *data) {
  firesInASecondInstance<1>(s, g, data);
  firesInASecondInstance<2>(s, g, data);
}
