// What a macro writes has an order. An error in its failure path says nothing about the path on which the call succeeds.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not="[cuda-capture"
#include <cuda_runtime.h>

static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;

#define CHECK_CUDA(call)                                                                           \
  do {                                                                                             \
    const cudaError_t status = (call);                                                             \
    if (status != cudaSuccess) {                                                                   \
      REPORT(cudaGetErrorString(status));                                                          \
      throw status;                                                                                \
    }                                                                                              \
  } while (0)
// Nothing ends the capture here that could show that it still runs.
void firesBehindABegin(cudaStream_t s) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  (void)cudaDeviceSynchronize();
}
void firesBetweenCalls(cudaStream_t s, void *p) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
  CHECK_CUDA(cudaMemsetAsync(p, 0, 4, s));
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  (void)cudaMalloc(&p, 4);
}

#define CHECK_AND_LOG(call)                                                                        \
  do {                                                                                             \
    const cudaError_t status = (call);                                                             \
    if (status != cudaSuccess)                                                                     \
      throw status;                                                                                \
    REPORT("done");                                                                                \
  } while (0)
void possibleBehindAnErrorOnTheWay(cudaStream_t s) {
  CHECK_AND_LOG(cudaStreamBeginCapture(s, kGlobal));
  // CHECK: :[[#@LINE+1]]:9: warning: possible: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  (void)cudaDeviceSynchronize();
}

// The error is in the argument, and so behind the begin that the macro writes in front of it.
#define BEGIN_AND(call)                                                                            \
  (void)cudaStreamBeginCapture(s, kGlobal);                                                        \
  call
void possibleBehindAnErrorInAnArgument(cudaStream_t s) {
  BEGIN_AND(REPORT("begun"));
  // CHECK: :[[#@LINE+1]]:9: warning: possible: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  (void)cudaDeviceSynchronize();
}
#define AND_BEGIN(call)                                                                            \
  call;                                                                                            \
  (void)cudaStreamBeginCapture(s, kGlobal)
void firesBehindABeginThatFollows(cudaStream_t s) {
  AND_BEGIN(REPORT("begins"));
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  (void)cudaDeviceSynchronize();
}
