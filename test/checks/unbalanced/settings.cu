// A guard begins and ends a capture only if a setting says so,
// which the program reads once. Where the analysis joins paths that differ in
// other things, it still knows the setting.
// RUN: %lint-cu
#include <cuda_runtime.h>

int readSetting(const char *Name);
void check(cudaError_t E) {
  if (E != cudaSuccess)
    throw E;
}

static bool usesGraphs() {
  static bool Use = readSetting("GRAPHS");
  return Use;
}

struct Device {
  int Number;
  void makeCurrent() {
    static thread_local int Current = -1;
    if (Current != Number) {
      check(cudaSetDevice(Number));
      Current = Number;
    }
  }
};

struct Encoder {
  Device &On;
  cudaStream_t S;
};

struct Guard {
  Encoder &E;
  cudaGraph_t G;
  Guard(Encoder &E) : E(E) {
    E.On.makeCurrent();
    if (!usesGraphs())
      return;
    check(cudaStreamBeginCapture(E.S, cudaStreamCaptureModeThreadLocal));
  }
  ~Guard() {
    if (!usesGraphs())
      return;
    check(cudaStreamEndCapture(E.S, &G));
  }
};

void copy(Encoder &E, const void *C, void *Out) {
  Guard Now(E);
  check(cudaMemcpyAsync(Out, C ? C : Out, 4, cudaMemcpyDeviceToDevice, E.S));
}

// A parameter decides whether this capture ends.
void leaks(Encoder &E, cudaGraph_t *G, bool Keep) {
  E.On.makeCurrent();
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaStreamBeginCapture' begins a capture of 'E.S' that is not ended on every path
  check(cudaStreamBeginCapture(E.S, cudaStreamCaptureModeThreadLocal));
  if (Keep)
    return;
  check(cudaStreamEndCapture(E.S, G));
}
