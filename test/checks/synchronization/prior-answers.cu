// What an unknown function answered before the begin does not tell of the
// capture.
// RUN: %lint-cu
#include <cuda_runtime.h>
bool ask();
struct Settings {
  bool big() const;
};
void firesForAnAnswerFromBefore(cudaStream_t s, cudaGraph_t *g) {
  bool verbose = ask();
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  if (verbose)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while 's' is capturing
    cudaDeviceSynchronize();
  if (cudaStreamEndCapture(s, g))
    return;
}
void firesForItsNegation(cudaStream_t s, cudaGraph_t *g, const Settings &o) {
  bool big = o.big();
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  if (!big)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while 's' is capturing
    cudaDeviceSynchronize();
  if (cudaStreamEndCapture(s, g))
    return;
}
void silentForAnAnswerInTheCapture(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  bool verbose = ask();
  if (verbose)
    cudaDeviceSynchronize();
  if (cudaStreamEndCapture(s, g))
    return;
}
void silentForTwoAnswersThatMayExclude(cudaStream_t s, cudaGraph_t *g) {
  bool use = ask();
  bool verbose = ask();
  if (use && cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  if (verbose)
    cudaDeviceSynchronize();
  if (use && cudaStreamEndCapture(s, g))
    return;
}
void silentIfItAsksAgain(cudaStream_t s, cudaGraph_t *g, const Settings &o) {
  bool big = o.big();
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  if (o.big() && big)
    cudaDeviceSynchronize();
  if (cudaStreamEndCapture(s, g))
    return;
}
struct Worker {
  bool use;
  cudaStream_t s;
  void enter();
};
void silentIfTheAnswerMayHaveChanged(Worker &w, cudaGraph_t *g) {
  w.use = ask();
  if (cudaStreamBeginCapture(w.s, cudaStreamCaptureModeGlobal))
    return;
  w.enter();
  if (w.use)
    cudaDeviceSynchronize();
  if (cudaStreamEndCapture(w.s, g))
    return;
}
void silentInTheOtherCapture(cudaStream_t s, cudaStream_t s2, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal))
    return;
  bool verbose = ask();
  if (cudaStreamBeginCapture(s2, cudaStreamCaptureModeGlobal))
    return;
  if (verbose)
    cudaDeviceSynchronize();
  if (cudaStreamEndCapture(s2, g))
    return;
  if (cudaStreamEndCapture(s, g))
    return;
}
