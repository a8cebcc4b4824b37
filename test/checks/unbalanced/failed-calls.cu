// RUN: %lint-cu
// Where a call has failed, the begin of a capture may have been left out for
// that, and the end of another one. What no call failed for is reported.
#include <cuda_runtime.h>
#define TRY(call)                                                              \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return;                                                                  \
  } while (0)

static void uploadAndBegin(float *d, const float *h, cudaStream_t stream) {
  TRY(cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice));
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
}

void silentAfterAHelperThatGaveUp(float *d, const float *h, cudaGraph_t *g) {
  cudaStream_t s;
  TRY(cudaStreamCreate(&s));
  uploadAndBegin(d, h, s);
  TRY(cudaStreamEndCapture(s, g));
}

void silentForABeginThatFails(cudaGraph_t *g, cudaGraph_t *h) {
  cudaStream_t s, t;
  TRY(cudaStreamCreate(&s));
  TRY(cudaStreamCreate(&t));
  TRY(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  TRY(cudaStreamBeginCapture(t, cudaStreamCaptureModeRelaxed));
  TRY(cudaStreamEndCapture(t, h));
  TRY(cudaStreamEndCapture(s, g));
}

static void beginUnless(bool skip, cudaStream_t stream) {
  if (skip)
    return;
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
}

void endsWhatWasNeverBegun(cudaGraph_t *g) {
  cudaStream_t s;
  TRY(cudaStreamCreate(&s));
  beginUnless(true, s);
  // CHECK: :[[@LINE+1]]:7: warning: call to 'cudaStreamEndCapture' ends a capture of stream 's', which is not capturing
  TRY(cudaStreamEndCapture(s, g));
}

void leavesByAnotherReason(int n, cudaGraph_t *g) {
  cudaStream_t s;
  TRY(cudaStreamCreate(&s));
  // CHECK: :[[@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path
  TRY(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  if (n == 0)
    return;
  TRY(cudaStreamEndCapture(s, g));
}
