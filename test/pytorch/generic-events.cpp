// Events of any device, numbers of the generator on the host, and bincount.
// RUN: not %cuda-capture check --no-cache --no-config --quiet --level=possible --capturable-functions='fires*;silent*;*Work::wait' %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <cuda_runtime.h>
#include <memory>
#include <utility>
// Headers of PyTorch are system headers, as a rule.
# 8 "c10/core/Event.h" 1 3
namespace c10 {
struct Stream {};
enum class DeviceType : signed char { CPU = 0, CUDA = 1 };
struct Event final {
  explicit Event(DeviceType type);
  Event(Event &&other) noexcept;
  void record(const Stream &s) { impl(s); }
  void recordOnce(const Stream &s) { impl(s); }
  void block(const Stream &s) const { impl(s); }
  bool query() const { return impl(Stream()); }
  void synchronize() const { impl(Stream()); }
  bool impl(const Stream &) const;
};
namespace cuda {
struct CUDAStream {
  operator cudaStream_t() const;
};
CUDAStream getCurrentCUDAStream(signed char device = -1);
} // namespace cuda
} // namespace c10
namespace torch {
using c10::Event;
}
namespace at {
struct Tensor {
  Tensor bincount(const Tensor &weights = {}, long minlength = 0) const;
  void *data_ptr() const;
};
Tensor bincount(const Tensor &self, const Tensor &weights = {}, long minlength = 0);
struct PhiloxCudaState {};
struct CUDAGeneratorImpl {
  std::pair<unsigned long, unsigned long> philox_engine_inputs(unsigned long increment);
  PhiloxCudaState philox_cuda_state(unsigned long increment);
};
} // namespace at
# 40 "generic-events.cpp" 2
__global__ void kernel(void *p, std::pair<unsigned long, unsigned long> seeds);
__global__ void drop(void *p, at::PhiloxCudaState seeds);

struct MyWork {
  std::shared_ptr<torch::Event> event;
  bool wait() {
    // CHECK: generic-events.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: call to 'c10::Event::synchronize' while
    event->synchronize();
    return true;
  }
};

void firesForHostNumbers(at::CUDAGeneratorImpl &gen, void *p) {
  // CHECK: generic-events.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: call to 'at::CUDAGeneratorImpl::philox_engine_inputs' while
  auto seeds = gen.philox_engine_inputs(4);
  kernel<<<1, 1, 0, c10::cuda::getCurrentCUDAStream()>>>(p, seeds);
}
void silentForNumbersOfTheDevice(at::CUDAGeneratorImpl &gen, void *p) {
  drop<<<1, 1, 0, c10::cuda::getCurrentCUDAStream()>>>(p, gen.philox_cuda_state(4));
}

void firesForBincount(const at::Tensor &x) {
  // CHECK: generic-events.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: possible: call to 'at::bincount' while
  at::bincount(x);
  // CHECK: generic-events.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: possible: call to 'at::Tensor::bincount' while
  x.bincount();
}

// An event is made by its constructor, and recorded by the library.
bool firesForACapturedEvent(c10::Stream s) {
  c10::Event event(c10::DeviceType::CUDA);
  event.recordOnce(s);
  // CHECK: generic-events.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: call to 'c10::Event::query' while
  return event.query();
}
bool outsideOfCaptures(c10::Stream s) {
  c10::Event event(c10::DeviceType::CUDA);
  event.recordOnce(s);
  return event.query();
}
void silentForAnEventThatOrders(c10::Stream from, c10::Stream to) {
  c10::Event event(c10::DeviceType::CUDA);
  event.record(from);
  event.block(to);
}
