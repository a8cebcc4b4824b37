// RUN: %lint-capturable
// Functions that a capture permits, although rows did not know it before.
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>

__global__ void kernel();

[[clang::annotate("cuda_capture::capturable")]] void silent(cudaStream_t s) {
  int blocks = 0, threads = 0;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, kernel);
  cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  kernel<<<blocks, threads, 0, s>>>();
}
[[clang::annotate("cuda_capture::capturable")]] void fires(cudaStream_t s, cudaGraphExec_t exec) {
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaGraphLaunch' {{.*}} [cuda-capture-unsupported-operation]
  cudaGraphLaunch(exec, s);
}
