#include <cuda_runtime.h>
#define DECLARATIONS_ONLY
#include "settle.h"
#include "pause.h"
void record(cudaStream_t s) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  settle();
  pause();
  cudaStreamEndCapture(s, &graph);
  cudaGraphDestroy(graph);
}
