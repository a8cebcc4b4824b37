#include <cuda_runtime.h>
namespace nvinfer1 {
struct IPluginV2 {
  virtual int enqueue(int, const void *const *, void **, void *,
                      cudaStream_t) = 0;
};
} // namespace nvinfer1
namespace pybind11 {
struct module_ {
  template <typename F> module_ &def(const char *, F &&) { return *this; }
};
} // namespace pybind11
__global__ void kernel(float *);

struct Plugin : nvinfer1::IPluginV2 {
  int enqueue(int, const void *const *, void **out, void *,
              cudaStream_t s) override {
    return cudaMalloc(out, 4);
  }
};

void asks(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaDeviceSynchronize();
}
void run(cudaStream_t s, float *p) { kernel<<<1, 1, 0, s>>>(p); }
void prepare(float **p) { cudaMalloc(p, 4); }

void bind(pybind11::module_ &m) {
  m.def("run", &run);
  m.def("prepare", &prepare);
  m.def("twice", [](cudaStream_t s, float *p) { kernel<<<1, 1, 0, s>>>(p); });
}
