// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --implicit-check-not=warning:
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=POSSIBLE --implicit-check-not=warning:
// A callee that gets nothing but texts and numbers hardly ends a capture.
#include <cuda_runtime.h>

int run(cudaStream_t);
void report(const char *);
void restore(int Device);
void abandon(cudaStream_t);
void abandonAll();

int possibleBehindAReport(cudaStream_t s, cudaGraph_t *g) {
  // POSSIBLE: :[[#@LINE+1]]:7: warning: possible: call to 'cudaStreamBeginCapture' {{.*}} [cuda-capture-unbalanced]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return 1;
  if (run(s)) {
    report("bad");
    return 1;
  }
  return cudaStreamEndCapture(s, g);
}
struct Restore {
  ~Restore() { restore(0); }
};
int possibleBesideAGuard(cudaStream_t s, cudaGraph_t *g) {
  Restore guard;
  // POSSIBLE: :[[#@LINE+1]]:7: warning: possible: call to 'cudaStreamBeginCapture' {{.*}} [cuda-capture-unbalanced]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return 1;
  if (run(s))
    return 1;
  return cudaStreamEndCapture(s, g);
}
struct Abandon {
  cudaStream_t s;
  ~Abandon() { abandon(s); }
};
int silentIfTheGuardGetsTheStream(cudaStream_t s, cudaGraph_t *g) {
  Abandon guard{s};
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return 1;
  if (run(s))
    return 1;
  return cudaStreamEndCapture(s, g);
}
int silentIfTheCalleeGetsNothing(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
    return 1;
  if (run(s)) {
    abandonAll();
    return 1;
  }
  return cudaStreamEndCapture(s, g);
}
