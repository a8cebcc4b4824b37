// RUN: %lint-cu
// Functions that are given results, and what they want.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;
static int failures;

static void note(cudaError_t result, int line) {
  if (result != cudaSuccess)
    std::printf("line %d: %s\n", line, cudaGetErrorName(result));
}

template <typename T> void check(T result, const char *what, const char *file, int line) {
  if (result) {
    std::fprintf(stderr, "%s:%d: %s\n", file, line, what);
    std::exit(EXIT_FAILURE);
  }
}
#define CHECK_CALL(call) check((call), #call, __FILE__, __LINE__)

static void complain(const cudaError_t &result) {
  const cudaError_t copy = result;
  switch (copy) {
  case cudaSuccess:
    return;
  default:
    std::puts(cudaGetErrorName(result));
  }
}

void noted(cudaStream_t s, void *p) {
  note(cudaStreamBeginCapture(s, kGlobal), __LINE__);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing
  cudaFree(p);
}

void notedTwice(cudaStream_t s) {
  note(cudaStreamBeginCapture(s, kGlobal), __LINE__);
  // CHECK: :[[#@LINE+1]]:8: warning: call to 'cudaStreamBeginCapture' begins another capture of 's' while it is capturing
  note(cudaStreamBeginCapture(s, kGlobal), __LINE__);
}

void checked(cudaStream_t s, void *p) {
  CHECK_CALL(cudaStreamBeginCapture(s, kGlobal));
  // CHECK: :[[#@LINE+1]]:14: warning: call to 'cudaFree' while 's' is capturing
  CHECK_CALL(cudaFree(p));
}

void complained(cudaStream_t s, void *p) {
  complain(cudaStreamBeginCapture(s, kGlobal));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing
  cudaFree(p);
}

//===--- What may want a failure ---===//

static void expectFailure(cudaError_t result) {
  if (result == cudaSuccess) {
    ++failures;
    std::puts("should have failed");
  }
}

static void expect(cudaError_t result, cudaError_t wanted) {
  if (result != wanted)
    std::puts("another result");
}

static void print(cudaError_t result) { std::puts(cudaGetErrorName(result)); }

static cudaError_t last;
static void keep(cudaError_t result) {
  last = result;
  if (result != cudaSuccess)
    std::puts("failed");
}

void elsewhere(cudaError_t result);

void silentIfFailureIsExpected(cudaStream_t s, void *p) {
  expectFailure(cudaStreamBeginCapture(s, kGlobal));
  cudaFree(p);
}

void silentIfAnErrorIsExpected(cudaStream_t s, void *p) {
  expect(cudaStreamBeginCapture(s, kGlobal), cudaErrorInvalidValue);
  cudaFree(p);
}

void silentIfItIsPrinted(cudaStream_t s, void *p) {
  print(cudaStreamBeginCapture(s, kGlobal));
  cudaFree(p);
}

void silentIfItIsKept(cudaStream_t s, void *p) {
  keep(cudaStreamBeginCapture(s, kGlobal));
  if (last == cudaSuccess)
    return;
  cudaFree(p);
}

// A function whose body is elsewhere has no error to compare with.
void firesIfItIsSeenElsewhere(cudaStream_t s, void *p) {
  elsewhere(cudaStreamBeginCapture(s, kGlobal));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode;
  cudaFree(p);
}
// The work belongs to a capture that has not begun if the helper gave up.
__global__ void kernel();
static void prepare(cudaStream_t a, cudaStream_t b, void *p) {
  if (cudaStreamAttachMemAsync(a, p, 0, cudaMemAttachSingle) != cudaSuccess)
    return;
  cudaStreamBeginCapture(b, cudaStreamCaptureModeRelaxed);
}

void silentIfAHelperGaveUp(void *p, cudaGraph_t *g, cudaGraph_t *h) {
  cudaStream_t a, b, c;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamCreate(&c);
  prepare(a, b, p);
  cudaStreamBeginCapture(c, cudaStreamCaptureModeRelaxed);
  kernel<<<1, 1, 0, b>>>();
  cudaStreamEndCapture(c, g);
  cudaStreamEndCapture(b, h);
}
// CHECK-NOT: silentIf
