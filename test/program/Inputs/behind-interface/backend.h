#pragma once
#include <cuda_runtime.h>
struct Backend {
  virtual ~Backend() = default;
  virtual void begin(cudaStream_t) {}
  virtual void end(cudaStream_t) {}
};
struct Solver {
  virtual ~Solver() = default;
  virtual void solve(cudaStream_t) = 0;
};
