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
