// A static local that its function does not change keeps the value that it was
// initialized with, whatever unknown callees do. So does a constant.
// RUN: %tidy --checks=-*,cuda-capture-unbalanced %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

bool environment(const char *Name);
void noise();
int *find();

bool once() {
  static bool Use = environment("GRAPHS");
  return Use;
}
bool changes() {
  static bool Use = environment("GRAPHS");
  if (Use)
    Use = environment("AGAIN");
  return Use;
}
void set(bool &);
bool isHandedOut() {
  static bool Use = environment("GRAPHS");
  set(Use);
  return Use;
}
static const bool Always = environment("GRAPHS");
static bool Sometimes = environment("GRAPHS");

template <bool (*Use)()> struct Guard {
  explicit Guard(cudaStream_t S) : S(S) {
    if (!Use())
      return;
    cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal);
  }
  ~Guard() {
    if (!Use()) {
      noise();
      return;
    }
    cudaStreamEndCapture(S, &G);
  }
  cudaStream_t S;
  cudaGraph_t G;
};
bool unknown() { return environment("GRAPHS"); }
bool constant() { return Always; }
bool variable() { return Sometimes; }

template <bool (*Use)()> void capture() {
  cudaStream_t S;
  cudaStreamCreate(&S);
  Guard<Use> G(S);
  noise();
}
template void capture<once>();
template void capture<constant>();
// Nothing is said of settings that may change, and of those that an unknown
// callee decides.
template void capture<changes>();
template void capture<isHandedOut>();
template void capture<variable>();
template void capture<unknown>();

// CHECK: :[[#@LINE+4]]:3: warning: {{.*}} begins a capture of 'S' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
bool firesForAnotherSetting(bool Early) {
  cudaStream_t S;
  cudaStreamCreate(&S);
  cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal);
  noise();
  if (!once())
    return false;
  cudaGraph_t G;
  return cudaStreamEndCapture(S, &G) == cudaSuccess;
}

// An end behind an end is wrong, whatever an unknown callee decides.
// CHECK: :[[#@LINE+9]]:3: warning: call to 'cudaStreamEndCapture' ends a capture of stream 'S', which is not capturing any more{{.*}} [cuda-capture-unbalanced]
void firesForASecondEnd() {
  cudaStream_t S;
  cudaStreamCreate(&S);
  cudaGraph_t G;
  if (environment("NOISE"))
    noise();
  cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal);
  cudaStreamEndCapture(S, &G);
  cudaStreamEndCapture(S, &G);
}
