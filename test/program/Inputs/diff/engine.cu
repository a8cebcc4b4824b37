#include <cuda_runtime.h>
void *take();

void capture(cudaStream_t s, cudaGraph_t *graph) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  take();
  cudaStreamEndCapture(s, graph);
}

void old(cudaStream_t s, cudaGraph_t *graph) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, graph);
}
