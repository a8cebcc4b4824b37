// A program that captures for itself.
#include <cuda_runtime.h>
static bool record(cudaStream_t s, cudaGraph_t *graph) {
  return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) ==
             cudaSuccess &&
         cudaStreamEndCapture(s, graph) == cudaSuccess;
}
int main() {
  cudaStream_t s;
  cudaGraph_t graph;
  return cudaStreamCreate(&s) == cudaSuccess && record(s, &graph) ? 0 : 1;
}
