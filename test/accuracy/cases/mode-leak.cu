#include "cases.h"

namespace mode_leak {

// violation [early return]: an error leaves the thread Relaxed
int grow(void **p, size_t n) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode); // expect: mode-leak
  if (cudaMalloc(p, n) != cudaSuccess)
    return -1;
  cudaThreadExchangeStreamCaptureMode(&mode);
  return 0;
}
// legal: put back before the result is looked at
int growSafely(void **p, size_t n) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaError_t status = cudaMalloc(p, n);
  cudaThreadExchangeStreamCaptureMode(&mode);
  return status == cudaSuccess ? 0 : -1;
}

// violation [switch]: one case forgets it
void byKind(int kind, void *p) {
  cudaStreamCaptureMode mode = kLocal;
  cudaThreadExchangeStreamCaptureMode(&mode); // expect: mode-leak
  switch (kind) {
  case 0:
    cudaFree(p);
    break;
  case 1:
    return;
  }
  cudaThreadExchangeStreamCaptureMode(&mode);
}
// legal: every case gets there
void byKindAll(int kind, void *p) {
  cudaStreamCaptureMode mode = kLocal;
  cudaThreadExchangeStreamCaptureMode(&mode);
  switch (kind) {
  case 0:
    cudaFree(p);
    break;
  case 1:
    break;
  }
  cudaThreadExchangeStreamCaptureMode(&mode);
}

// violation [member RAII]: a guard that may be dismissed
struct Scoped {
  cudaStreamCaptureMode mode;
  bool armed = true;
  explicit Scoped(cudaStreamCaptureMode m) : mode(m) { cudaThreadExchangeStreamCaptureMode(&mode); }
  ~Scoped() {
    if (armed)
      cudaThreadExchangeStreamCaptureMode(&mode);
  }
};
void dismissed(void *p, bool keep) {
  Scoped scoped(kRelaxed); // expect: mode-leak
  cudaFree(p);
  if (keep)
    scoped.armed = false;
}
// legal: never dismissed
void armed(void *p, bool twice) {
  Scoped scoped(kRelaxed);
  cudaFree(p);
  if (twice)
    return;
  cudaFree(p);
}
// legal: a guard in an optional, on one path only
void optionalScope(void *p, bool relaxed) {
  std::optional<Scoped> scoped;
  if (relaxed)
    scoped.emplace(kRelaxed);
  cudaFree(p);
}
// legal: a guard in a unique_ptr
void ownedScope(void *p, bool early) {
  auto scoped = std::make_unique<Scoped>(kRelaxed);
  if (early)
    return;
  cudaFree(p);
}
// violation [unique_ptr]: the guard is released on one path
void releasedScope(void *p, bool early) {
  auto scoped = std::make_unique<Scoped>(kRelaxed); // expect: mode-leak
  cudaFree(p);
  if (early)
    scoped.release();
}
// legal: released and deleted by hand
void releasedAndDeleted(void *p, bool early) {
  auto scoped = std::make_unique<Scoped>(kRelaxed);
  cudaFree(p);
  if (early)
    delete scoped.release();
}

// violation [goto]: a jump past the restoration
void jumps(void *p, bool skip) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode); // expect: mode-leak
  if (skip)
    goto out;
  cudaFree(p);
  cudaThreadExchangeStreamCaptureMode(&mode);
out:
  return;
}
// legal: a jump to the restoration
void jumpsTo(void *p, bool skip) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (skip)
    goto out;
  cudaFree(p);
out:
  cudaThreadExchangeStreamCaptureMode(&mode);
}

// violation [helper at depth]: push and pop as functions, one path without pop
static cudaStreamCaptureMode push(cudaStreamCaptureMode m) {
  cudaThreadExchangeStreamCaptureMode(&m);
  return m;
}
static void pop(cudaStreamCaptureMode m) { cudaThreadExchangeStreamCaptureMode(&m); }
bool pushPop(void *p, int n) {
  cudaStreamCaptureMode before = push(kRelaxed); // expect: mode-leak
  if (n == 0)
    return false;
  cudaFree(p);
  pop(before);
  return true;
}
// legal: with pop
bool pushPopAll(void *p, int n) {
  cudaStreamCaptureMode before = push(kRelaxed);
  if (n != 0)
    cudaFree(p);
  pop(before);
  return n != 0;
}

// violation [loop]: a break leaves the round
void rounds(void **blocks, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStreamCaptureMode mode = kRelaxed;
    cudaThreadExchangeStreamCaptureMode(&mode); // expect: mode-leak
    if (!blocks[i])
      break;
    cudaFree(blocks[i]);
    cudaThreadExchangeStreamCaptureMode(&mode);
  }
}
// legal: in front of the exchange
void roundsBefore(void **blocks, int n) {
  for (int i = 0; i < n; ++i) {
    if (!blocks[i])
      break;
    cudaStreamCaptureMode mode = kRelaxed;
    cudaThreadExchangeStreamCaptureMode(&mode);
    cudaFree(blocks[i]);
    cudaThreadExchangeStreamCaptureMode(&mode);
  }
}

// violation [correlated condition]: restored under another condition
void otherCondition(void *p, bool a, bool b) {
  cudaStreamCaptureMode mode = kRelaxed;
  if (a)
    cudaThreadExchangeStreamCaptureMode(&mode); // miss: mode-leak (a condition on the exchange may mean the same as another one on the restoration)
  cudaFree(p);
  if (a && b)
    cudaThreadExchangeStreamCaptureMode(&mode);
}
// legal: under the same
void sameCondition(void *p, bool a) {
  cudaStreamCaptureMode mode = kRelaxed;
  if (a)
    cudaThreadExchangeStreamCaptureMode(&mode);
  cudaFree(p);
  if (a)
    cudaThreadExchangeStreamCaptureMode(&mode);
}

// violation [macro wrapper]: a check macro returns in between
#define TRY(call)                                                              \
  do {                                                                         \
    cudaError_t status_ = (call);                                              \
    if (status_ != cudaSuccess)                                                \
      return status_;                                                          \
  } while (0)
cudaError_t tried(void *p) {
  cudaStreamCaptureMode mode = kRelaxed;
  TRY(cudaThreadExchangeStreamCaptureMode(&mode)); // expect: mode-leak
  TRY(cudaFree(p));
  TRY(cudaThreadExchangeStreamCaptureMode(&mode));
  return cudaSuccess;
}
// legal: the program ends instead
void aborted(void *p) {
  cudaStreamCaptureMode mode = kRelaxed;
  CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
  CHECK_CUDA(cudaFree(p));
  CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
}

// legal: a lambda in a scope guard restores it
template <typename F> struct AtExit {
  F action;
  ~AtExit() { action(); }
};
template <typename F> AtExit(F) -> AtExit<F>;
bool restoredAtExit(void *p, int n) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  AtExit restore{[&] { cudaThreadExchangeStreamCaptureMode(&mode); }};
  if (n == 0)
    return false;
  cudaFree(p);
  return true;
}

} // namespace mode_leak
