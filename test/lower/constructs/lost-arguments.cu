// Calls with an error in an argument, as in sources that lack a header. An end of the capture that follows shows that
// the capture still runs; what the mode permits stays possible, because a guard may be missing.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not="[cuda-capture"
// RUN: not %cuda-capture check --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT
// EXACT-NOT: [cuda-capture
// EXACT: call to 'cudaMemcpy' on the legacy default stream{{.*}} [cuda-capture-legacy-stream]
// EXACT-COUNT-2: call to 'cudaDeviceSynchronize' while{{.*}} [cuda-capture-synchronization]
// EXACT-COUNT-5: reaches 'cudaDeviceSynchronize' while{{.*}} [cuda-capture-synchronization]
// EXACT-NOT: [cuda-capture
// EXACT: has errors, and was analysed in part
// EXACT-NOT: [cuda-capture
#include <cuda_runtime.h>

static constexpr auto kGlobal = cudaStreamCaptureModeGlobal;
void waitFor(void *);

bool firesForAnUnknownVariable(cudaStream_t s, cudaGraph_t *g, void *p) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpy' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
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
// A capture runs, whatever its stream or its mode is.
bool firesForACaptureOfAnUnknownStream(cudaGraph_t *g) {
  if (cudaStreamBeginCapture(undeclared, kGlobal) != cudaSuccess)
    return false;
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaDeviceSynchronize' while {{.*}} is capturing {{.*}} [cuda-capture-synchronization]
  (void)cudaDeviceSynchronize();
  return cudaStreamEndCapture(undeclared, g) == cudaSuccess;
}
cudaError_t firesForAVariableOfAnUnknownType(cudaGraph_t *g) {
  auto s = streamFor(1);
  cudaError_t e = cudaStreamBeginCapture(s, kGlobal);
  if (e != cudaSuccess)
    return e;
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'cudaDeviceSynchronize' while {{.*}} is capturing {{.*}} [cuda-capture-synchronization]
  (void)cudaDeviceSynchronize();
  return cudaStreamEndCapture(s, g);
}
// Relaxed captures permit it.
cudaError_t silentForWhatTheModeMayPermit(cudaStream_t s, cudaGraph_t *g, void **p) {
  cudaError_t e = cudaStreamBeginCapture(s, other::mode);
  if (e != cudaSuccess)
    return e;
  (void)cudaMalloc(p, 4);
  return cudaStreamEndCapture(s, g);
}
cudaError_t silentWhereTheBeginFailed(cudaGraph_t *g) {
  cudaError_t e = cudaStreamBeginCapture(undeclared, kGlobal);
  if (e != cudaSuccess) {
    (void)cudaDeviceSynchronize();
    return e;
  }
  return cudaStreamEndCapture(undeclared, g);
}
cudaError_t silentBehindTheEnd(cudaGraph_t *g) {
  if (cudaStreamBeginCapture(undeclared, kGlobal) != cudaSuccess || cudaStreamEndCapture(undeclared, g) != cudaSuccess)
    return cudaErrorUnknown;
  return cudaDeviceSynchronize();
}
// It is not known which of the captures ends.
void silentForTwoCaptures(cudaGraph_t *g) {
  (void)cudaStreamBeginCapture(undeclared, kGlobal);
  (void)cudaStreamBeginCapture(undeclared2, kGlobal);
  (void)cudaStreamEndCapture(undeclared, g);
  (void)cudaDeviceSynchronize();
  (void)cudaStreamEndCapture(undeclared2, g);
}
// Whether anybody ends it is not known.
void silentForABegin() { (void)cudaStreamBeginCapture(undeclared, kGlobal); }
void silentForAnEnd(cudaGraph_t *g) { (void)cudaStreamEndCapture(undeclared, g); }

struct Layer {
  cudaStream_t stream;
  void waits(int) { (void)cudaDeviceSynchronize(); }
  void waits2(int, int = 0) { (void)cudaDeviceSynchronize(); }
  bool firesForAMember(cudaGraph_t *g) {
    if (cudaStreamBeginCapture(stream, kGlobal) != cudaSuccess)
      return false;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Layer::waits' reaches 'cudaDeviceSynchronize' while 'stream' is capturing {{.*}} [cuda-capture-synchronization]
    waits(undeclared);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Layer::waits2' reaches 'cudaDeviceSynchronize' while 'stream' is capturing {{.*}} [cuda-capture-synchronization]
    this->waits2(sizeFor(1));
    return cudaStreamEndCapture(stream, g) == cudaSuccess;
  }
};
void require(bool, const char *) { (void)cudaDeviceSynchronize(); }
namespace other {
void expect(bool, const char *) { (void)cudaDeviceSynchronize(); }
} // namespace other
void overloaded(int) { (void)cudaDeviceSynchronize(); }
void overloaded(float) {}
template <class T> void instantiated(T) { (void)cudaDeviceSynchronize(); }

bool firesForAFunction(Layer *l, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Layer::waits' reaches 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  l->waits(sizeFor(1));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'require' reaches 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  require(sizeFor(1), "");
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'other::expect' reaches 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  other::expect(sizeFor(1), "");
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
bool possibleWithoutAnEnd(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'require' reaches 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  require(sizeFor(1), "");
  return finishCapture(s, g);
}
bool silentForAnotherFunctionOfThatName(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  overloaded(sizeFor(1));
  instantiated(sizeFor(1));
  require(sizeFor(1));
  require(s, "", 1);
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
bool possibleBesideAMissingGuard(cudaStream_t s, cudaGraph_t *g, void **p) {
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  RelaxedMode relaxed;
  // CHECK: :[[#@LINE+1]]:9: warning: possible: call to 'cudaMalloc' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  (void)cudaMalloc(p, 4);
  return cudaStreamEndCapture(s, g) == cudaSuccess;
}
bool possibleForAnAnswer(cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:7: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended {{.*}} [cuda-capture-unbalanced]
  if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
    return false;
  const bool eager = finishCapture(s, g);
  if (eager)
    // CHECK: :[[#@LINE+1]]:11: warning: possible: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
    (void)cudaDeviceSynchronize();
  return eager || cudaStreamEndCapture(s, g) == cudaSuccess;
}
