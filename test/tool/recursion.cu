// Small functions that call each other, in loops that count, have ways without
// number. They are followed as long as the steps of their root last, and what
// stands behind them is found for certain.
// RUN: not %cuda-capture check --no-config --level=possible %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not="used up"
#include <cuda_runtime.h>

struct Node {
  cudaStream_t Stream;
  cudaEvent_t Event;
  int Size, Some[8];
  Node *Next;
  void *Data;
  void (*Hook)(Node &);
};

void f0(Node &, int);
void f1(Node &, int);
void f4(Node &, int);
void f5(Node &, int);
void f6(Node &, int);

void f0(Node &N, int D) {
  if (N.Some[0])
    f5(N, D);
  if (D > 3) {
    f1(N, D - 1);
    return;
  }
  cudaEventRecord(N.Event, N.Stream);
}
void f1(Node &N, int D) {
  for (int I = 0; I < N.Size; ++I)
    f6(N, I);
  if (D > 0) {
    f1(N, D - 1);
    return;
  }
  cudaEventRecord(N.Event, N.Stream);
}
void f5(Node &N, int D) {
  if (N.Some[1])
    f6(N, D);
  for (int I = 0; I < N.Size; ++I)
    f4(N, I);
}
void f4(Node &N, int D) {
  if (D > 1) {
    f0(N, D - 1);
    return;
  }
  if (N.Some[2])
    f6(N, D);
  cudaEventRecord(N.Event, N.Stream);
}
void f6(Node &N, int D) {
  if (N.Some[3])
    f4(N, D);
  for (int I = 0; I < N.Size; ++I)
    f1(N, I);
  N.Hook(N);
}

int root(Node &N, cudaGraph_t *G) {
  if (cudaStreamBeginCapture(N.Stream, cudaStreamCaptureModeGlobal))
    return 1;
  f0(N, N.Size);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while
  cudaDeviceSynchronize();
  return cudaStreamEndCapture(N.Stream, G);
}
