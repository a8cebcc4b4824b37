// RUN: %lint-cu
// All the ways in which code checks a result: none of them hides a call, and
// none of their failure paths is a finding.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

#define CHECK_EXIT(call)                                                       \
  do {                                                                         \
    cudaError_t status_ = (call);                                              \
    if (status_ != cudaSuccess) {                                              \
      std::fprintf(stderr, "%s\n", cudaGetErrorString(status_));               \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)
void firesInDoWhileThatExits(cudaStream_t s, cudaGraph_t *g, void *p) {
  CHECK_EXIT(cudaStreamBeginCapture(s, kGlobal));
  CHECK_EXIT(cudaMemsetAsync(p, 0, 1, s));
  // CHECK: :[[#@LINE+2]]:14: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:14: note: capture of 's' begins here
  CHECK_EXIT(cudaMalloc(&p, 16));
  // CHECK: :[[#@LINE+2]]:14: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-6]]:14: note: capture of 's' begins here
  CHECK_EXIT(cudaStreamSynchronize(s));
  CHECK_EXIT(cudaStreamEndCapture(s, g));
  CHECK_EXIT(cudaFree(p));
}

// Returns in the region; the clean-up of the caller runs after a failure.
#define CHECK_RETURN(call)                                                     \
  do {                                                                         \
    if (cudaError_t e_ = (call)) return e_;                                    \
  } while (0)
cudaError_t firesInDoWhileThatReturns(cudaStream_t s, cudaGraph_t *g, void *p) {
  CHECK_RETURN(cudaStreamBeginCapture(s, kGlobal));
  CHECK_RETURN(cudaMemsetAsync(p, 0, 1, s));
  // CHECK: :[[#@LINE+2]]:16: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:16: note: capture of 's' begins here
  CHECK_RETURN(cudaMalloc(&p, 16));
  CHECK_RETURN(cudaStreamEndCapture(s, g));
  return cudaSuccess;
}
static cudaError_t buildGraph(cudaStream_t s, cudaGraph_t *g, void *p) {
  CHECK_RETURN(cudaStreamBeginCapture(s, kGlobal));
  CHECK_RETURN(cudaMemsetAsync(p, 0, 1, s));
  CHECK_RETURN(cudaStreamEndCapture(s, g));
  return cudaSuccess;
}
void silentInTheCallerOfAFunctionThatReturns(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (buildGraph(s, g, p) != cudaSuccess)
    cudaFree(p);
  cudaStreamSynchronize(s);
  cudaDeviceSynchronize();
}
void silentIfTheResultIsIgnored(cudaStream_t s, cudaGraph_t *g, void *p) {
  buildGraph(s, g, p);
  cudaDeviceSynchronize();
}

#define CHECK_GOTO(call)                                                       \
  do {                                                                         \
    err = (call);                                                              \
    if (err != cudaSuccess) goto cleanup;                                      \
  } while (0)
cudaError_t silentForGotoCleanup(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaError_t err;
  CHECK_GOTO(cudaStreamBeginCapture(s, kGlobal));
  CHECK_GOTO(cudaMemsetAsync(p, 0, 1, s));
  CHECK_GOTO(cudaStreamEndCapture(s, g));
cleanup:
  cudaDeviceSynchronize();
  cudaFree(p);
  return err;
}

inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort)
      exit(code);
  }
}
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
void firesInAnAssertFunction(cudaStream_t s, cudaGraph_t *g, void *p) {
  gpuErrchk(cudaStreamBeginCapture(s, kGlobal));
  gpuErrchk(cudaMemsetAsync(p, 0, 1, s));
  // CHECK: :[[#@LINE+2]]:13: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:13: note: capture of 's' begins here
  gpuErrchk(cudaFree(p));
  gpuErrchk(cudaStreamEndCapture(s, g));
  gpuErrchk(cudaFree(p));
}

// As in the CUDA samples.
template <typename T> void check(T result, char const *const func, const char *const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d \"%s\"\n", file, line, static_cast<unsigned int>(result), func);
    exit(EXIT_FAILURE);
  }
}
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
void firesInATemplateFunction(cudaStream_t s, cudaGraph_t *g, void *p) {
  checkCudaErrors(cudaStreamBeginCapture(s, kGlobal));
  checkCudaErrors(cudaMemsetAsync(p, 0, 1, s));
  // CHECK: :[[#@LINE+2]]:19: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:19: note: capture of 's' begins here
  checkCudaErrors(cudaFree(p));
  checkCudaErrors(cudaStreamEndCapture(s, g));
}

inline void throwOnError(cudaError_t e) {
  if (e != cudaSuccess)
    throw std::runtime_error(std::string("cuda: ") + cudaGetErrorString(e));
}
void firesInAFunctionThatThrows(cudaStream_t s, cudaGraph_t *g, void *p) {
  throwOnError(cudaStreamBeginCapture(s, kGlobal));
  throwOnError(cudaMemsetAsync(p, 0, 1, s));
  // CHECK: :[[#@LINE+2]]:16: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:16: note: capture of 's' begins here
  throwOnError(cudaFree(p));
  throwOnError(cudaStreamEndCapture(s, g));
  throwOnError(cudaFree(p));
}
void silentInAHandlerOfAFailure(cudaStream_t s, cudaGraph_t *g, void *p) {
  throwOnError(cudaStreamBeginCapture(s, kGlobal));
  try {
    throwOnError(cudaMemsetAsync(p, 0, 1, s));
    throwOnError(cudaStreamEndCapture(s, g));
  } catch (const std::exception &) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
}

// The body of the checking function is elsewhere.
void verify(cudaError_t e, const char *what);
void firesInADeclaredFunction(cudaStream_t s, cudaGraph_t *g, void *p) {
  verify(cudaStreamBeginCapture(s, kGlobal), "begin");
  verify(cudaMemsetAsync(p, 0, 1, s), "memset");
  // CHECK: :[[#@LINE+2]]:10: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:10: note: capture of 's' begins here
  verify(cudaFree(p), "free");
  verify(cudaStreamEndCapture(s, g), "end");
}

#define TRY(call)                                                              \
  ({                                                                           \
    cudaError_t e_ = (call);                                                   \
    if (e_ != cudaSuccess)                                                     \
      return false;                                                            \
    e_;                                                                        \
  })
bool firesInAStatementExpression(cudaStream_t s, cudaGraph_t *g, void *p) {
  TRY(cudaStreamBeginCapture(s, kGlobal));
  // CHECK: :[[#@LINE+2]]:7: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:7: note: capture of 's' begins here
  TRY(cudaMalloc(&p, 16));
  TRY(cudaStreamEndCapture(s, g));
  return true;
}

int firesInIfWithInitializer(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (auto e = cudaStreamBeginCapture(s, kGlobal); e != cudaSuccess) {
    cudaFree(p);
    return e;
  }
  // CHECK: :[[#@LINE+2]]:23: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-5]]:16: note: capture of 's' begins here
  if (cudaError_t e = cudaMalloc(&p, 16); e != cudaSuccess)
    return e;
  if (auto e = cudaStreamEndCapture(s, g); e != cudaSuccess) {
    cudaFree(p);
    return e;
  }
  cudaFree(p);
  return 0;
}

// The staircase of success.
void firesInAStaircase(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (cudaStreamBeginCapture(s, kGlobal) == cudaSuccess) {
    if (cudaMemsetAsync(p, 0, 1, s) == cudaSuccess) {
      // CHECK: :[[#@LINE+2]]:11: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
      // CHECK: :[[#@LINE-3]]:7: note: capture of 's' begins here
      if (cudaFree(p) == cudaSuccess) {
        cudaStreamEndCapture(s, g);
        cudaFree(p);
      }
    }
  } else {
    cudaFree(p);
  }
}

bool firesInAChain(cudaStream_t s, cudaGraph_t *g, void *p) {
  return cudaStreamBeginCapture(s, kGlobal) == cudaSuccess &&
         // CHECK: :[[#@LINE+2]]:10: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
         // CHECK: :[[#@LINE-2]]:10: note: capture of 's' begins here
         cudaMalloc(&p, 16) == cudaSuccess &&
         cudaStreamEndCapture(s, g) == cudaSuccess && cudaFree(p) == cudaSuccess;
}

// Errors are collected and looked at in the end.
int firesIfErrorsAreCollected(cudaStream_t s, cudaGraph_t *g, void *p) {
  int e = 0;
  e |= cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:8: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:8: note: capture of 's' begins here
  e |= cudaMalloc(&p, 16);
  e |= cudaStreamEndCapture(s, g);
  e |= cudaFree(p);
  return e;
}

// Decomposer, try, and a loop; as REQUIRE expands to.
namespace Mini {
struct Expr {
  bool ok;
};
template <typename T> struct Lhs {
  const T &v;
  template <typename R> Expr operator==(const R &r) const { return {v == r}; }
};
struct Decomposer {
  template <typename T> Lhs<T> operator<=(const T &v) const { return {v}; }
};
struct Handler {
  explicit Handler(const char *);
  void handle(const Expr &);
  void handleException();
  bool complete();
};
} // namespace Mini
#define REQUIRE(...)                                                           \
  do {                                                                         \
    Mini::Handler handler(#__VA_ARGS__);                                       \
    try {                                                                      \
      handler.handle(Mini::Decomposer() <= __VA_ARGS__);                       \
    } catch (...) {                                                            \
      handler.handleException();                                               \
    }                                                                          \
    handler.complete();                                                        \
  } while ((void)0, (false) && static_cast<const bool &>(!!(__VA_ARGS__)))
void firesInRequire(cudaStream_t s, cudaGraph_t *g, void *p) {
  REQUIRE(cudaSuccess == cudaStreamBeginCapture(s, kGlobal));
  // CHECK: :[[#@LINE+2]]:26: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:26: note: capture of 's' begins here
  REQUIRE(cudaSuccess == cudaMalloc(&p, 16));
  REQUIRE(cudaSuccess == cudaStreamEndCapture(s, g));
  REQUIRE(cudaSuccess == cudaFree(p));
}

// A switch, an if-else and a return, as ASSERT_EQ expands to.
namespace mini_gtest {
struct Result {
  bool ok;
  explicit operator bool() const { return ok; }
  const char *message() const { return ""; }
};
struct Message {};
struct Assert {
  explicit Assert(const char *);
  void operator=(const Message &) const;
};
template <typename A, typename B> Result cmp(const char *, const char *, const A &a, const B &b) {
  return {a == b};
}
} // namespace mini_gtest
#define ASSERT_EQ(a, b)                                                        \
  switch (0)                                                                   \
  case 0:                                                                      \
  default:                                                                     \
    if (const mini_gtest::Result ar = mini_gtest::cmp(#a, #b, a, b))           \
      ;                                                                        \
    else                                                                       \
      return mini_gtest::Assert(ar.message()) = mini_gtest::Message()
void firesInAssertEq(cudaStream_t s, cudaGraph_t *g, void *p) {
  ASSERT_EQ(cudaStreamBeginCapture(s, kGlobal), cudaSuccess);
  // CHECK: :[[#@LINE+2]]:13: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:13: note: capture of 's' begins here
  ASSERT_EQ(cudaMalloc(&p, 16), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(s, g), cudaSuccess);
  ASSERT_EQ(cudaFree(p), cudaSuccess);
}

#define CUDA_RT(call)                                                          \
  {                                                                            \
    cudaError_t rc = (call);                                                   \
    if (rc != cudaSuccess)                                                     \
      abort();                                                                 \
  }
void firesInABlock(cudaStream_t s, cudaGraph_t *g, void *p) {
  CUDA_RT(cudaStreamBeginCapture(s, kGlobal))
  // CHECK: :[[#@LINE+2]]:11: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:11: note: capture of 's' begins here
  CUDA_RT(cudaFree(p))
  CUDA_RT(cudaStreamEndCapture(s, g))
  CUDA_RT(cudaFree(p))
}

#define CHECKED(call)                                                          \
  [&] {                                                                        \
    cudaError_t e = (call);                                                    \
    if (e != cudaSuccess)                                                      \
      throw std::runtime_error("cuda");                                        \
  }()
void firesInALambdaMacro(cudaStream_t s, cudaGraph_t *g, void *p) {
  CHECKED(cudaStreamBeginCapture(s, kGlobal));
  // CHECK: :[[#@LINE+3]]:11: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+1]]:3: note: 'firesInALambdaMacro' calls 'lambda' here
  CHECKED(cudaFree(p));
  CHECKED(cudaStreamEndCapture(s, g));
  CHECKED(cudaFree(p));
}

// The API is a template argument, as in CCCL.
template <auto Fun, typename... Args> void cuda_try(Args... args) {
  if (cudaError_t e = Fun(args...))
    throw std::runtime_error(cudaGetErrorString(e));
}
void firesForATemplateArgument(cudaStream_t s, cudaGraph_t *g, void *p) {
  cuda_try<cudaStreamBeginCapture>(s, kGlobal);
  cuda_try<cudaMemsetAsync>(p, 0, 1, s);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'cuda_try' reaches 'cudaStreamSynchronize' while 'args' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-3]]:3: note: capture of 'args' begins here
  // CHECK: :[[#@LINE-8]]:23: note: 'cuda_try' calls 'cudaStreamSynchronize' here
  cuda_try<cudaStreamSynchronize>(s);
  cuda_try<cudaStreamEndCapture>(s, g);
  cuda_try<cudaStreamSynchronize>(s);
}

// The result is asked for afterwards.
__global__ void kernel();
#define CHECK_LAST() CHECK_EXIT2(cudaGetLastError())
#define CHECK_EXIT2(e)                                                         \
  if ((e) != cudaSuccess)                                                      \
  exit(1)
void silentForLastError(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  CHECK_LAST();
  CHECK_EXIT2(cudaPeekAtLastError());
  cudaStreamEndCapture(s, g);
}

// Begin and end themselves are a macro.
#define WITH_CAPTURE(stream, graph, ...)                                       \
  do {                                                                         \
    cudaStreamBeginCapture(stream, kGlobal);                                   \
    __VA_ARGS__;                                                               \
    cudaStreamEndCapture(stream, graph);                                       \
  } while (0)
void firesInAMacroThatCaptures(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+2]]:22: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE+1]]:3: note: capture of 's' begins here
  WITH_CAPTURE(s, g, cudaMalloc(&p, 16));
  WITH_CAPTURE(s, g, cudaMemsetAsync(p, 0, 1, s));
  cudaFree(p);
}

// assert() with a side effect.
#define MY_ASSERT(x) ((x) ? (void)0 : abort())
void firesInAssert(cudaStream_t s, cudaGraph_t *g, void *p) {
  MY_ASSERT(cudaStreamBeginCapture(s, kGlobal) == cudaSuccess);
  // CHECK: :[[#@LINE+2]]:13: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:13: note: capture of 's' begins here
  MY_ASSERT(cudaFree(p) == cudaSuccess);
  MY_ASSERT(!cudaStreamEndCapture(s, g));
}

// Results wrapped in a status type.
struct Status {
  cudaError_t code;
  bool ok() const { return code == cudaSuccess; }
};
inline Status wrap(cudaError_t e) { return Status{e}; }
#define RETURN_IF_ERROR(expr)                                                  \
  do {                                                                         \
    Status st_ = wrap(expr);                                                   \
    if (!st_.ok())                                                             \
      return st_;                                                              \
  } while (false)
Status firesForAStatusClass(cudaStream_t s, cudaGraph_t *g, void *p) {
  RETURN_IF_ERROR(cudaStreamBeginCapture(s, kGlobal));
  // CHECK: :[[#@LINE+2]]:19: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:19: note: capture of 's' begins here
  RETURN_IF_ERROR(cudaFree(p));
  RETURN_IF_ERROR(cudaStreamEndCapture(s, g));
  RETURN_IF_ERROR(cudaFree(p));
  return {cudaSuccess};
}
static Status tryBegin(cudaStream_t s) {
  RETURN_IF_ERROR(cudaStreamBeginCapture(s, kGlobal));
  return {cudaSuccess};
}
void silentIfTheStatusSaysNotBegun(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (!tryBegin(s).ok()) {
    cudaFree(p);
    return;
  }
  cudaStreamEndCapture(s, g);
}
