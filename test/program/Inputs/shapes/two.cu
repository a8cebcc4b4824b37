#include "api.h"

static void helper(void **P) { (void)cudaMalloc(P, 4); }

int main() {
  cudaStream_t S;
  cudaGraph_t G;
  void *P = nullptr;
  if (cudaStreamCreate(&S) || beginOn(S))
    return 1;
  helper(&P); // BAD
  return cudaStreamEndCapture(S, &G);
}
