// RUN: %lint-capturable
// What is made when it is first needed, reached through a reference or pointer.
#include <cuda_runtime.h>
#include <cuda_capture/annotations.h>

__global__ void rotate(float *x, const float *table, int n);
struct Table {
  float *data = nullptr, *other = nullptr;
  int size = 0;
};
static Table tables[8];

CUDA_CAPTURE_CAPTURABLE void firesForTheFirstCall(float *x, int n, cudaStream_t stream) {
  int device;
  cudaGetDevice(&device);
  Table &table = tables[device];
  if (table.size < n) {
    if (table.data != nullptr)
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaFree' {{.*}} [cuda-capture-unsafe-call]
      cudaFree(table.data);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&table.data, n * sizeof(float));
    table.size = n;
  }
  rotate<<<64, 256, 0, stream>>>(x, table.data, n);
}
// A setting of the program, which this function does not make.
CUDA_CAPTURE_CAPTURABLE void silentForASetting(float *x, int n, cudaStream_t stream) {
  Table &table = tables[0];
  if (table.other != nullptr)
    cudaFree(x);
  rotate<<<64, 256, 0, stream>>>(x, table.data, n);
}
