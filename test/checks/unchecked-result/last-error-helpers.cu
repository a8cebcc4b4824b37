// RUN: %tidy --checks=-*,cuda-capture-unchecked-result %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// A helper asks for the error of the calls before it.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace mine {
inline void fail(const char *file, int line) {
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
    std::abort();
  }
}
inline void check(const char *file, int line) { fail(file, line); }
void checkElsewhere(const std::string &file, int line);
void log(const char *text);
[[noreturn]] void stop(const char *condition, const char *file, int line);
inline void step(int &count) { ++count; }
} // namespace mine
__global__ void kernel();

void silentForAHelperThatIsSeen(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t *exec) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  mine::check(__FILE__, __LINE__);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  mine::check(__FILE__, __LINE__);
  cudaGraphInstantiate(exec, *g, 0);
  mine::check(__FILE__, __LINE__);
}
#define CHECK_ERR mine::checkElsewhere(__FILE__, __LINE__)
void silentForAHelperOfAnotherSource(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  CHECK_ERR;
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  CHECK_ERR;
}
void silentInsideAnotherCall(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
  mine::log(cudaGetErrorString(cudaPeekAtLastError()));
}
void firesForOtherFunctions(cudaStream_t s, cudaGraph_t *g) {
  int count = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamBeginCapture' is ignored
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  mine::log("begin");
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored
  cudaStreamEndCapture(s, g);
  mine::step(count);
}
#define ASSERT(c) ((c) ? void() : mine::stop(#c, __FILE__, __LINE__))
void firesBesideAnAssertion(cudaStream_t s, cudaGraph_t *g) {
  ASSERT(g != nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamBeginCapture' is ignored
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  kernel<<<1, 1, 0, s>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cudaStreamEndCapture' is ignored
  cudaStreamEndCapture(s, g);
  ASSERT(*g != nullptr);
}
