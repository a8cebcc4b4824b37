// RUN: %lint-cu
// The sum of a pointer and a number points into the object, and is not null.
#include <cuda_runtime.h>

__global__ void kernel(int *);

static void work(int start, cudaStream_t s, const int *positions) {
  int *d = nullptr;
  if (positions)
    d = const_cast<int *>(positions);
  else
    cudaMallocManaged(&d, sizeof(int));
  kernel<<<1, 1, 0, s>>>(d);
  if (!positions)
    cudaFree(d);
}

void silentForSums(int *workspace, int n, cudaStream_t s, cudaGraph_t *g) {
  int *positions = workspace + n * 4;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  work(0, s, positions);
  work(1, s, workspace + n);
  work(2, s, n + workspace);
  cudaStreamEndCapture(s, g);
}

void firesForPointersThatMayBeNull(int *workspace, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'work' reaches 'cudaFree'
  work(0, s, workspace);
  cudaStreamEndCapture(s, g);
}

void firesForNull(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'work' reaches 'cudaMallocManaged'
  work(0, s, nullptr);
  cudaStreamEndCapture(s, g);
}

void firesForSumsOfNumbers(int a, int b, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (a + b == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
