// RUN: %tidy %all-checks %s -- -x c++ -std=c++20 -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// What C++20 and C++23 bind and call.
#include <cuda_runtime.h>
#include <functional>

static void releaseIf(bool really, void *p) { cudaFree(p); }
static void keepIf(bool really, void *p) {}

void firesForBindFront(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto release = std::bind_front(releaseIf, true);
  auto keep = std::bind_front(keepIf, true);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  keep(p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'releaseIf' reaches 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  release(p);
  cudaStreamEndCapture(s, g);
}
