// Calls of the API with an error in an argument, as in sources that lack a header.
// What follows an error is possible at most.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-unchecked-result %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not="[cuda-capture"
// RUN: not %cuda-capture check --no-cache --no-config --quiet --checks=-unchecked-result %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT
// EXACT-NOT: [cuda-capture
// EXACT: has errors, and was analysed in part
// EXACT-NOT: [cuda-capture
#include <cuda_runtime.h>

static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;
void waitFor(void *);

bool firesForAnUnknownVariable(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaMemcpy' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  cudaMemcpy(undeclared, p, 4, cudaMemcpyHostToDevice);
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
bool firesForAnUnknownFunction(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, sizeFor(n));
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
bool firesForAnUnknownStream(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  // CHECK: :[[#@LINE+1]]:9: warning: possible: call to 'cudaStreamSynchronize' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  (void)cudaStreamSynchronize(streamFor(1));
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
bool silentForAnotherFunction(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  waitFor(undeclared);
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
// Nothing is known of a capture of an unknown stream.
void silentForABegin() { (void)cudaStreamBeginCapture(undeclared, kGlobal); }
void silentForAnEnd(cudaGraph_t *g) { (void)cudaStreamEndCapture(undeclared, g); }
