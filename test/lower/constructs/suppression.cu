// RUN: %lint-cu
// NOLINT works where the finding is.
#include <cuda_runtime.h>

static void helper(void *p) { cudaFree(p); }

void silentWithNolint(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaFree(p); // NOLINT
  cudaFree(p); // NOLINT(cuda-capture-unsafe-call)
  cudaFree(p); // NOLINT(cuda-capture-*)
  // NOLINTNEXTLINE(cuda-capture-unsafe-call)
  helper(p);
  // NOLINTBEGIN(cuda-capture-synchronization, cuda-capture-unsafe-call)
  cudaDeviceSynchronize();
  helper(p);
  // NOLINTEND(cuda-capture-synchronization, cuda-capture-unsafe-call)
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-11]]:3: note: capture of 's' begins here
  cudaFree(p); // NOLINT(cuda-capture-synchronization)
  cudaStreamEndCapture(s, g);
}

// A macro's use is where the finding is.
#define FREE(p) cudaFree(p)
void silentAtAMacrosUse(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  FREE(p); // NOLINT(cuda-capture-unsafe-call)
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-3]]:3: note: capture of 's' begins here
  FREE(p);
  cudaStreamEndCapture(s, g);
}
