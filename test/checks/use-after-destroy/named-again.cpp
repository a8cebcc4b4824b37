// RUN: %lint-cxx
// The message that a check writes about a failure names the call again: it runs again only if it failed.
#include <cuda_runtime.h>
#include <ostream>

// A library that writes logs. Its functions are not looked into.
# 8 "log.h" 1 3
template <class T> const T &value(const T &t) { return t; }
const char *message(int, int, const char *);
template <class A, class B> inline const char *compare(const A &a, const B &b, const char *text) {
  if (__builtin_expect(!!(a == b), 1))
    return nullptr;
  return message(a, b, text);
}
struct Fatal {
  Fatal(const char *);
  ~Fatal() __attribute__((noreturn));
  Fatal &operator<<(const char *);
  Fatal &operator<<(int);
};
struct Outcome {
  operator bool() const;
};
Outcome isGood(int);
struct Failure {
  Failure &operator<<(const char *);
};
#define CHECK_EQ(a, b) while (const char *failed = compare(value(a), value(b), #a " == " #b)) Fatal(failed)
#define EXPECT_GOOD(a) if (Outcome o = isGood(a)); else Failure()
# 32 "named-again.cpp" 2
#define CHECK_CUDA(call) { CHECK_EQ((call), cudaSuccess) << cudaGetErrorString((call)); }
#define EXPECT_CUDA(call) EXPECT_GOOD(call) << #call << cudaGetErrorString(call)
#define TWICE(call) ((call), (call))

struct SilentForOwners {
  cudaStream_t s;
  cudaGraph_t g;
  cudaEvent_t e;
  ~SilentForOwners() {
    CHECK_CUDA(cudaGraphDestroy(g));
    CHECK_CUDA(cudaEventDestroy(e));
    CHECK_CUDA(cudaStreamDestroy(s));
  }
};
void silentForOwners() { SilentForOwners o; CHECK_CUDA(cudaStreamCreate(&o.s)); }
void silentForExpectations(cudaStream_t s, cudaGraphExec_t x) {
  EXPECT_CUDA(cudaStreamDestroy(s));
  EXPECT_CUDA(cudaGraphExecDestroy(x));
}
inline void end(cudaStream_t s) { CHECK_CUDA(cudaStreamDestroy(s)); }
void silentForHelpers(cudaStream_t a, cudaStream_t b) {
  end(a);
  end(b);
}
template <class T> void last(T s) { EXPECT_CUDA(cudaStreamDestroy(s)); }
void silentForTemplates(cudaStream_t s) { last(s); }
void silentForLoops(cudaStream_t *s, int n) {
  for (int i = 0; i < n; ++i)
    CHECK_CUDA(cudaStreamDestroy(s[i]));
}
void silentForCaptures(cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

void firesOnASecondLine(cudaStream_t s) {
  CHECK_CUDA(cudaStreamDestroy(s));
  // CHECK: :[[#@LINE+1]]:14: warning: call to 'cudaStreamDestroy' destroys stream 's' that is already destroyed
  CHECK_CUDA(cudaStreamDestroy(s));
}
void firesInAnyCase(cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaStreamDestroy' destroys stream 's' that is already destroyed
  TWICE(cudaStreamDestroy(s));
}
void firesInTheNextCall(cudaStream_t s) {
  end(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'end' reaches 'cudaStreamDestroy', which destroys stream 's' that is already destroyed
  end(s);
}
void firesForUses(cudaStream_t s, void *p) {
  EXPECT_CUDA(cudaStreamDestroy(s));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' uses stream 's' that is already destroyed
  cudaMemsetAsync(p, 0, 16, s);
}
void firesInTheNextRound(cudaStream_t s, int n) {
  for (int i = 0; i < 2; ++i)
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaStreamDestroy' destroys stream 's' that is already destroyed
    CHECK_CUDA(cudaStreamDestroy(s));
}
