// Records what a callable enqueues, and launches it.
#pragma once
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
__global__ void kernel(float *, int);
bool elsewhere();

class Recording {
  cudaStream_t s;
  cudaGraphExec_t exec = nullptr;

public:
  bool recorded = false;
  template <class F> void record(F body) {
    cudaGraph_t g;
    cudaStreamBeginCapture(s, kThreadLocal);
    body(s);
    cudaStreamEndCapture(s, &g);
    if (exec)
      cudaGraphExecDestroy(exec);
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphDestroy(g);
    recorded = true;
  }
  bool isRecorded() const { return recorded; }
  void execute() { cudaGraphLaunch(exec, s); }
};
