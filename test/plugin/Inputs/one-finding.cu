#include <cuda_runtime.h>
void f(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
