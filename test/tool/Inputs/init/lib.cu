#include <cuda_runtime.h>
__global__ void kernel(float *);

static bool capturing(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  return status == cudaStreamCaptureStatusActive;
}

// A stream parameter alone shows nothing.
void prepare(cudaStream_t s, float **p) {
  cudaMalloc(p, 4);
  kernel<<<1, 1, 0, s>>>(*p);
}

extern "C" void lib_run(cudaStream_t s, float *p) {
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamSynchronize(s);
}
extern "C" void lib_init(float **p) { cudaMalloc(p, 4); }
extern "C" void lib_default(float *p) { kernel<<<1, 1>>>(p); }
// What a function allocates, it prepares.
extern "C" void lib_zeroed(float **p) {
  cudaMalloc(p, 4);
  cudaMemset(*p, 0, 4);
}
extern "C" void lib_host_copy(float *to, float *from) {
  cudaMemcpy(to, from, 4, cudaMemcpyHostToDevice);
}
extern "C" void lib_clear(float *p) { cudaMemset(p, 0, 4); }
extern "C" void lib_copy(float *to, float *from) {
  cudaMemcpy(to, from, 4, cudaMemcpyDeviceToDevice);
}
extern "C" __attribute__((visibility("hidden"))) void
lib_hidden(cudaStream_t s, float *p) {
  kernel<<<1, 1, 0, s>>>(p);
}
extern "C" {
static void local(cudaStream_t s, float *p) { kernel<<<1, 1, 0, s>>>(p); }
}

namespace n {
struct Pool {
  void grow(cudaStream_t s) {
    if (!capturing(s))
      cudaDeviceSynchronize();
  }
  template <typename T> void get(cudaStream_t s, T *p) {
    if (capturing(s))
      cudaFree(p);
  }
  float operator[](cudaStream_t s) {
    if (!capturing(s))
      cudaStreamSynchronize(s);
    return 0;
  }
};
} // namespace n

void relax() {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
}

// A function that both asks and begins is called outside of captures.
void record(n::Pool &pool, cudaStream_t s, float *p) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status != cudaStreamCaptureStatusNone)
    return;
  cudaGraph_t g;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  lib_run(s, p);
  pool.get<int>(s, nullptr);
  pool.get<float>(s, p);
  local(s, p);
  cudaStreamEndCapture(s, &g);
  cudaGraphDestroy(g);
}
