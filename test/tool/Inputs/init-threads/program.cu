// The check of modes knows the threads of a program that captures itself.
#include "cuda_runtime.h"
#include <thread>

struct Watchdog {
  cudaEvent_t Event;
  bool Stop = false;
  std::thread Thread;

  Watchdog() { Thread = std::thread(&Watchdog::watch, this); }
  void watch() {
    while (!Stop)
      cudaEventQuery(Event);
  }
};

void capture(cudaStream_t Stream, cudaGraph_t *Graph) {
  cudaStreamBeginCapture(Stream, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(Stream, Graph);
}
