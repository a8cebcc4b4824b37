// The operators of a program, which find their stream by themselves.
#pragma once
#include "cuda_runtime.h"

class Encoder {
public:
  cudaStream_t stream() const { return S; }
  void begin();
  cudaGraph_t end();

private:
  cudaStream_t S;
};
Encoder &encoderOf(int Device);

struct Op {
  virtual ~Op() = default;
  virtual void run(float *X) = 0;
  virtual void load(float *X) {}
};
void runAll(Op **Ops, int N, float *X);
