#pragma once
#include <cuda_runtime.h>

[[noreturn]] void raise(const char *message);
inline void check(cudaError_t error) {
  if (error != cudaSuccess)
    raise(cudaGetErrorString(error));
}
struct Recording {
  cudaStream_t stream;
  cudaGraph_t graph;
};
struct Scope {
  explicit Scope(Recording &given);
  ~Scope();
  Recording &recording;
};
