// A library whose captures prohibit nothing to other threads.
#include <cuda_runtime.h>
extern "C" bool local_begin(cudaStream_t s) {
  return cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) ==
         cudaSuccess;
}
