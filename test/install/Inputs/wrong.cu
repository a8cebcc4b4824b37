#include <cuda_runtime.h>

void record(cudaStream_t stream, cudaGraph_t *graph) {
  void *memory;
  (void)cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMalloc(&memory, 16);
  (void)cudaStreamEndCapture(stream, graph);
}
