// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=warning:
// The program keeps the stream that is being captured in a variable, which a function sets.
#include "cuda_runtime.h"

__global__ void kernel(float *p);

namespace capturing {
static thread_local cudaStream_t current = nullptr;
cudaStream_t get() { return current; }
void set(cudaStream_t s) { current = s; }
} // namespace capturing

struct Graph {
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  bool begin() {
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return false;
    capturing::set(stream);
    return true;
  }
  bool end() {
    capturing::set(nullptr);
    return cudaStreamEndCapture(stream, &graph) == cudaSuccess;
  }
};

static void wait() {
  if (capturing::get() != nullptr)
    return;
  (void)cudaDeviceSynchronize();
}

[[clang::annotate("cuda_capture::capturable")]]
void silentUnderTheRecord(float *p) {
  kernel<<<1, 1, 0, capturing::get()>>>(p);
  wait();
}

// What is set to the same value at both ends is no record.
namespace other {
static cudaStream_t current = nullptr;
cudaStream_t get() { return current; }
void set(cudaStream_t s) { current = s; }
} // namespace other

struct OtherGraph {
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  bool begin() {
    other::set(stream);
    return cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess;
  }
  bool end() {
    other::set(stream);
    return cudaStreamEndCapture(stream, &graph) == cudaSuccess;
  }
};

[[clang::annotate("cuda_capture::capturable")]]
void firesForAnotherVariable(cudaStream_t s) {
  if (other::get() != nullptr)
    return;
  // CHECK: :[[#@LINE+1]]:9: warning: {{.*}}call to 'cudaDeviceSynchronize' while the caller of 'firesForAnotherVariable' is capturing
  (void)cudaDeviceSynchronize();
}

// A setter that is called elsewhere says nothing about captures.
namespace third {
static cudaStream_t current = nullptr;
cudaStream_t get() { return current; }
void set(cudaStream_t s) { current = s; }
} // namespace third

void select(cudaStream_t s) { third::set(s); }
void deselect() { third::set(nullptr); }

[[clang::annotate("cuda_capture::capturable")]]
void firesForASetterElsewhere(cudaStream_t s) {
  if (third::get() != nullptr)
    return;
  // CHECK: :[[#@LINE+1]]:9: warning: {{.*}}call to 'cudaDeviceSynchronize' while the caller of 'firesForASetterElsewhere' is capturing
  (void)cudaDeviceSynchronize();
}
