// RUN: %lint-cu
// A workspace grows when it is used for the first time, deep below the region.
#include <cuda_runtime.h>

__global__ void kernel(float *x);

class Workspace {
public:
  float *reserve(size_t n) {
    if (n > size_) {
      cudaFree(data_);
      cudaMalloc(&data_, n);
      size_ = n;
    }
    return data_;
  }

private:
  float *data_ = nullptr;
  size_t size_ = 0;
};

class Attention {
public:
  void run(size_t n, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(workspace_.reserve(n)); }
  void prepare(size_t n) { workspace_.reserve(n); }

private:
  Workspace workspace_;
};

void fires(Attention &a, size_t n, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'Attention::run' reaches 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-24]]:7: note: 'Workspace::reserve' calls 'cudaFree' here when 'n > size_'
  a.run(n, s);
  cudaStreamEndCapture(s, g);
}

void silentIfItIsReservedBefore(size_t n, cudaStream_t s, cudaGraph_t *g) {
  Attention a;
  a.prepare(64);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  a.run(64, s);
  cudaStreamEndCapture(s, g);
}
