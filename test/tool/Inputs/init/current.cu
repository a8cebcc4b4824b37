#include <cuda_runtime.h>
static thread_local cudaStream_t current = nullptr;
static cudaStream_t other;
void *current_stream() { return current; }
void set_current_stream(void *s) { current = static_cast<cudaStream_t>(s); }
static cudaStream_t active() { return static_cast<cudaStream_t>(current_stream()); }
__global__ void convert(float *, const double *, int);

class Recording {
  cudaStream_t Stream = nullptr;
  void *Before;

public:
  Recording() {
    cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking);
    Before = current_stream();
    set_current_stream(Stream);
    cudaStreamBeginCapture(Stream, cudaStreamCaptureModeThreadLocal);
  }
  cudaGraph_t finish() {
    cudaGraph_t g;
    cudaStreamEndCapture(Stream, &g);
    set_current_stream(Before);
    return g;
  }
};
void cast(float *to, const double *from, const float *same, int n) {
  if (same)
    cudaMemcpy(to, same, n * 4, cudaMemcpyDeviceToDevice);
  else
    convert<<<n / 256, 256, 0, static_cast<cudaStream_t>(current_stream())>>>(to, from, n);
}
void clear(float *to, int n) { cudaMemsetAsync(to, 0, n, active()); }
// Prepares, and waits.
void upload(float *to, const float *host, int n) {
  cudaMemcpyAsync(to, host, n * 4, cudaMemcpyHostToDevice, active());
  cudaStreamSynchronize(active());
}
// On a stream that nothing captures.
void elsewhere(float *to, const double *from) { convert<<<1, 1, 0, other>>>(to, from, 1); }
// Work on the legacy stream, where other functions use the current one.
void scale(float *to, const double *from) { convert<<<1, 1>>>(to, from, 1); }
static void wait_outside() {
  if (current_stream())
    return;
  cudaDeviceSynchronize();
}
void scale_checked(float *to, const double *from) {
  convert<<<1, 1>>>(to, from, 1);
  wait_outside();
}
// The program calls it, it makes what it works on, or always waits.
static void scaled_here(float *to, const double *from) { convert<<<1, 1>>>(to, from, 1); }
float *scaled_copy(const double *from) {
  float *to;
  cudaMalloc(&to, 4);
  convert<<<1, 1>>>(to, from, 1);
  return to;
}
void scale_and_wait(float *to, const double *from) {
  convert<<<1, 1>>>(to, from, 1);
  cudaDeviceSynchronize();
}
void prepare_scale(float *to, const double *from) {
  scaled_here(to, from);
  cudaDeviceSynchronize();
}
