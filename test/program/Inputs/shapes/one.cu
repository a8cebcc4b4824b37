#include "api.h"

static void helper(void **) {}

int main() {
  cudaStream_t S;
  cudaGraph_t G;
  void *P = nullptr;
  if (cudaStreamCreate(&S) || beginOn(S))
    return 1;
  helper(&P);
  return cudaStreamEndCapture(S, &G);
}
