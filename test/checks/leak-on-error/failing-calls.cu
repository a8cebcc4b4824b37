// With the option, failing CUDA calls count, too; without it they do not.
// RUN: %tidy %all-checks '--config={CheckOptions: {cuda-capture-leak-on-error.FailingCalls: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=DEFAULT --allow-empty --implicit-check-not=warning:
// RUN: %tidy %all-checks '--config={CheckOptions: {cuda-capture-leak-on-error.FailingCalls: perhaps}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=BAD
// BAD: warning: invalid value 'perhaps' of the option 'FailingCalls'; expected true or false
// DEFAULT-NOT: leak-on-error
#include <cuda_runtime.h>
#include <stdexcept>

#define RETURN_IF(x)                                                                               \
  do {                                                                                             \
    if ((x) != cudaSuccess)                                                                        \
      return false;                                                                                \
  } while (0)
#define THROW_IF(x)                                                                                \
  do {                                                                                             \
    if ((x) != cudaSuccess)                                                                        \
      throw std::runtime_error(#x);                                                                \
  } while (0)

bool firesForAReturn(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+2]]:13: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a call in it fails [cuda-capture-leak-on-error]
  // CHECK: note: when 'cudaMemsetAsync' fails here
  RETURN_IF(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  RETURN_IF(cudaMemsetAsync(p, 0, 4, s));
  RETURN_IF(cudaStreamEndCapture(s, g));
  return true;
}
void firesForAThrow(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:12: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a call in it fails [cuda-capture-leak-on-error]
  THROW_IF(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  THROW_IF(cudaMemsetAsync(p, 0, 4, s));
  THROW_IF(cudaStreamEndCapture(s, g));
}
bool silentIfItIsEnded(cudaStream_t s, cudaGraph_t *g, void *p) {
  RETURN_IF(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  bool ok = cudaMemsetAsync(p, 0, 4, s) == cudaSuccess;
  RETURN_IF(cudaStreamEndCapture(s, g));
  return ok;
}
bool silentForTheEndItself(cudaStream_t s, cudaGraph_t *g) {
  RETURN_IF(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  RETURN_IF(cudaStreamEndCapture(s, g));
  return true;
}
