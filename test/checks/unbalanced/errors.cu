// RUN: %tidy '--checks=-*,cuda-capture-unbalanced' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Paths on which a call failed. Another check looks at what they leak.
#include <cstdlib>
#include <cuda_runtime.h>
#include <stdexcept>

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
      std::exit(1);                                                                                \
  } while (0)
#define THROW_IF(call)                                                                             \
  do {                                                                                             \
    if ((call) != cudaSuccess)                                                                     \
      throw std::runtime_error("CUDA");                                                            \
  } while (0)

cudaError_t silentIfTheBeginFailed(cudaStream_t s, cudaGraph_t *g) {
  RETURN_IF(cudaStreamBeginCapture(s, kRelaxed));
  kernel<<<1, 1, 0, s>>>();
  RETURN_IF(cudaStreamEndCapture(s, g));
  return cudaSuccess;
}
void silentForExits(cudaStream_t s, cudaGraph_t *g, void *p) {
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaMemsetAsync(p, 0, 16, s));
  DIE_IF(cudaStreamEndCapture(s, g));
}
void silentForExceptions(cudaStream_t s, cudaGraph_t *g, void *p) {
  THROW_IF(cudaStreamBeginCapture(s, kRelaxed));
  THROW_IF(cudaMemsetAsync(p, 0, 16, s));
  THROW_IF(cudaStreamEndCapture(s, g));
}
// What failed may have invalidated the capture, which has to be ended all the
// same; nothing is said about paths on which a call failed.
cudaError_t silentIfACallFailed(cudaStream_t s, cudaGraph_t *g, void *p) {
  RETURN_IF(cudaStreamBeginCapture(s, kRelaxed));
  RETURN_IF(cudaMemsetAsync(p, 0, 16, s));
  return cudaStreamEndCapture(s, g);
}
cudaError_t silentIfTheFirstErrorIsKept(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaError_t rc = cudaStreamBeginCapture(s, kRelaxed);
  if (rc == cudaSuccess) {
    rc = cudaMemsetAsync(p, 0, 16, s);
    cudaError_t end = cudaStreamEndCapture(s, g);
    if (rc == cudaSuccess)
      rc = end;
  }
  return rc;
}


// A condition of the program's own is no error of a call.
cudaError_t firesForAnErrorOfItsOwn(cudaStream_t s, int n, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:13: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  RETURN_IF(cudaStreamBeginCapture(s, kRelaxed));
  if (n < 0)
    return cudaErrorInvalidValue;
  kernel<<<1, 1, 0, s>>>();
  return cudaStreamEndCapture(s, g);
}
void firesForAReturnBetweenChecks(cudaStream_t s, int n, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaMemsetAsync(p, 0, 16, s));
  if (n == 0)
    return;
  DIE_IF(cudaStreamEndCapture(s, g));
}
void firesForEndingTwiceInMacros(cudaStream_t s, cudaGraph_t *g) {
  DIE_IF(cudaStreamBeginCapture(s, kRelaxed));
  DIE_IF(cudaStreamEndCapture(s, g));
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'cudaStreamEndCapture' ends a capture of stream 's', which is not capturing any more; {{.*}} [cuda-capture-unbalanced]
  DIE_IF(cudaStreamEndCapture(s, g));
}
// Both ways out end it.
cudaError_t silentForCleanUp(cudaStream_t s, void *p, cudaGraph_t *g) {
  cudaError_t rc = cudaStreamBeginCapture(s, kRelaxed);
  if (rc != cudaSuccess)
    return rc;
  rc = cudaMemsetAsync(p, 0, 16, s);
  if (rc != cudaSuccess)
    goto fail;
  return cudaStreamEndCapture(s, g);
fail:
  cudaStreamEndCapture(s, g);
  return rc;
}
void check(cudaError_t);
// The check may throw.
void silentForAHiddenCheck(cudaStream_t s, void *p, cudaGraph_t *g) {
  check(cudaStreamBeginCapture(s, kRelaxed));
  check(cudaMemsetAsync(p, 0, 16, s));
  check(cudaStreamEndCapture(s, g));
}
// What is expected to fail, as a test does.
bool fails(cudaError_t);
void silentForAnExpectedFailure(cudaStream_t s, cudaGraph_t *g, bool again) {
  if (fails(cudaStreamBeginCapture(s, cudaStreamCaptureMode(77))))
    return;
  if (again)
    return;
  cudaStreamEndCapture(s, g);
}
cudaError_t silentIfTheEndIsReturned(cudaStream_t s, bool dry, cudaGraph_t *g) {
  cudaError_t rc;
  if ((rc = cudaStreamBeginCapture(s, kRelaxed)) != cudaSuccess)
    return rc;
  if (dry)
    return cudaStreamEndCapture(s, g);
  kernel<<<1, 1, 0, s>>>();
  return cudaStreamEndCapture(s, g);
}
void silentForCleanUpAfterAFailedEnd(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    cudaStreamEndCapture(s, g);
}
