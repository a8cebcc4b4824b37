#include <cuda_runtime.h>
#include "pool.h"

void *poolAllocate(unsigned Bytes);

#define MAKE(What) void *pool##What(unsigned Bytes)
MAKE(Paste);

void run(cudaStream_t S, cudaGraph_t *G, mem::Arena<int> &A) {
  void *P;
  (void)cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  (void)cudaMalloc(&P, 1);
  A.grow(1);
  (void)cudaStreamEndCapture(S, G);
}
