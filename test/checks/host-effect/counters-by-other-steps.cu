// Counters that grow by more than one, or by a number that is not constant.
// RUN: %tidy --checks=-*,cuda-capture-host-effect '--config={CheckOptions: {CudaCaptureCapturableFunctions: "*::fires*;fires*", CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy --checks=-*,cuda-capture-host-effect '--config={CheckOptions: {CudaCaptureCapturableFunctions: "*::fires*;fires*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --implicit-check-not=warning:
#include <cuda_runtime.h>

__global__ void signal(int *flags, unsigned sequence);
template <int W> __global__ void reduce(int *flags, unsigned color);
struct Message {
  int *flag;
  unsigned number;
};
__global__ void send(Message m);
static int rounds(int n, int grid) { return (n + grid - 1) / grid; }
int blocksFor(int n);

class Link {
public:
  // The step is a constant: the next call certainly gets another value.
  // CHECK: :[[#@LINE+5]]:5: warning: kernel launch passes a counter of the host while 's' is capturing; every launch of the graph uses the value of the capture [cuda-capture-host-effect]
  // CHECK: :[[#@LINE+5]]:5: note: the counter changes here
  // EXACT: :[[#@LINE+3]]:5: warning: kernel launch passes a counter of the host
  // EXACT: :[[#@LINE+3]]:5: note: the counter changes here
  void firesForTwo(cudaStream_t s) {
    signal<<<1, 1, 0, s>>>(Flags, Even);
    Even += 2;
  }
  // CHECK: :[[#@LINE+4]]:5: warning: kernel launch passes a counter of the host
  // EXACT: :[[#@LINE+3]]:5: warning: kernel launch passes a counter of the host
  void firesForASum(cudaStream_t s) {
    Sum = Sum + 4;
    signal<<<1, 1, 0, s>>>(Flags, Sum);
  }
  // The step may be zero: a possible finding.
  // CHECK: :[[#@LINE+3]]:5: warning: possible: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
  void firesForRounds(int n, cudaStream_t s) {
    const int grid = blocksFor(n);
    signal<<<grid, 1, 0, s>>>(Flags, Color);
    Color += rounds(n, grid);
  }
  // CHECK: :[[#@LINE+3]]:5: warning: possible: kernel launch passes a counter of the host
  void firesForACopy(unsigned n, cudaStream_t s) {
    const unsigned First = Copied;
    signal<<<1, 1, 0, s>>>(Flags, First);
    Copied = First + n;
  }
  // CHECK: :[[#@LINE+3]]:5: warning: possible: kernel launch passes a counter of the host
  void firesForTheNext(unsigned n, cudaStream_t s) {
    const unsigned Next = Later + n;
    signal<<<1, 1, 0, s>>>(Flags, Later);
    Later = Next;
  }
  // CHECK: :[[#@LINE+3]]:5: warning: possible: kernel launch passes a counter of the host
  void firesForACountdown(unsigned n, cudaStream_t s) {
    Ticket -= n;
    signal<<<1, 1, 0, s>>>(Flags, Ticket);
  }
  // CHECK: :[[#@LINE+5]]:5: warning: possible: kernel launch passes a counter of the host
  void firesForAStructure(unsigned n, bool alone, cudaStream_t s) {
    Expected += n;
    Message m{};
    m.number = alone ? 0 : Expected;
    send<<<1, 1, 0, s>>>(m);
  }
  // A counter whose step is one elsewhere.
  void count() { Mixed++; }
  // CHECK: :[[#@LINE+2]]:5: warning: possible: kernel launch passes a counter of the host
  void firesIfMixed(unsigned n, cudaStream_t s) {
    signal<<<1, 1, 0, s>>>(Flags, Mixed);
    Mixed += n;
  }

private:
  int *Flags;
  unsigned Even = 0, Sum = 0, Color = 1, Copied = 0, Later = 0, Ticket = 0, Expected = 0, Mixed = 0;
};

// A generator of random numbers counts those that it has handed out.
struct Drawn {
  unsigned seed, offset;
};
class Generator {
public:
  Drawn draw(unsigned n) {
    const unsigned offset = Offset;
    Offset += n;
    return {Seed, offset};
  }

private:
  unsigned Seed = 0, Offset = 0;
};
struct Dropout {
  Generator *from;
  int *flags;
  // CHECK: :[[#@LINE+3]]:5: warning: possible: kernel launch passes a counter of the host
  void firesForADraw(unsigned n, cudaStream_t s) {
    const Drawn d = from->draw(n);
    signal<<<1, 1, 0, s>>>(flags, d.offset);
  }
};

// The number passes through the parameter of another function, and a template.
#define REDUCE(W)                                                                                                      \
  if (w == W)                                                                                                          \
    reduce<W><<<grid, 1, 0, s>>>(flags, color);
static void launch(int *flags, unsigned color, int w, int grid, cudaStream_t s) {
  switch (w) {
  case 2:
    REDUCE(2)
    break;
  default:
    REDUCE(4)
  }
}
struct Shared {
  int *flags;
  unsigned color = 1;
  // CHECK: :[[#@LINE+3]]:5: warning: possible: call to 'launch' reaches a kernel launch, which passes a counter of the host
  void firesForAParameter(int n, int w, cudaStream_t s) {
    const int grid = blocksFor(n);
    launch(flags, color, w, grid, s);
    color += rounds(n, grid);
  }
};

// CHECK: :[[#@LINE+4]]:3: warning: kernel launch passes a counter of the host
// EXACT: :[[#@LINE+3]]:3: warning: kernel launch passes a counter of the host
void firesForAStatic(int *flags, cudaStream_t s) {
  static unsigned turn = 0;
  signal<<<1, 1, 0, s>>>(flags, turn);
  turn += 2;
}
// Another source may set this one back.
unsigned shown;
// CHECK: :[[#@LINE+2]]:3: warning: possible: kernel launch passes a counter of the host
void firesForAGlobal(int *flags, cudaStream_t s) {
  signal<<<1, 1, 0, s>>>(flags, shown);
  shown += 2;
}
