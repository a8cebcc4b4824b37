// RUN: %lint-cu
// The thread's capture mode, changed and not put back on some path.
#include <cstdlib>
#include <cuda_runtime.h>
#include <memory>

constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
#define RETURN_IF(call)                                                                            \
  do {                                                                                             \
    cudaError_t status = (call);                                                                   \
    if (status != cudaSuccess)                                                                     \
      return status;                                                                               \
  } while (0)
#define DIE_IF(call)                                                                               \
  do {                                                                                             \
    if ((call) != cudaSuccess)                                                                     \
      std::abort();                                                                                \
  } while (0)

bool firesForAnEarlyReturn(void **p, int n) {
  auto mode = kRelaxed;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaThreadExchangeStreamCaptureMode' changes the capture mode of the thread that is not restored on every path [cuda-capture-mode-leak]
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (n == 0)
    return false;
  cudaMalloc(p, n);
  cudaThreadExchangeStreamCaptureMode(&mode);
  return true;
}
bool firesForAFailedCall(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaThreadExchangeStreamCaptureMode' changes the capture mode of the thread that is not restored on every path [cuda-capture-mode-leak]
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (cudaMalloc(p, n) != cudaSuccess)
    return false;
  cudaThreadExchangeStreamCaptureMode(&mode);
  return true;
}
cudaError_t firesForAMacro(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'cudaThreadExchangeStreamCaptureMode' changes the capture mode of the thread that is not restored on every path [cuda-capture-mode-leak]
  RETURN_IF(cudaThreadExchangeStreamCaptureMode(&mode));
  RETURN_IF(cudaMalloc(p, n));
  RETURN_IF(cudaThreadExchangeStreamCaptureMode(&mode));
  return cudaSuccess;
}
cudaError_t silentIfTheResultIsKept(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  RETURN_IF(cudaThreadExchangeStreamCaptureMode(&mode));
  cudaError_t rc = cudaMalloc(p, n);
  RETURN_IF(cudaThreadExchangeStreamCaptureMode(&mode));
  return rc;
}
void silentForExits(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  DIE_IF(cudaThreadExchangeStreamCaptureMode(&mode));
  DIE_IF(cudaMalloc(p, n));
  DIE_IF(cudaThreadExchangeStreamCaptureMode(&mode));
}
int firesForACase(int kind, void *p) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaThreadExchangeStreamCaptureMode' changes the capture mode of the thread that is not restored on every path [cuda-capture-mode-leak]
  cudaThreadExchangeStreamCaptureMode(&mode);
  switch (kind) {
  case 0:
    cudaFree(p);
    break;
  case 1:
    return 1;
  }
  cudaThreadExchangeStreamCaptureMode(&mode);
  return 0;
}
int firesForAGotoPastTheRestoration(int n, void *p) {
  int rc = 1;
  cudaStreamCaptureMode mode = kRelaxed;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaThreadExchangeStreamCaptureMode' changes the capture mode of the thread that is not restored on every path [cuda-capture-mode-leak]
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (n < 0)
    goto out;
  rc = 0;
  cudaFree(p);
  cudaThreadExchangeStreamCaptureMode(&mode);
out:
  return rc;
}
int silentForAGotoToTheRestoration(int n, void *p) {
  int rc = 1;
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (n < 0)
    goto out;
  rc = 0;
  cudaFree(p);
out:
  cudaThreadExchangeStreamCaptureMode(&mode);
  return rc;
}
void firesForAReturnFromALoop(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaThreadExchangeStreamCaptureMode' changes the capture mode of the thread that is not restored on every path [cuda-capture-mode-leak]
  cudaThreadExchangeStreamCaptureMode(&mode);
  for (int i = 0; i < n; ++i) {
    if (!p[i])
      return;
    kernel<<<1, 1>>>();
  }
  cudaThreadExchangeStreamCaptureMode(&mode);
}
void silentForABreak(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  for (int i = 0; i < n; ++i) {
    if (!p[i])
      break;
    cudaFree(p[i]);
  }
  cudaThreadExchangeStreamCaptureMode(&mode);
}
void silentInEachRound(void **p, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStreamCaptureMode mode = kRelaxed;
    cudaThreadExchangeStreamCaptureMode(&mode);
    cudaFree(p[i]);
    cudaThreadExchangeStreamCaptureMode(&mode);
  }
}
void silentBeforeTheReturn(void *p, bool early) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (early) {
    cudaThreadExchangeStreamCaptureMode(&mode);
    return;
  }
  cudaFree(p);
  cudaThreadExchangeStreamCaptureMode(&mode);
}
void silentInBothBranches(void *p, bool first) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (first) {
    cudaFree(p);
    cudaThreadExchangeStreamCaptureMode(&mode);
  } else {
    cudaThreadExchangeStreamCaptureMode(&mode);
  }
}
void silentForCorrelatedConditions(void *p, bool relax) {
  cudaStreamCaptureMode mode = kRelaxed;
  if (relax)
    cudaThreadExchangeStreamCaptureMode(&mode);
  cudaFree(p);
  if (relax)
    cudaThreadExchangeStreamCaptureMode(&mode);
}
void firesForAConditionOnOneHalf(void *p, bool restore) {
  cudaStreamCaptureMode mode = kRelaxed;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaThreadExchangeStreamCaptureMode' changes the capture mode of the thread that is not restored on every path [cuda-capture-mode-leak]
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaFree(p);
  if (restore)
    cudaThreadExchangeStreamCaptureMode(&mode);
}
static bool strict;
void silentForASetting(void *p) {
  cudaStreamCaptureMode mode = kRelaxed;
  if (!strict)
    cudaThreadExchangeStreamCaptureMode(&mode);
  cudaFree(p);
  if (!strict)
    cudaThreadExchangeStreamCaptureMode(&mode);
}

// One half is another function's.
void silentForAThreadThatStaysRelaxed() {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
}
void silentForTheFirstHalf(cudaStreamCaptureMode *mode) {
  *mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(mode);
}
void silentForTheSecondHalf(cudaStreamCaptureMode *mode) { cudaThreadExchangeStreamCaptureMode(mode); }
void silentForASwap(bool relax, cudaStreamCaptureMode *saved) {
  if (relax) {
    *saved = kRelaxed;
    cudaThreadExchangeStreamCaptureMode(saved);
  } else {
    cudaThreadExchangeStreamCaptureMode(saved);
  }
}
static cudaStreamCaptureMode enter() {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  return mode;
}
static void leave(cudaStreamCaptureMode mode) { cudaThreadExchangeStreamCaptureMode(&mode); }
void silentForHelpers(void *p) {
  cudaStreamCaptureMode before = enter();
  cudaFree(p);
  leave(before);
}
// Restored by the value it had, or by another variable.
void silentForACopy(void *p) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStreamCaptureMode saved = mode;
  cudaFree(p);
  cudaThreadExchangeStreamCaptureMode(&saved);
}
void silentForNestedExchanges(void *p) {
  cudaStreamCaptureMode outer = kRelaxed, inner = cudaStreamCaptureModeThreadLocal;
  cudaThreadExchangeStreamCaptureMode(&outer);
  cudaThreadExchangeStreamCaptureMode(&inner);
  cudaFree(p);
  cudaThreadExchangeStreamCaptureMode(&inner);
  cudaThreadExchangeStreamCaptureMode(&outer);
}
void firesForTheInnerHalf(void *p, bool early) {
  cudaStreamCaptureMode outer = kRelaxed, inner = cudaStreamCaptureModeThreadLocal;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaThreadExchangeStreamCaptureMode' changes the capture mode of the thread that is not restored on every path [cuda-capture-mode-leak]
  cudaThreadExchangeStreamCaptureMode(&outer);
  cudaThreadExchangeStreamCaptureMode(&inner);
  cudaFree(p);
  cudaThreadExchangeStreamCaptureMode(&inner);
  if (early)
    return;
  cudaThreadExchangeStreamCaptureMode(&outer);
}

class RelaxedMode {
  cudaStreamCaptureMode mode_ = kRelaxed;

public:
  RelaxedMode() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~RelaxedMode() { cudaThreadExchangeStreamCaptureMode(&mode_); }
};
bool silentForAGuard(void **p, int n) {
  RelaxedMode guard;
  if (n == 0)
    return false;
  return cudaMalloc(p, n) == cudaSuccess;
}
void silentForAGuardInTwoBranches(void **p, int n, bool relax) {
  if (relax) {
    RelaxedMode guard;
    cudaMalloc(p, n);
  } else {
    cudaMalloc(p, n);
  }
}
class OptionalMode {
  cudaStreamCaptureMode mode_ = kRelaxed;
  bool on_;

public:
  explicit OptionalMode(bool on) : on_(on) {
    if (on_)
      cudaThreadExchangeStreamCaptureMode(&mode_);
  }
  void reset() {
    if (on_)
      cudaThreadExchangeStreamCaptureMode(&mode_);
    on_ = false;
  }
  ~OptionalMode() { reset(); }
};
int silentForAnOptionalGuard(void **p, int n, bool on) {
  OptionalMode guard(on);
  if (n < 0)
    return 1;
  cudaMalloc(p, n);
  guard.reset();
  return 0;
}
struct Restores {
  void operator()(cudaStreamCaptureMode *mode) const { cudaThreadExchangeStreamCaptureMode(mode); }
};
bool silentForADeleter(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  std::unique_ptr<cudaStreamCaptureMode, Restores> guard(&mode);
  if (n == 0)
    return false;
  return cudaMalloc(p, n) == cudaSuccess;
}
template <class F> struct Finally {
  F body;
  ~Finally() { body(); }
};
template <class F> Finally(F) -> Finally<F>;
bool silentForALambdaAtTheEnd(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  Finally restore{[&] { cudaThreadExchangeStreamCaptureMode(&mode); }};
  if (n == 0)
    return false;
  return cudaMalloc(p, n) == cudaSuccess;
}
template <class F> void relaxed(F body) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  body();
  cudaThreadExchangeStreamCaptureMode(&mode);
}
void silentForALambda(void **p, int n) {
  relaxed([&] {
    if (n == 0)
      return;
    cudaMalloc(p, n);
  });
}
class Member {
  cudaStreamCaptureMode saved_;

public:
  void enter() {
    saved_ = kRelaxed;
    cudaThreadExchangeStreamCaptureMode(&saved_);
  }
  void leave() { cudaThreadExchangeStreamCaptureMode(&saved_); }
};
void silentForMembers(Member &m, void *p) {
  m.enter();
  cudaFree(p);
  m.leave();
}
// It may put the mode back.
void restore(cudaStreamCaptureMode mode);
bool silentForAHiddenRestoration(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (n == 0) {
    restore(mode);
    return false;
  }
  cudaMalloc(p, n);
  cudaThreadExchangeStreamCaptureMode(&mode);
  return true;
}
// On one path nothing was changed.
void silentIfTheExchangeFailed(void *p) {
  cudaStreamCaptureMode mode = kRelaxed;
  if (cudaThreadExchangeStreamCaptureMode(&mode) != cudaSuccess)
    return;
  cudaFree(p);
  cudaThreadExchangeStreamCaptureMode(&mode);
}
bool capturing();
void silentForConditionsThatCannotBeSeen(void *p) {
  cudaStreamCaptureMode mode = kRelaxed;
  if (capturing())
    cudaThreadExchangeStreamCaptureMode(&mode);
  cudaFree(p);
  if (capturing())
    cudaThreadExchangeStreamCaptureMode(&mode);
}
void silentForConditionsThatMayMeanTheSame(void *p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  if (n > 3)
    cudaThreadExchangeStreamCaptureMode(&mode);
  cudaFree(p);
  if (mode != kRelaxed)
    cudaThreadExchangeStreamCaptureMode(&mode);
}
bool silentForALoopThatIsLeft(void **p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  bool ok = false;
  cudaThreadExchangeStreamCaptureMode(&mode);
  do {
    if (cudaMalloc(p, n) != cudaSuccess)
      break;
    if (n > 4)
      break;
    ok = true;
  } while (false);
  cudaThreadExchangeStreamCaptureMode(&mode);
  return ok;
}
