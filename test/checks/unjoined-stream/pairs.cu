// The second function of a pair only waits, and nothing in the program calls it.
// RUN: %tidy --checks=-*,cuda-capture-unjoined-stream '--config={CheckOptions: {CudaCaptureCapturableFunctions: "*fires*;*silent*", CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

__global__ void k(int *p);

struct Member {
  cudaStream_t copies;
  cudaEvent_t begun, copied;
  void silentInAClass(int *p, cudaStream_t s) {
    cudaEventRecord(begun, s);
    cudaStreamWaitEvent(copies, begun, 0);
    k<<<1, 1, 0, copies>>>(p);
    cudaEventRecord(copied, copies);
  }
  void waits(cudaStream_t s) { cudaStreamWaitEvent(s, copied, 0); }
};

static cudaStream_t side;
static cudaEvent_t forked, done;
void silentWithGlobals(int *p, cudaStream_t s) {
  cudaEventRecord(forked, s);
  cudaStreamWaitEvent(side, forked, 0);
  k<<<1, 1, 0, side>>>(p);
  cudaEventRecord(done, side);
}
static void waitOn(cudaStream_t s, cudaEvent_t e) { cudaStreamWaitEvent(s, e, 0); }
void waitsThroughAHelper(cudaStream_t s) { waitOn(s, done); }

// Something waits for another event, and for nothing that this stream has done.
static cudaStream_t lost;
static cudaEvent_t before, after, other;
// CHECK: :[[#@LINE+3]]:3: warning: call to 'cudaStreamWaitEvent' takes 'lost' into the capture of 's', and 'firesAlone' returns before its work is joined
void firesAlone(int *p, cudaStream_t s) {
  cudaEventRecord(before, s);
  cudaStreamWaitEvent(lost, before, 0);
  k<<<1, 1, 0, lost>>>(p);
  cudaEventRecord(after, lost);
}
void waitsForAnother(cudaStream_t s) { cudaStreamWaitEvent(s, other, 0); }
