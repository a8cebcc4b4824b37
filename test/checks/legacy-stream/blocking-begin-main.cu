// A program with a 'main' shows its threads.
// RUN: %tidy -checks=-*,cuda-capture-legacy-stream '--config={CheckOptions: {CudaCaptureReportPossible: true, CudaCaptureOtherThreads: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --allow-empty
#include <cuda_runtime.h>

__global__ void work(float *data) {}

int main() {
  float *data;
  cudaMalloc(&data, 4);
  cudaGraph_t graph;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  work<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(data);
}
