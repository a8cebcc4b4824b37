#include <mygtest/gtest.h>

void f(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  report(s);
  cudaStreamEndCapture(s, g);
}
