// Thrust and CUB as they are: inline namespaces, bases and templates.
// REQUIRES: cuda-toolkit-parses, cccl
// RUN: %tidy %all-checks %s -- %real-cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/mr/allocator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system/cuda/memory_resource.h>
#include <thrust/universal_vector.h>

float algorithms(cudaStream_t s, cudaGraph_t *g, thrust::device_vector<float> &v, thrust::host_vector<float> &h,
                 float *p, int n) {
  auto policy = thrust::cuda::par.on(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::fill' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  thrust::fill(v.begin(), v.end(), 0.f);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::fill' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  thrust::fill(thrust::device, v.begin(), v.end(), 0.f);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::sort' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  thrust::sort(thrust::cuda::par.on(s), p, p + n);
  thrust::sort(thrust::cuda::par_nosync.on(s), p, p + n);
  thrust::fill(p, p + n, 1.f);
  thrust::fill(thrust::host, p, p + n, 1.f);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::copy' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  thrust::copy(v.begin(), v.end(), h.begin());
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'thrust::reduce' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  float r = thrust::reduce(policy, p, p + n);
  cudaStreamEndCapture(s, g);
  return r;
}

float vectors(cudaStream_t s, cudaGraph_t *g, thrust::device_vector<float> &v, size_t n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:32: warning: call to 'thrust::device_vector::device_vector' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  thrust::device_vector<float> w(n);
  thrust::device_vector<float> empty;
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'thrust::reference::operator float' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  float a = v[0];
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'thrust::device_reference::operator=' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  v[1] = 3.f;
  thrust::fill(thrust::cuda::par_nosync.on(s), v.begin(), v.end(), 0.f);
  cudaStreamEndCapture(s, g);
  return a;
}

void cubTwice(cudaStream_t s, cudaGraph_t *g, float *in, float *out, int n, const int *offsets) {
  void *temp = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  cudaMalloc(&temp, bytes);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cub::DeviceReduce::Sum(nullptr, bytes, in, out, n);
  cub::DeviceReduce::Sum(temp, bytes, in, out, n, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cub::DeviceReduce::Sum' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cub::DeviceSegmentedSort::SortKeys' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cub::DeviceSegmentedSort::SortKeys(temp, bytes, in, out, n, 4, offsets, offsets + 1, s);
  cudaStreamEndCapture(s, g);
}

template <typename T>
using Pinned = thrust::host_vector<
    T, thrust::mr::stateless_resource_allocator<T, thrust::system::cuda::universal_host_pinned_memory_resource>>;
void vectors(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:15: warning: call to 'thrust::host_vector::host_vector' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  Pinned<int> pinned(1);
  // CHECK: :[[#@LINE+1]]:33: warning: call to 'thrust::detail::vector_base::vector_base' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  thrust::universal_vector<int> managed(1);
  thrust::host_vector<int> host(1);
  Pinned<int> none(0);
  cudaStreamEndCapture(s, g);
}
