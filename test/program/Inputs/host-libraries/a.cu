#include <gtest/gtest.h>

void f(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  report(s);
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
