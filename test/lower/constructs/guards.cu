// RUN: %lint-cu
// Code that asks whether a stream captures.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

void silentIfAskedForTheSameStream(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone) {
    cudaStreamSynchronize(s);
    cudaFree(p);
  }
  if (status != cudaStreamCaptureStatusActive)
    cudaDeviceSynchronize();
  if (!status)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

void silentIfInfoIsAsked(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamCaptureStatus status;
  unsigned long long id;
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamGetCaptureInfo(s, &status, &id);
  if (status == cudaStreamCaptureStatusNone)
    cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

// The guard is a function, here or elsewhere.
static bool isCapturing(cudaStream_t s) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(s, &status) != cudaSuccess)
    return true;
  return status == cudaStreamCaptureStatusActive;
}
bool capturingElsewhere(cudaStream_t s);
static void *allocate(cudaStream_t s, size_t n) {
  void *p = nullptr;
  if (isCapturing(s))
    cudaMallocAsync(&p, n, s);
  else
    cudaMalloc(&p, n);
  return p;
}
static void release(cudaStream_t s, void *p) {
  if (capturingElsewhere(s))
    cudaFreeAsync(p, s);
  else
    cudaFree(p);
}
void silentForAGuardFunction(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  void *p = allocate(s, 16);
  release(s, p);
  cudaStreamEndCapture(s, g);
}

// The guard returns first.
static void syncUnlessCapturing(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status != cudaStreamCaptureStatusNone)
    return;
  cudaStreamSynchronize(s);
}
void silentForAnEarlyOut(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  syncUnlessCapturing(s);
  cudaStreamEndCapture(s, g);
  syncUnlessCapturing(s);
}

// Asks for one stream and touches while another captures.
void firesIfAskedForAnotherStream(cudaStream_t s, cudaStream_t other, cudaGraph_t *g, void *p) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamIsCapturing(other, &status);
  if (status == cudaStreamCaptureStatusNone)
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-4]]:3: note: capture of 's' begins here
    cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

// The wrong way round.
void firesIfInverted(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusActive)
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
    // CHECK: :[[#@LINE-4]]:3: note: capture of 's' begins here
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

// Asked before the capture began.
void firesIfAskedTooEarly(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status != cudaStreamCaptureStatusNone)
    return;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

// A library that is captured by somebody else, with nothing in sight.
void silentWithoutARegion(cudaStream_t s, void *p) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusActive) {
    cudaMemsetAsync(p, 0, 1, s);
    return;
  }
  cudaMalloc(&p, 16);
  cudaStreamSynchronize(s);
}

// Asking a forked stream is as good.
void silentIfAskedForAForkedStream(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g, void *p) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e);
  cudaStreamIsCapturing(t, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaFree(p);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e);
  cudaStreamEndCapture(s, g);
}

// Asking itself fails in an invalidated capture.
void silentIfAskingFails(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kGlobal);
  if (cudaStreamIsCapturing(s, &status) != cudaSuccess)
    cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

class Op {
  cudaStream_t stream_;
  bool capturing() const {
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(stream_, &status);
    return status == cudaStreamCaptureStatusActive;
  }

public:
  void silentForAMemberGuard(cudaGraph_t *g, void *p) {
    cudaStreamBeginCapture(stream_, kGlobal);
    if (!capturing())
      cudaFree(p);
    const bool eager = !capturing();
    if (eager)
      cudaStreamSynchronize(stream_);
    cudaStreamEndCapture(stream_, g);
  }
};

void silentForASwitchOnTheStatus(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamIsCapturing(s, &status);
  switch (status) {
  case cudaStreamCaptureStatusNone:
    cudaFree(p);
    break;
  case cudaStreamCaptureStatusActive:
    cudaFreeAsync(p, s);
    break;
  case cudaStreamCaptureStatusInvalidated:
    break;
  }
  cudaStreamEndCapture(s, g);
}

void silentForATernary(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(s, kGlobal);
  cudaError_t e = cudaStreamIsCapturing(s, &status) == cudaSuccess && status == cudaStreamCaptureStatusNone
                      ? cudaStreamSynchronize(s)
                      : cudaSuccess;
  (void)e;
  cudaStreamEndCapture(s, g);
}
