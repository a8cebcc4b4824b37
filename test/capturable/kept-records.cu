// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// A function that begins a capture may take back what it has noted if the begin fails, and the note may be an atomic
// flag: both are the program's own record of its captures.
#include <atomic>
#include <cuda_runtime.h>
#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]

void work(cudaStream_t s) noexcept;
static void *pool;

// The flag is set in front of the begin, and taken back if that fails.
struct TakenBack {
  bool capturing = false;
  bool begin(cudaStream_t s) {
    capturing = true;
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess) {
      capturing = false;
      return false;
    }
    return true;
  }
  bool end(cudaStream_t s, cudaGraph_t *g) {
    if (!capturing)
      return false;
    capturing = false;
    return cudaStreamEndCapture(s, g) == cudaSuccess;
  }
};
void silentTwiceInARow(TakenBack *of, cudaStream_t s, cudaGraph_t *g) {
  if (of->begin(s)) {
    work(s);
    of->end(s, g);
  }
  if (of->begin(s)) {
    work(s);
    of->end(s, g);
  }
}

// The flag is zero again on each way before the capture ends: it says nothing of captures.
struct OnlyWhileItBegins {
  bool beginning = false;
  bool begin(cudaStream_t s) {
    beginning = true;
    const bool good = cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) == cudaSuccess;
    beginning = false;
    return good;
  }
  bool end(cudaStream_t s, cudaGraph_t *g) {
    beginning = false;
    return cudaStreamEndCapture(s, g) == cudaSuccess;
  }
  CAPTURABLE void grow(cudaStream_t s) {
    if (beginning)
      return;
    // CHECK: :[[#@LINE+1]]:11: warning: call to 'cudaMalloc' {{.*}}[cuda-capture-unsafe-call]
    (void)cudaMalloc(&pool, 64);
  }
};

static std::atomic<bool> capturing{false}, assigned{false}, other{false};
static std::atomic<int> depth{0};
struct Encoder {
  cudaStream_t s;
  bool begin() {
    capturing.store(true, std::memory_order_relaxed);
    assigned = true;
    other.store(true);
    depth.fetch_add(1);
    return cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) == cudaSuccess;
  }
  bool end(cudaGraph_t *g) {
    capturing.store(false, std::memory_order_relaxed);
    assigned = false;
    other.store(true);
    depth.fetch_sub(1);
    return cudaStreamEndCapture(s, g) == cudaSuccess;
  }
};
CAPTURABLE bool silentBehindAnAtomicFlag(cudaStream_t s) {
  if (!pool) {
    if (capturing.load(std::memory_order_relaxed))
      return false;
    return cudaMalloc(&pool, 64) == cudaSuccess;
  }
  return true;
}
CAPTURABLE bool silentBehindAnAssignedFlag(cudaStream_t s) {
  if (!pool && !assigned)
    return cudaMalloc(&pool, 64) == cudaSuccess;
  return true;
}
CAPTURABLE bool silentBehindACounter(cudaStream_t s) {
  if (!pool && depth == 0)
    return cudaMalloc(&pool, 64) == cudaSuccess;
  return true;
}
CAPTURABLE bool firesBehindAFlagThatIsSetOnly(cudaStream_t s) {
  if (!pool && !other)
    // CHECK: :[[#@LINE+1]]:12: warning: possible: call to 'cudaMalloc' {{.*}}[cuda-capture-unsafe-call]
    return cudaMalloc(&pool, 64) == cudaSuccess;
  return true;
}

// The record decides about a value, and the call stands behind both ways.
class Recorder {
  cudaStream_t S;
  bool Capturing = false;

public:
  cudaStream_t stream() const { return S; }
  bool isCapturing() const { return Capturing; }
  void begin() {
    if (cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal) == cudaSuccess)
      Capturing = true;
  }
  bool end(cudaGraph_t *g) {
    Capturing = false;
    return cudaStreamEndCapture(S, g) == cudaSuccess;
  }
};
void note() noexcept;
static cudaStream_t spare;
CAPTURABLE cudaError_t silentForAnotherStream(Recorder &r) {
  cudaStream_t chosen = r.stream();
  auto mode = cudaStreamCaptureModeRelaxed;
  if (r.isCapturing()) {
    chosen = spare;
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
  }
  cudaError_t result = cudaStreamSynchronize(chosen);
  if (r.isCapturing())
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
  return result;
}
CAPTURABLE cudaError_t silentInAnotherMode(Recorder &r) {
  auto mode = cudaStreamCaptureModeRelaxed;
  if (r.isCapturing())
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
  cudaError_t result = cudaMalloc(&pool, 64);
  if (r.isCapturing())
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
  return result;
}
CAPTURABLE cudaError_t firesOnTheSameStream(Recorder &r) {
  cudaStream_t chosen = r.stream();
  if (r.isCapturing())
    note();
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaStreamSynchronize' {{.*}}[cuda-capture-synchronization]
  return cudaStreamSynchronize(chosen);
}
CAPTURABLE cudaError_t firesForTheWrongChoice(Recorder &r) {
  cudaStream_t chosen = r.stream();
  if (!r.isCapturing())
    chosen = spare;
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaStreamSynchronize' {{.*}}[cuda-capture-synchronization]
  return cudaStreamSynchronize(chosen);
}
