// RUN: %lint-cu
// Helpers that throw, or that never return, between the begin and the end.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
__global__ void k(int *p);

std::string describe(int n);
void expects(bool condition, const char *what) {
  if (!condition)
    throw std::runtime_error(what);
}
void expectsWithText(bool condition, int n) {
  if (!condition)
    throw std::runtime_error(describe(n));
}
void positive(int n) { expects(n > 0, "not positive"); }

void firesForACheck(cudaStream_t s, cudaGraph_t *g, int *p, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  expects(n > 0, "n");
  k<<<n, 64, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
void firesForACheckFurtherDown(cudaStream_t s, cudaGraph_t *g, int *p, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  positive(n);
  k<<<n, 64, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
// The unknown callee runs only where the exception is thrown.
void firesForACheckWithText(cudaStream_t s, cudaGraph_t *g, int *p, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  expectsWithText(n > 0, n);
  k<<<n, 64, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
void firesThoughTheDestructorEndsNothing(cudaStream_t s, cudaGraph_t *g, int *p, int n) {
  struct Freed {
    int *p;
    ~Freed() { std::free(p); }
  } freed{new int};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  expects(n > 0, "n");
  k<<<n, 64, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
void silentIfTheConditionHolds(cudaStream_t s, cudaGraph_t *g, int *p) {
  const int n = 4;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  expects(n > 0, "n");
  k<<<n, 64, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
void silentIfItWasCheckedBefore(cudaStream_t s, cudaGraph_t *g, int *p, int n) {
  expects(n > 0, "n");
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  expects(n > 0, "n");
  k<<<n, 64, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
void silentWithAHandler(cudaStream_t s, cudaGraph_t *g, int *p, int n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  try {
    expects(n > 0, "n");
    k<<<n, 64, 0, s>>>(p);
  } catch (...) {
    cudaStreamEndCapture(s, g);
    throw;
  }
  cudaStreamEndCapture(s, g);
}
void positiveNoexcept(int n) noexcept { expects(n > 0, "not positive"); }
void silentForNoexcept(cudaStream_t s, cudaGraph_t *g, int *p, int n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  positiveNoexcept(n);
  k<<<n, 64, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
// A failing call of CUDA is another matter, see the option FailingCalls.
void check(cudaError_t e) {
  if (e != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(e));
}
void silentForAStatus(cudaStream_t s, cudaGraph_t *g, void *p) {
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  check(cudaMemsetAsync(p, 0, 4, s));
  check(cudaStreamEndCapture(s, g));
}

// What stands behind the call of a function that never returns does not run.
void stop() { throw std::runtime_error("stop"); }
void die(const char *what) {
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}
void silentBehindAFunctionThatThrows(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  try {
    stop();
    cudaFree(p);
  } catch (const std::exception &) {
  }
  cudaStreamEndCapture(s, g);
}
void silentBehindAnExit(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (n < 0) {
    die("negative");
    cudaFree(p);
  }
  cudaStreamEndCapture(s, g);
}
void firesInFrontOfAnExit(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (n < 0)
    die("negative");
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// An exception that leaves a thread ends the program.
void silentForAThread(cudaStream_t s, cudaGraph_t *g, int *p, int n) {
  std::thread worker([=] {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    expects(n > 0, "n");
    k<<<n, 64, 0, s>>>(p);
    cudaStreamEndCapture(s, g);
  });
  worker.join();
}
