// RUN: %lint-cu
// Functions that set a number of the program, which conditions ask for.
#include <cuda_runtime.h>
#include <cstdlib>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
[[noreturn]] void stop(const char *);
[[noreturn]] inline void failed(const char *message) { stop(message); }

static int on = 1;
static void disable() { on = 0; }
static void enable() { on = 1; }
static void disableAll() { disable(); }

CAPTURABLE void firesBehindTwoAssertions(cudaStream_t s) {
  if (!on)
    failed("on");
  disable();
  if (on)
    failed("off");
  enable();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
}
struct Scope {
  Scope() {
    if (!on)
      failed("on");
    disableAll();
  }
  ~Scope() {
    if (on)
      failed("off");
    enable();
  }
};
void firesBehindAScope(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  { Scope scope; }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}
void silentWhereItCannotBe(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  disable();
  if (on)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

// Two questions about a number that no visible function sets have one answer.
static bool captures;
void elsewhere();
void silentForOneAnswer(cudaStream_t s, cudaGraph_t *g) {
  if (captures)
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  elsewhere();
  if (captures)
    cudaStreamEndCapture(s, g);
}
