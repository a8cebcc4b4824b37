// A library that formats text is thousands of functions in headers, which call
// through pointers and never call the API. Functions of the program that use it
// are analysed closely: its calls are taken for those of unknown callees.
// RUN: not %cuda-capture check --no-config --level=possible %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not="too large"
#include <cuda_runtime.h>

struct Sink {
  void (*grow)(Sink &, int);
  int Size;
};
// Nothing here says what its pointer is.
struct Log {
  void (*grow)(Log &, int);
  int Size;
};

// Four thousand functions, each of which may call the pointer.
template <int N, bool Last> struct Writer {
  template <typename To> static void put(To &S, int C) {
    if (C == N)
      Writer<2 * N, (2 * N >= 2048)>::put(S, C);
    Writer<2 * N + 1, (2 * N >= 2048)>::put(S, C);
  }
};
template <int N> struct Writer<N, true> {
  template <typename To> static void put(To &S, int C) {
    if (C > S.Size)
      S.grow(S, C);
  }
};
void print(Sink &S, int C) { Writer<1, false>::put(S, C); }
void print(Log &S, int C) { Writer<1, false>::put(S, C); }

int reported(cudaStream_t s, Log &S, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  print(S, 1);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while 's' is capturing
  cudaDeviceSynchronize();
  print(S, 2);
  return cudaStreamEndCapture(s, g);
}

// What is printed behind a failure does not cast doubt on the other path.
int reportedBehindFailure(cudaStream_t s, Log &S, cudaGraph_t *g, float *p) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess) {
    print(S, 1);
    return 1;
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing
  cudaFree(p);
  return cudaStreamEndCapture(s, g);
}

// What the pointer is may end the capture.
int possible(cudaStream_t s, Log &S) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  print(S, 1);
  // CHECK: :[[#@LINE+1]]:10: warning: possible: call to 'cudaStreamSynchronize' while 's' is capturing
  return cudaStreamSynchronize(s);
}

static void wait(Sink &, int) { cudaDeviceSynchronize(); }

// It is known what the pointer is.
int handed(cudaStream_t s, cudaGraph_t *g) {
  Sink S = {wait, 0};
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'print' reaches 'cudaDeviceSynchronize' while 's' is capturing
  print(S, 3);
  return cudaStreamEndCapture(s, g);
}

// A variable of the caller that the callee cannot get at. What the program
// stores in such a field is possible everywhere.
int notHanded(cudaStream_t s, Sink &Other, cudaGraph_t *g) {
  Sink S = {wait, 0};
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return 1;
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'print' reaches 'cudaDeviceSynchronize' while 's' is capturing
  print(Other, 3);
  const int Result = cudaStreamEndCapture(s, g);
  S.grow(S, 1);
  return Result;
}
