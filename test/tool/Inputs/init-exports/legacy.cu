// Functions that forget the stream, beside others that take it.
#include "cuda_runtime.h"

__global__ void kernel(float *);

extern "C" void on_stream(float *P, cudaStream_t Stream) {
  kernel<<<1, 1, 0, Stream>>>(P);
}
extern "C" void on_legacy(float *P) { kernel<<<1, 1>>>(P); }
static void launch(float *P) { kernel<<<1, 1>>>(P); }
extern "C" void in_callee(float *P) { launch(P); }

// These wait, prepare something, or let their caller decide.
extern "C" void waits(float *P) {
  kernel<<<1, 1>>>(P);
  cudaDeviceSynchronize();
}
extern "C" float *prepares(size_t Size) {
  float *P;
  cudaMalloc((void **)&P, Size);
  kernel<<<1, 1>>>(P);
  return P;
}
extern "C" void waits_on_request(float *P, bool Wait) {
  kernel<<<1, 1>>>(P);
  if (Wait)
    cudaDeviceSynchronize();
}
