// Memory of CUTLASS, whose headers are those of the system, and copies to it.
// RUN: %lint-cu
#include <cuda_runtime.h>

# 1 "cutlass/util/device_memory.h" 1 3
namespace cutlass {
namespace device_memory {
template <class T> T *allocate(size_t Count = 1);
template <class T> void copy_to_device(T *To, const T *From, size_t Count = 1);
template <class T> void copy_host_to_host(T *To, const T *From, size_t N = 1);
} // namespace device_memory
template <class T> class DeviceAllocation {
public:
  T *Ptr;
  DeviceAllocation();
  DeviceAllocation(size_t N);
  DeviceAllocation(T *Given, size_t N);
  ~DeviceAllocation();
  T *get() const;
  void reset();
  void reset(size_t N);
  void copy_from_host(const T *From) const;
};
namespace device_memory {
template <class T> using allocation = cutlass::DeviceAllocation<T>;
}
} // namespace cutlass
# 29 "cutlass.cu" 2

__global__ void kernel(char *);

void run(float *D, const float *H, char *Own, cudaStream_t S, cudaGraph_t *G) {
  cutlass::DeviceAllocation<char> Before(16);
  cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal);
  // CHECK-DAG: :[[#@LINE+1]]:44: warning: call to 'cutlass::DeviceAllocation::DeviceAllocation' while 'S' is capturing {{.*}} [cuda-capture-unsafe-call]
  cutlass::device_memory::allocation<char> Work(16);
  cutlass::DeviceAllocation<char> Empty, None(0), Given(Own, 16);
  kernel<<<1, 1, 0, S>>>(Work.get());
  // CHECK-DAG: :[[#@LINE+1]]:3: warning: call to 'cutlass::DeviceAllocation::reset' while 'S' is capturing {{.*}} [cuda-capture-unsafe-call]
  Work.reset(32);
  Work.reset();
  // CHECK-DAG: :[[#@LINE+1]]:17: warning: call to 'cutlass::device_memory::allocate' while 'S' is capturing {{.*}} [cuda-capture-unsafe-call]
  float *Made = cutlass::device_memory::allocate<float>(4);
  // CHECK-DAG: :[[#@LINE+1]]:3: warning: call to 'cutlass::device_memory::copy_to_device' {{.*}} [cuda-capture-legacy-stream]
  cutlass::device_memory::copy_to_device(Made, H, 4);
  cutlass::device_memory::copy_host_to_host(D, H, 4);
  // CHECK-DAG: :[[#@LINE+1]]:3: warning: call to 'cutlass::DeviceAllocation::copy_from_host' {{.*}} [cuda-capture-legacy-stream]
  Before.copy_from_host(Own);
  cudaStreamEndCapture(S, G);
}
