#include "work.h"
#include <functional>

// What Clang names by the place where it stands.
namespace {
struct {
  int A;
} Unnamed;
} // namespace

template <typename F> void with(cudaStream_t S, F Body) {
  (void)cudaStreamBeginCapture(S, cudaStreamCaptureModeGlobal);
  Body(S);
  cudaGraph_t G;
  (void)cudaStreamEndCapture(S, &G);
}

void lambdas(cudaStream_t S, Workspace &W) {
  with(S, [&](cudaStream_t T) { W.reserve(Unnamed.A); });
  std::function<void(cudaStream_t)> F = [&](cudaStream_t T) {
    beginOn(T);
    W.Data = (void *)__FILE__;
  };
  with(S, F);
}
