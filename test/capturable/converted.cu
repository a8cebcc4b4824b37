// Callers in other languages pass a stream as an address or a number.
// RUN: %lint-cu
#include <cstdint>
#include <cuda_runtime.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
__global__ void kernel();

CAPTURABLE void firesForAnAddress(void *stream, void *other) {
  cudaStream_t s = static_cast<cudaStream_t>(stream);
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while the caller of 'firesForAnAddress' is capturing 'stream' in global mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1>>>();
}
CAPTURABLE void firesForANumber(uintptr_t stream) {
  int zero = 0;
  void *d = nullptr;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'zero', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &zero, sizeof zero, cudaMemcpyHostToDevice, reinterpret_cast<cudaStream_t>(stream));
}
CAPTURABLE void firesForACast(long long stream) {
  cudaStream_t s = (cudaStream_t)stream, side;
  cudaEvent_t fork;
  cudaStreamCreate(&side);
  cudaEventCreate(&fork);
  cudaEventRecord(fork, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamWaitEvent' {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamWaitEvent(side, fork, 0);
  kernel<<<1, 1, 0, side>>>();
}
// The address of something else.
struct Job {
  cudaStream_t stream;
};
CAPTURABLE void silentForAnotherAddress(void *job) { kernel<<<1, 1, 0, static_cast<Job *>(job)->stream>>>(); }
