// RUN: %lint-cu
// A kernel that is given a part of a block of memory uses that block.
#include <cuda_runtime.h>

__global__ void work(float *x);
__global__ void both(const float *from, float *to, int n);

cudaGraphExec_t firesForASum(cudaStream_t s, int n) {
  float *d;
  cudaGraph_t g;
  cudaGraphExec_t exec = nullptr;
  if (cudaMalloc(&d, 1024) != cudaSuccess || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return nullptr;
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch makes the graph refer to the memory of 'd + n', which is released
  work<<<1, 1, 0, s>>>(d + n);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
    return nullptr;
  cudaFree(d);
  return exec;
}
cudaGraphExec_t firesForAnElement(cudaStream_t s, int n) {
  float *d;
  cudaGraph_t g;
  cudaGraphExec_t exec = nullptr;
  if (cudaMalloc(&d, 1024) != cudaSuccess || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return nullptr;
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch makes the graph refer to the memory of 'd[n]', which is released
  work<<<1, 1, 0, s>>>(&d[n]);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
    return nullptr;
  cudaFree(d);
  return exec;
}
cudaGraphExec_t firesForAPartOfAnArena(cudaStream_t s) {
  char *arena;
  cudaGraph_t g;
  cudaGraphExec_t exec = nullptr;
  if (cudaMalloc(&arena, 1024) != cudaSuccess || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return nullptr;
  float *x = reinterpret_cast<float *>(arena + 256);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch makes the graph refer to the memory of 'x', which is released
  work<<<1, 1, 0, s>>>(x);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
    return nullptr;
  cudaFree(arena);
  return exec;
}

// The block lives as long as the graph.
void silentIfTheGraphIsGoneFirst(cudaStream_t s, int n) {
  float *d;
  cudaGraph_t g;
  cudaGraphExec_t exec = nullptr;
  if (cudaMalloc(&d, 1024) != cudaSuccess || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return;
  work<<<1, 1, 0, s>>>(d + n);
  both<<<1, 1, 0, s>>>(&d[n], d - n + 8, n);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
    return;
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(exec);
  cudaFree(d);
}
// Another block is released.
cudaGraphExec_t silentForAnotherBlock(cudaStream_t s, float *d, int n) {
  float *other;
  cudaGraph_t g;
  cudaGraphExec_t exec = nullptr;
  if (cudaMalloc(&other, 1024) != cudaSuccess || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return nullptr;
  both<<<1, 1, 0, s>>>(d + n, &d[n], n);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
    return nullptr;
  cudaFree(other);
  return exec;
}
// The distance of two pointers is a number, and the parts of an array of pointers are pointers.
cudaGraphExec_t silentForNumbersAndArrays(cudaStream_t s, float *(&blocks)[4], int i) {
  float *d;
  cudaGraph_t g;
  cudaGraphExec_t exec = nullptr;
  if (cudaMalloc(&d, 1024) != cudaSuccess || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return nullptr;
  both<<<1, 1, 0, s>>>(blocks[i], blocks[i + 1] + 4, static_cast<int>(d - blocks[0]));
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
    return nullptr;
  cudaFree(d);
  return exec;
}

// A structure that a kernel is given has pointers.
struct Params {
  const float *from;
  float *to;
  int n;
};
struct Sizes {
  int n, m;
};
__global__ void run(Params params);
__global__ void count(Sizes sizes);
cudaGraphExec_t firesForAStructure(cudaStream_t s, const float *from) {
  float *d;
  cudaGraph_t g;
  cudaGraphExec_t exec = nullptr;
  if (cudaMalloc(&d, 1024) != cudaSuccess || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return nullptr;
  Params params;
  params.from = from;
  params.to = d + 4;
  params.n = 4;
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch makes the graph refer to the memory of 'params', which is released
  run<<<1, 1, 0, s>>>(params);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
    return nullptr;
  cudaFree(d);
  return exec;
}
cudaGraphExec_t firesForAStructureOnTheSpot(cudaStream_t s, const float *from) {
  float *d;
  cudaGraph_t g;
  cudaGraphExec_t exec = nullptr;
  if (cudaMalloc(&d, 1024) != cudaSuccess || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return nullptr;
  Params params{from, d, 4};
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch makes the graph refer to the memory of 'params', which is released
  run<<<1, 1, 0, s>>>(params);
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
    return nullptr;
  cudaFree(d);
  return exec;
}
// The structure is passed by value, and what it held before does not count.
cudaGraphExec_t silentForAnotherPointer(cudaStream_t s, float *kept) {
  float *d;
  cudaGraph_t g;
  cudaGraphExec_t exec = nullptr;
  if (cudaMalloc(&d, 1024) != cudaSuccess || cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
    return nullptr;
  Params params{kept, d, 4};
  params.to = kept;
  run<<<1, 1, 0, s>>>(params);
  params.to = d;
  count<<<1, 1, 0, s>>>(Sizes{1, 2});
  if (cudaStreamEndCapture(s, &g) != cudaSuccess || cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
    return nullptr;
  cudaFree(d);
  return exec;
}
