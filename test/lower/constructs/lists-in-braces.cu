// RUN: %lint-cu
// Handles that a loop over a list in braces creates and destroys.
#include <cuda_runtime.h>
#include <initializer_list>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

void silentIfAListOfAddressesIsCreated(cudaGraph_t *g) {
  cudaStream_t a{}, b{};
  for (cudaStream_t *s : {&a, &b})
    if (cudaStreamCreateWithFlags(s, cudaStreamNonBlocking) != cudaSuccess)
      return;
  if (cudaStreamBeginCapture(a, kGlobal) != cudaSuccess)
    return;
  if (cudaStreamEndCapture(a, g) != cudaSuccess)
    return;
}
static void createAll(std::initializer_list<cudaStream_t *> all) {
  for (cudaStream_t *s : all)
    if (cudaStreamCreateWithFlags(s, cudaStreamNonBlocking) != cudaSuccess)
      return;
}
void silentIfAHelperCreatesAll(cudaGraph_t *g) {
  cudaStream_t a{}, b{};
  createAll({&a, &b});
  if (cudaStreamBeginCapture(b, kGlobal) != cudaSuccess)
    return;
  if (cudaStreamEndCapture(b, g) != cudaSuccess)
    return;
}
void silentIfALongListIsCreated(cudaGraph_t *g) {
  cudaStream_t a{}, b{}, c{}, d{};
  for (cudaStream_t *s : {&a, &b, &c, &d}) {
    cudaError_t status = cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);
    if (status != cudaSuccess)
      return;
  }
  if (cudaStreamBeginCapture(d, kGlobal) != cudaSuccess)
    return;
  if (cudaStreamEndCapture(d, g) != cudaSuccess)
    return;
}
void silentIfAVectorOfAddressesIsCreated(cudaGraph_t *g) {
  cudaStream_t a{}, b{}, c{};
  std::vector<cudaStream_t *> all{&a, &b, &c};
  for (cudaStream_t *s : all)
    if (cudaStreamCreateWithFlags(s, cudaStreamNonBlocking) != cudaSuccess)
      return;
  if (cudaStreamBeginCapture(c, kGlobal) != cudaSuccess)
    return;
  if (cudaStreamEndCapture(c, g) != cudaSuccess)
    return;
}
// The list does not have this one.
void firesIfNobodyCreatesIt(cudaGraph_t *g) {
  cudaStream_t a{}, b{};
  for (cudaStream_t *s : {&b})
    if (cudaStreamCreateWithFlags(s, cudaStreamNonBlocking) != cudaSuccess)
      return;
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of the legacy default stream, which cannot be captured; {{.*}} [cuda-capture-legacy-stream]
  if (cudaStreamBeginCapture(a, kGlobal) != cudaSuccess)
    return;
  if (cudaStreamEndCapture(a, g) != cudaSuccess)
    return;
}
// Of a single one it is known which.
void firesForTheOneInTheList(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return;
  for (cudaStream_t each : {s})
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 's' is capturing{{.*}} [cuda-capture-synchronization]
    cudaStreamSynchronize(each);
  if (cudaStreamEndCapture(s, g) != cudaSuccess)
    return;
}
