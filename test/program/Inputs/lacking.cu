// Behind a header that lacks, templates are instantiated as anywhere.
#include "not_there.h"
#include <cuda_runtime.h>
template <typename T> void record(cudaStream_t S, T *P) {
  cudaGraph_t Graph;
  if (cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  (void)cudaFree(P);
  (void)cudaStreamEndCapture(S, &Graph);
}
void both(cudaStream_t S, float *P) { record(S, P); }
