// A macro may evaluate its argument again in order to report an error. The call
// has failed, so it fails again, and begins or ends nothing.
// RUN: %tidy --checks=-*,cuda-capture-* %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <stdexcept>

#define CHECK_AND_EXIT(Call)                                                                       \
  if (Call != cudaSuccess) {                                                                       \
    fprintf(stderr, "'%s' (%d)\n", cudaGetErrorString(Call), Call);                                \
    exit(1);                                                                                       \
  }
#define CHECK_AND_THROW(Call)                                                                      \
  if (Call != cudaSuccess)                                                                         \
    throw std::runtime_error(cudaGetErrorString(Call));
#define CHECK_AND_RETURN(Call)                                                                     \
  do {                                                                                             \
    if (Call)                                                                                      \
      return Call;                                                                                 \
  } while (0)

__global__ void work(float *p);

void silentWhereItExits(cudaStream_t s, float *p) {
  cudaGraph_t g;
  cudaGraphExec_t e;
  CHECK_AND_EXIT(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  work<<<1, 1, 0, s>>>(p);
  CHECK_AND_EXIT(cudaStreamEndCapture(s, &g));
  CHECK_AND_EXIT(cudaGraphInstantiate(&e, g, 0));
  CHECK_AND_EXIT(cudaGraphLaunch(e, s));
  CHECK_AND_EXIT(cudaGraphExecDestroy(e));
  CHECK_AND_EXIT(cudaGraphDestroy(g));
}
void begin(cudaStream_t s) { CHECK_AND_THROW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); }
cudaError_t silentWhereItReturns(cudaStream_t s, float *p, cudaGraph_t *g) {
  CHECK_AND_RETURN(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  work<<<1, 1, 0, s>>>(p);
  CHECK_AND_RETURN(cudaStreamEndCapture(s, g));
  return cudaSuccess;
}
void silentWhereItThrows(cudaStream_t s, float *p, cudaGraph_t *g) {
  begin(s);
  work<<<1, 1, 0, s>>>(p);
  CHECK_AND_THROW(cudaStreamEndCapture(s, g));
}
// The calls behind the begin still count, in each round.
// CHECK: :[[#@LINE+4]]:20: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
void firesInARegion(cudaStream_t s, float *p, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    CHECK_AND_EXIT(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CHECK_AND_EXIT(cudaDeviceSynchronize());
    CHECK_AND_EXIT(cudaStreamEndCapture(s, g));
  }
}
