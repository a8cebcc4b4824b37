// RUN: %lint-cu --implicit-check-not="[cuda-capture-leak-on-error]"
// Callables of which more is known than their type: a function that only this source calls gets the lambdas that are
// written here, and a function that C or another language calls gets functions that throw nothing.
#include <cuda_runtime.h>
#include <functional>

__global__ void kernel(float *);
void launch(float *p, cudaStream_t s);

template <class F> static cudaGraph_t record(F &&run, cudaStream_t s) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return nullptr;
  run();
  return cudaStreamEndCapture(s, &g) == cudaSuccess ? g : nullptr;
}
namespace {
template <class F> cudaGraph_t recordUnnamed(F &&run, cudaStream_t s) {
  cudaGraph_t g;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return nullptr;
  run();
  return cudaStreamEndCapture(s, &g) == cudaSuccess ? g : nullptr;
}
} // namespace
void silentForWhatLaunches(float *p, cudaStream_t s) {
  record([&] { kernel<<<1, 1, 0, s>>>(p); }, s);
  record([&] { launch(p, s); }, s);
  recordUnnamed([&] { launch(p, s); }, s);
}
void firesForItsThrow(float *p, cudaStream_t s) {
  record(
      [&] {
        launch(p, s);
        if (!p)
          throw 1;
      },
      s);
}

// Others may hand over what they like.
template <class F> cudaGraph_t recordPublic(F &&run, cudaStream_t s) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return nullptr;
  run();
  return cudaStreamEndCapture(s, &g) == cudaSuccess ? g : nullptr;
}
void firesForOthers(float *p, cudaStream_t s) {
  recordPublic([&] { launch(p, s); }, s);
}
static cudaGraph_t recordFunction(const std::function<void()> &run, cudaStream_t s) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return nullptr;
  run();
  return cudaStreamEndCapture(s, &g) == cudaSuccess ? g : nullptr;
}
void firesForAFunction(const std::function<void()> &run, cudaStream_t s) {
  recordFunction(run, s);
}

extern "C" int silent_for_c(void (*run)(cudaStream_t), cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  run(s);
  return cudaStreamEndCapture(s, g);
}
int firesForAPointer(void (*run)(cudaStream_t), cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  run(s);
  return cudaStreamEndCapture(s, g);
}
