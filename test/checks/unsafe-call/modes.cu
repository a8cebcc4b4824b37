// RUN: %lint-cu
// Whose mode counts: the capture's and the thread's.
#include <cuda_runtime.h>
#include <utility>

void firesInThreadLocalMode(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

void firesForAModeInAVariable(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  cudaStreamBeginCapture(s, mode);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

void silentIfTheVariableIsRelaxedByThen(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto mode = cudaStreamCaptureModeGlobal;
  mode = cudaStreamCaptureModeRelaxed;
  cudaStreamBeginCapture(s, mode);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

constexpr cudaStreamCaptureMode kStrict = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kFree = cudaStreamCaptureModeRelaxed;
const auto kConstFree = cudaStreamCaptureModeRelaxed;
struct Config {
  static constexpr auto kMode = cudaStreamCaptureModeRelaxed;
};
void firesForAStrictConstant(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kStrict);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}
void silentForRelaxedConstants(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kFree);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, kConstFree);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, Config::kMode);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

void firesForACastNumber(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(0));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}
void silentForARelaxedCastNumber(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, (cudaStreamCaptureMode)2);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

// Both arms are strict, or one is.
void firesForAStrictTernary(cudaStream_t s, cudaGraph_t *g, void *p, bool threads) {
  cudaStreamBeginCapture(s, threads ? cudaStreamCaptureModeThreadLocal
                                    : cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

// On the path with a strict mode, the call is prohibited.
void firesForAHalfStrictTernary(cudaStream_t s, cudaGraph_t *g, void *p, bool relaxed) {
  cudaStreamBeginCapture(s, relaxed ? cudaStreamCaptureModeRelaxed
                                    : cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

void silentIfAllocatedInRelaxedModeOnly(cudaStream_t s, cudaGraph_t *g, void *p, bool relaxed) {
  auto mode = relaxed ? cudaStreamCaptureModeRelaxed : cudaStreamCaptureModeGlobal;
  cudaStreamBeginCapture(s, mode);
  if (relaxed)
    cudaMalloc(&p, 16);
  if (mode == cudaStreamCaptureModeRelaxed)
    cudaFree(p);
  cudaStreamEndCapture(s, g);
}

void silentForAModeParameter(cudaStream_t s, cudaGraph_t *g, void *p, cudaStreamCaptureMode mode) {
  cudaStreamBeginCapture(s, mode);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

// A default argument is not the only value.
void silentForADefaultedModeParameter(cudaStream_t s, cudaGraph_t *g, void *p,
                                      cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
  cudaStreamBeginCapture(s, mode);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

void firesWhereTheParameterIsKnown(cudaStream_t s, cudaGraph_t *g, void *p, cudaStreamCaptureMode mode) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, mode);
  if (mode == cudaStreamCaptureModeGlobal)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 16);
  if (mode != cudaStreamCaptureModeRelaxed)
    return;
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

// A helper's mode parameter, given by the caller.
template <typename F> void capture(cudaStream_t s, cudaStreamCaptureMode mode, F body) {
  cudaGraph_t g;
  cudaStreamBeginCapture(s, mode);
  body();
  cudaStreamEndCapture(s, &g);
}
void firesForAPassedMode(cudaStream_t s, void *p) {
  capture(s, cudaStreamCaptureModeGlobal, [&] {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 16);
  });
}
void silentForAPassedRelaxedMode(cudaStream_t s, void *p) {
  capture(s, cudaStreamCaptureModeRelaxed, [&] { cudaMalloc(&p, 16); });
}

template <cudaStreamCaptureMode Mode> struct Capturer {
  cudaStream_t s;
  cudaGraph_t g;
  void run(void *p) {
    cudaStreamBeginCapture(s, Mode);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
    cudaStreamEndCapture(s, &g);
  }
};
template struct Capturer<cudaStreamCaptureModeGlobal>;

template <cudaStreamCaptureMode Mode> struct Relaxer {
  cudaStream_t s;
  cudaGraph_t g;
  void silentInTheOnlyInstantiation(void *p) {
    cudaStreamBeginCapture(s, Mode);
    cudaFree(p);
    cudaStreamEndCapture(s, &g);
  }
};
template struct Relaxer<cudaStreamCaptureModeRelaxed>;

// A mode that a constructor has set.
struct Options {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
};
void silentForAFieldSetToRelaxed(cudaStream_t s, cudaGraph_t *g, void *p) {
  Options o;
  cudaStreamBeginCapture(s, o.mode);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void silentForAFieldOfAParameter(cudaStream_t s, cudaGraph_t *g, void *p, const Options &o) {
  cudaStreamBeginCapture(s, o.mode);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// Another file may change it.
cudaStreamCaptureMode g_mode = cudaStreamCaptureModeGlobal;
void silentForAGlobalVariable(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, g_mode);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

cudaStreamCaptureMode pick(int i) {
  switch (i) {
  case 0:
    return cudaStreamCaptureModeGlobal;
  case 1:
    return cudaStreamCaptureModeThreadLocal;
  default:
    return cudaStreamCaptureModeRelaxed;
  }
}
void silentForAPickedRelaxedMode(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, pick(2));
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void firesForAPickedStrictMode(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, pick(1));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

void silentAfterExchangeToRelaxed(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaMalloc(&p, 16);
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStreamEndCapture(s, g);
}
void firesAfterExchangeBack(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaMalloc(&p, 16);
  cudaThreadExchangeStreamCaptureMode(&mode);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void silentIfExchangedBeforeBegin(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
  cudaThreadExchangeStreamCaptureMode(&mode);
}
// ThreadLocal protects from other threads' captures only.
void firesAfterExchangeToThreadLocal(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
  cudaThreadExchangeStreamCaptureMode(&mode);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStreamEndCapture(s, g);
}

class ModeGuard {
  cudaStreamCaptureMode mode_;

public:
  explicit ModeGuard(cudaStreamCaptureMode mode) : mode_(mode) {
    cudaThreadExchangeStreamCaptureMode(&mode_);
  }
  ~ModeGuard() { cudaThreadExchangeStreamCaptureMode(&mode_); }
};
void silentUnderAGuard(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  {
    ModeGuard relax{cudaStreamCaptureModeRelaxed};
    cudaMalloc(&p, 16);
    cudaFree(p);
  }
  cudaStreamEndCapture(s, g);
}
void firesAfterTheGuard(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  {
    ModeGuard relax{cudaStreamCaptureModeRelaxed};
    cudaMalloc(&p, 16);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// How NCCL allocates.
cudaError_t relaxedMalloc(void **p, size_t n) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaError_t e = cudaThreadExchangeStreamCaptureMode(&mode);
  if (e != cudaSuccess)
    goto fail;
  e = cudaMalloc(p, n);
fail:
  cudaThreadExchangeStreamCaptureMode(&mode);
  return e;
}
void silentForAllocatorThatRelaxes(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  relaxedMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

// What cannot be seen may have relaxed the thread.
void relaxThread();
void silentIfTheThreadMayBeRelaxed(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamCaptureMode mode;
  extern cudaStreamCaptureMode wanted;
  mode = wanted;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, g);
}

// One strict capture among relaxed ones is enough.
void firesForTheStrictOfTwo(cudaStream_t a, cudaStream_t b, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  cudaStreamBeginCapture(b, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 'a' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(a, g);
  cudaFree(p);
  cudaStreamEndCapture(b, g);
}

void firesInCaptureToGraph(cudaStream_t s, cudaGraph_t g, void *p) {
  cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, &g);
}
void silentInRelaxedCaptureToGraph(cudaStream_t s, cudaGraph_t g, void *p) {
  cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed);
  cudaMalloc(&p, 16);
  cudaStreamEndCapture(s, &g);
}
