// A region that is written once, and instantiated twice; what is named and not
// called is none.
#include <cuda_runtime.h>
template <typename T> void record(cudaStream_t S, T *P) {
  cudaGraph_t Graph;
  (void)cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  (void)cudaMemsetAsync(P, 0, sizeof(T), S);
  (void)cudaStreamEndCapture(S, &Graph);
}
void both(cudaStream_t S, int *I, float *F) {
  record(S, I);
  record(S, F);
}
cudaError_t (*chosen(bool Relaxed))(cudaStream_t, cudaStreamCaptureMode) {
  return Relaxed ? cudaStreamBeginCapture : nullptr;
}
