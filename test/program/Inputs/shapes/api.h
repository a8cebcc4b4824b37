#pragma once
#include <cuda_runtime.h>
#include <functional>

struct Base {
  virtual void go(cudaStream_t S) = 0;
  virtual ~Base();
};
struct Impl final : Base {
  void go(cudaStream_t S) override;
};

struct Guard {
  explicit Guard(cudaStream_t S);
  ~Guard();
  cudaStream_t Stream;
  cudaGraph_t Graph;
};

struct Engine {
  void begin();
  void body();
  void end();
  cudaStream_t Stream;
  cudaGraph_t Graph;
};

template <typename T> void make(T *&P);
extern template void make<float>(float *&);

void allocate(void **P);
void waitFor(cudaStream_t S);
int beginOn(cudaStream_t S);
int endOn(cudaStream_t S);
bool isCapturing(cudaStream_t S);
void capture(cudaStream_t S, const std::function<void()> &Body);
