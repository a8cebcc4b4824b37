// A condition that decided whether the capture is begun is no guard against it;
// one that is decided later may be.
// RUN: %tidy -checks='-*,cuda-capture-synchronization' %s -- %cuda-flags 2>/dev/null | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return 1;                                                                \
  } while (0)

bool enabled();
bool more();
void unknown(void *);
extern int setting, other;

int around(cudaStream_t s, cudaGraph_t *g) {
  if (enabled()) {
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    // CHECK: :[[@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize'
    cudaDeviceSynchronize();
    CHECK(cudaStreamEndCapture(s, g));
  }
  return 0;
}

int leavesEarly(cudaStream_t s, cudaGraph_t *g) {
  if (!enabled())
    return 0;
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  // CHECK: :[[@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize'
  cudaDeviceSynchronize();
  CHECK(cudaStreamEndCapture(s, g));
  return 0;
}

int settings(cudaStream_t s, cudaGraph_t *g) {
  if (setting >= 1)
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  unknown(g);
  // CHECK: :[[@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize'
  cudaDeviceSynchronize();
  if (setting >= 1)
    CHECK(cudaStreamEndCapture(s, g));
  return 0;
}

static int begin(cudaStream_t s) {
  if (enabled())
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  else
    return 1;
  return 0;
}

int inHelper(cudaStream_t s, cudaGraph_t *g) {
  if (setting) {
    if (begin(s))
      return 1;
    // CHECK: :[[@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize'
    cudaDeviceSynchronize();
    CHECK(cudaStreamEndCapture(s, g));
  }
  return 0;
}

int eachRound(cudaStream_t s, cudaGraph_t *g) {
  while (more()) {
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    // CHECK: :[[@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize'
    cudaDeviceSynchronize();
    CHECK(cudaStreamEndCapture(s, g));
  }
  return 0;
}

// Asked again, and this time it may say that the stream captures.
int askedAgain(cudaStream_t s, cudaGraph_t *g) {
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  if (enabled())
    cudaDeviceSynchronize();
  CHECK(cudaStreamEndCapture(s, g));
  return 0;
}

int askedAround(cudaStream_t s, cudaGraph_t *g) {
  if (enabled()) {
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    if (enabled())
      cudaDeviceSynchronize();
    CHECK(cudaStreamEndCapture(s, g));
  }
  return 0;
}

int twoSettings(cudaStream_t s, cudaGraph_t *g) {
  if (setting) {
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    if (other)
      cudaDeviceSynchronize();
    CHECK(cudaStreamEndCapture(s, g));
  }
  return 0;
}

// What the callee asks is asked in the capture.
static void waits(bool capturing) {
  if (!capturing && enabled())
    cudaDeviceSynchronize();
}

int inCallee(cudaStream_t s, cudaGraph_t *g) {
  if (enabled()) {
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    waits(true);
    CHECK(cudaStreamEndCapture(s, g));
  }
  waits(false);
  return 0;
}
