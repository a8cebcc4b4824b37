// A counter or toggle that a function changes at each call keeps, in a graph,
// the value of the capture.
// RUN: %tidy --checks=-*,cuda-capture-host-effect '--config={CheckOptions: {CudaCaptureCapturableFunctions: "Link::*;send*;Global*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

__global__ void signal(int *flags, unsigned sequence);
__global__ void work(float *p, int n);

class Link {
public:
  // CHECK: :[[#@LINE+3]]:5: warning: kernel launch passes a counter of the host while 's' is capturing; every launch of the graph uses the value of the capture [cuda-capture-host-effect]
  // CHECK: :[[#@LINE+3]]:5: note: the counter changes here
  void firesForASequence(cudaStream_t s) {
    signal<<<1, 1, 0, s>>>(Flags, Sequence);
    Sequence++;
  }
  // CHECK: :[[#@LINE+2]]:5: warning: kernel launch passes a counter of the host
  void firesForAnIncrement(cudaStream_t s) {
    signal<<<1, 1, 0, s>>>(Flags, ++Sequence);
  }
  // CHECK: :[[#@LINE+3]]:5: warning: kernel launch passes a counter of the host
  void firesForAToggle(cudaStream_t s) {
    Phase ^= 1;
    signal<<<1, 1, 0, s>>>(Flags, Phase);
  }
  // CHECK: :[[#@LINE+2]]:5: warning: kernel launch passes a counter of the host
  void firesForItsParity(cudaStream_t s) {
    signal<<<1, 1, 0, s>>>(Flags, Sequence & 1);
    Sequence = Sequence + 1;
  }
  // CHECK: :[[#@LINE+3]]:5: warning: kernel launch passes a counter of the host
  void firesForABool(cudaStream_t s) {
    Odd = !Odd;
    signal<<<1, 1, 0, s>>>(Flags, Odd);
  }
  // CHECK: :[[#@LINE+4]]:5: warning: kernel launch passes a counter of the host
  void firesForACopy(cudaStream_t s) {
    const unsigned Next = Other->Sent;
    Other->Sent = Next + 1;
    signal<<<1, 1, 0, s>>>(Flags, Next);
  }
  // CHECK: :[[#@LINE+3]]:5: warning: kernel launch passes a counter of the host
  void firesForTheNextOne(cudaStream_t s) {
    unsigned Next = (Sent + 1) % 8;
    signal<<<1, 1, 0, s>>>(Flags, Next);
    Sent = Next;
  }
  // A position again, and the copy of another variable.
  void silentForACopiedPosition(cudaStream_t s, int n) {
    const int Start = Used;
    Used = Start + n;
    work<<<1, 1, 0, s>>>(Data, Start);
  }
  void silentForAnotherCopy(cudaStream_t s) {
    const unsigned Before = Setting;
    signal<<<1, 1, 0, s>>>(Flags, Before);
    Launches = Before + 1;
  }
  // A value that the function does not change.
  void silentForASize(cudaStream_t s) { work<<<1, 1, 0, s>>>(Data, Size); }
  // The kernel does not get the counter.
  void silentForStatistics(cudaStream_t s) {
    work<<<1, 1, 0, s>>>(Data, Size);
    Launches++;
  }
  // A position in memory, which begins anew: each launch uses the same part again.
  void rewind() { Used = 0; }
  void silentForAPosition(cudaStream_t s, int n) {
    work<<<1, 1, 0, s>>>(Data, Used);
    Used += n;
  }
  void silentForABlock(cudaStream_t s) {
    work<<<1, 1, 0, s>>>(Data, Used);
    Used += 256;
  }
  // Each call begins again at zero.
  void silentForALoop(cudaStream_t s) {
    for (Index = 0; Index < 4; Index++)
      work<<<1, 1, 0, s>>>(Data, Index);
  }
  // Only another function changes it.
  void silentForASetting(cudaStream_t s) { work<<<1, 1, 0, s>>>(Data, Setting); }
  void nextSetting() { Setting++; }
  // The value is in memory that the kernel reads.
  void silentForMemory(cudaStream_t s) {
    ++*Mapped;
    signal<<<1, 1, 0, s>>>(Mapped, 0);
  }
  // A program that captures does not come here.
  void silentIfAsked(cudaStream_t s) {
    cudaStreamCaptureStatus status;
    if (cudaStreamIsCapturing(s, &status) ||
        status != cudaStreamCaptureStatusNone)
      return;
    signal<<<1, 1, 0, s>>>(Flags, Sequence++);
  }

private:
  int *Flags, *Mapped;
  float *Data;
  Link *Other;
  unsigned Sequence = 0, Phase = 0, Sent = 0;
  bool Odd = false;
  int Size = 0, Launches = 0, Used = 0, Index = 0, Setting = 0;
};

static unsigned Round;
// CHECK: :[[#@LINE+2]]:3: warning: kernel launch passes a counter of the host while 's' is capturing
void sendRound(cudaStream_t s, int *flags) {
  signal<<<1, 1, 0, s>>>(flags, Round++);
}
// A variable of the function itself starts anew.
void sendLocal(cudaStream_t s, int *flags) {
  unsigned n = 0;
  signal<<<1, 1, 0, s>>>(flags, n++);
  signal<<<1, 1, 0, s>>>(flags, n++);
}

// CHECK: :[[#@LINE+5]]:3: warning: kernel launch passes a counter of the host while 's' is capturing
bool captured(cudaStream_t s, cudaGraph_t *g, int *flags) {
  static unsigned Step;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  signal<<<1, 1, 0, s>>>(flags, Step++);
  return !cudaStreamEndCapture(s, g);
}
// The graph is made anew for each launch.
bool capturedAnew(cudaStream_t s, int *flags) {
  static unsigned Step;
  cudaGraph_t g;
  cudaGraphExec_t e;
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return false;
  signal<<<1, 1, 0, s>>>(flags, Step++);
  if (cudaStreamEndCapture(s, &g) || cudaGraphInstantiate(&e, g, 0))
    return false;
  if (cudaGraphLaunch(e, s) || cudaStreamSynchronize(s))
    return false;
  return !cudaGraphExecDestroy(e) && !cudaGraphDestroy(g);
}
