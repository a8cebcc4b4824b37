// RUN: %tidy %all-checks %s -- %cuda-flags -std=c++23 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Wrappers and call operators of C++23.
#include <cuda_runtime.h>
#include <functional>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

static void captureOnce(cudaStream_t s, std::move_only_function<void() noexcept> body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, kGlobal);
  body();
  cudaStreamEndCapture(s, &g);
}
void firesInAMovedLambda(cudaStream_t s, void *p) {
  captureOnce(s, [=]() noexcept {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  });
}
void silentForAnEmptyWrapper(cudaStream_t s, void *p, cudaGraph_t *g) {
  std::move_only_function<void()> none;
  cudaStreamBeginCapture(s, kGlobal);
  if (none)
    cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void firesForAStaticOperator(cudaStream_t s, void *p, cudaGraph_t *g) {
  auto release = [](void *q) static {
    // CHECK: :[[#@LINE+1]]:12: warning: call to 'cudaFree' while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
    return cudaFree(q);
  };
  std::function<cudaError_t(void *)> wrapped = release;
  cudaStreamBeginCapture(s, kGlobal);
  wrapped(p);
  std::invoke_r<void>(release, p);
  cudaStreamEndCapture(s, g);
}
// The object is a parameter of another form.
void silentForAnExplicitObject(cudaStream_t s, void *p, cudaGraph_t *g) {
  std::function<void(int)> wrapped = [=](this auto self, int n) -> void {
    if (n)
      self(n - 1);
    cudaFree(p);
  };
  cudaStreamBeginCapture(s, kGlobal);
  wrapped(2);
  cudaStreamEndCapture(s, g);
}
