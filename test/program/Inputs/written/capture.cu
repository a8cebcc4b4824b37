#include "arena.h"

static void block(cudaStream_t s) {
  if (!arenaIsOn)
    cudaStreamSynchronize(s);
}

static bool recorded;

cudaGraph_t capture(cudaStream_t s) {
  cudaGraph_t g = nullptr;
  arenaIsOn = true;
  recorded = false;
  load();
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  block(s);
  if (recorded)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, &g);
  return g;
}
