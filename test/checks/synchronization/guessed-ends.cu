// RUN: %lint-cu
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// A virtual call that may reach the end of a capture tells nothing about who calls that end otherwise: what is certain
// does not become silent where possible findings are reported, too. (earlier-capture.cu has calls that are certain.)
#include <cuda_runtime.h>

struct Hook {
  virtual ~Hook() = default;
  virtual void before(cudaStream_t s) = 0;
  virtual void after(cudaStream_t s) = 0;
};
struct Nothing final : Hook {
  void before(cudaStream_t) final {}
  void after(cudaStream_t) final {}
};
struct Recorder final : Hook {
  cudaGraph_t graph;
  void before(cudaStream_t s) final;
  void after(cudaStream_t s) final;
};
void Recorder::before(cudaStream_t s) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    throw 1;
}
void Recorder::after(cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaDeviceSynchronize' while 's' is capturing; {{.*}} [cuda-capture-synchronization]
  (void)cudaDeviceSynchronize();
  if (cudaStreamEndCapture(s, &graph) != cudaSuccess)
    throw 1;
}
void runs(Hook *hook, cudaStream_t s) {
  hook->before(s);
  hook->after(s);
}
