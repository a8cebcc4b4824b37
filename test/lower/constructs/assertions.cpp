// RUN: %lint-cxx
// Assertion libraries that decompose "a == b" into objects of their own, as
// Catch2 does: which outcome they expect cannot be seen.
#include <cuda_runtime.h>

namespace lib {
struct Result {
  explicit operator bool() const;
};
template <typename L> struct Left {
  const L &Value;
  template <typename R> Result operator==(const R &Right);
  template <typename R> Result operator!=(const R &Right) const;
};
struct Decomposer {
  template <typename T> Left<T> operator<=(const T &Value);
};
void handle(const Result &);
} // namespace lib
#define REQUIRE(...)                                                           \
  do {                                                                         \
    (void)__builtin_constant_p(__VA_ARGS__);                                   \
    lib::handle(lib::Decomposer() <= __VA_ARGS__);                             \
  } while ((void)0, (false) && static_cast<bool>(!!(__VA_ARGS__)))

void firesInACheckedRegion(cudaStream_t s, cudaGraph_t *g, void *p) {
  REQUIRE(cudaSuccess == cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  // CHECK: :[[#@LINE+1]]:26: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  REQUIRE(cudaSuccess == cudaFree(p));
  REQUIRE(cudaSuccess == cudaStreamEndCapture(s, g));
  REQUIRE(cudaSuccess == cudaFree(p));
}

// A test of failing calls: none of them begins a capture.
void silentForExpectedFailures(cudaStream_t s, cudaGraph_t *g) {
  REQUIRE(cudaErrorInvalidValue == cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(7)));
  REQUIRE(cudaErrorInvalidValue == cudaStreamBeginCapture(s, static_cast<cudaStreamCaptureMode>(8)));
  REQUIRE(cudaSuccess == cudaStreamSynchronize(s));
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, g);
}
