// RUN: %lint-cu
// CUB is called twice: the first call, without memory, only computes its size.
#include "Inputs/cpp-libraries.h"

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

void usual(cudaStream_t s, cudaGraph_t *g, float *in, float *out, int n) {
  void *temp = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  cudaMalloc(&temp, bytes);
  cudaStreamBeginCapture(s, kGlobal);
  cub::DeviceReduce::Sum(temp, bytes, in, out, n, s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cub::DeviceReduce::Sum' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE+1]]:3: note: pass the capturing stream as the argument that follows the others [cuda/stream-capture-implicit; docs/checks/legacy-stream.md]
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  cudaStreamEndCapture(s, g);
}

void firesForAnotherStream(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *in, float *out, int n, void *temp,
                           size_t bytes) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cub::DeviceReduce::Sum' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cub::DeviceReduce::Sum(temp, bytes, in, out, n, t);
  cudaStreamEndCapture(s, g);
}

// Both calls in the region, and the memory of the stream.
void silentForTheSize(cudaStream_t s, cudaGraph_t *g, float *in, float *out, int n) {
  void *temp = nullptr;
  size_t bytes = 0;
  cudaStreamBeginCapture(s, kGlobal);
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  cudaMallocAsync(&temp, bytes, s);
  cub::DeviceReduce::Sum(temp, bytes, in, out, n, s);
  cudaFreeAsync(temp, s);
  cudaStreamEndCapture(s, g);
}

// A helper that is called with and without memory.
template <typename F> void twice(F call) {
  size_t bytes = 0;
  call(nullptr, bytes);
  void *temp;
  cudaMalloc(&temp, bytes);
  call(temp, bytes);
}
void firesOnceInAHelper(cudaStream_t s, cudaGraph_t *g, float *in, float *out, int n) {
  twice([&](void *temp, size_t &bytes) { cub::DeviceReduce::Sum(temp, bytes, in, out, n); });
}

void segments(cudaStream_t s, cudaGraph_t *g, const float *in, float *out, int n, int segments, const int *offsets,
              void *temp, size_t bytes) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cub::DeviceSegmentedSort::SortKeys(nullptr, bytes, in, out, n, segments, offsets, offsets + 1, s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cub::DeviceSegmentedSort::SortKeys' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE+1]]:3: note: sort before the capture, or use cub::DeviceSegmentedRadixSort [cuda/stream-capture-unsupported; docs/checks/synchronization.md]
  cub::DeviceSegmentedSort::SortKeys(temp, bytes, in, out, n, segments, offsets, offsets + 1, s);
  cudaStreamEndCapture(s, g);
}

// It takes no stream, but an environment.
void silentForOverloadsWithoutStream(cudaStream_t s, cudaGraph_t *g, float *in, float *out, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  cub::DeviceReduce::Sum(in, out, n);
  cudaStreamEndCapture(s, g);
}
