// A wrapper header, as projects have them.
#ifndef DEVICE_BUFFER_H
#define DEVICE_BUFFER_H
#include <cuda_runtime.h>
#include <stdexcept>

namespace wrap {
inline void check(cudaError_t e) {
  if (e != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(e));
}

class DeviceBuffer {
  void *data_ = nullptr;
  size_t size_ = 0;

public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(size_t n) : size_(n) { check(cudaMalloc(&data_, n)); }
  DeviceBuffer(const DeviceBuffer &) = delete;
  ~DeviceBuffer() {
    if (data_)
      cudaFree(data_);
  }
  void *data() const { return data_; }
  void reserve(size_t n) {
    if (n <= size_)
      return;
    if (data_)
      check(cudaFree(data_));
    check(cudaMalloc(&data_, n));
    size_ = n;
  }
};

class Stream {
  cudaStream_t s_;

public:
  Stream() { check(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking)); }
  Stream(const Stream &) = delete;
  ~Stream() { cudaStreamDestroy(s_); }
  cudaStream_t get() const { return s_; }
  void sync() const { check(cudaStreamSynchronize(s_)); }
};

class CaptureScope {
  const Stream &stream_;
  cudaGraph_t *graph_;

public:
  CaptureScope(const Stream &stream, cudaGraph_t *graph,
               cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal)
      : stream_(stream), graph_(graph) {
    check(cudaStreamBeginCapture(stream.get(), mode));
  }
  ~CaptureScope() { cudaStreamEndCapture(stream_.get(), graph_); }
};
} // namespace wrap
#endif
