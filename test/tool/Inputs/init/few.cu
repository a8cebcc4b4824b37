// One function uses the current stream, and many others the legacy one.
#include <cuda_runtime.h>
static thread_local cudaStream_t current = nullptr;
__global__ void convert(float *, const double *, int);

void record(cudaStream_t s) {
  current = s;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
}
void cast(float *to, const double *from) { convert<<<1, 1, 0, current>>>(to, from, 1); }
void more1(float *to, const double *from) { convert<<<1, 1>>>(to, from, 1); }
void more2(float *to, const double *from) { convert<<<2, 1>>>(to, from, 1); }
void more3(float *to, const double *from) { convert<<<3, 1>>>(to, from, 1); }
void more4(float *to, const double *from) { convert<<<4, 1>>>(to, from, 1); }
