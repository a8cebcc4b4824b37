// A member function finds the captured stream in an object that its own object
// owns by a smart pointer.
// RUN: not %cuda-capture check --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <memory>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
__global__ void kernel(float *);

class Device {
public:
  cudaStream_t stream() const { return Stream; }

private:
  cudaStream_t Stream;
  int Id;
};

class Layer {
public:
  virtual ~Layer() = default;
  const Device &device() const { return *Shared; }
  cudaStream_t own() const { return Unique->stream(); }

private:
  std::shared_ptr<Device> Shared;
  std::unique_ptr<Device> Unique;
};

struct Dense : Layer {
  float *x;
  CAPTURABLE void firesForShared() {
    kernel<<<1, 1, 0, device().stream()>>>(x);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while the caller of 'Dense::firesForShared' is capturing 'Shared->Stream'
    cudaStreamSynchronize(device().stream());
  }
  CAPTURABLE void firesForUnique() {
    kernel<<<1, 1, 0, own()>>>(x);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while the caller of 'Dense::firesForUnique' is capturing 'Unique->Stream'
    cudaStreamSynchronize(own());
  }
  CAPTURABLE void silentBehindAGuard() {
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(device().stream(), &status);
    if (status == cudaStreamCaptureStatusNone)
      cudaStreamSynchronize(device().stream());
  }
  CAPTURABLE void silentForWork() { kernel<<<1, 1, 0, device().stream()>>>(x); }
};

struct Context {
  std::shared_ptr<Device> device;
};
CAPTURABLE void firesForAParameter(Context &c, float *x) {
  kernel<<<1, 1, 0, c.device->stream()>>>(x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'firesForAParameter' is capturing 'c->device->Stream'
  cudaStreamSynchronize(c.device->stream());
}
