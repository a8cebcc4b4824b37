// RUN: %lint-capturable
// Functions that are declared not to be capturable.
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>

CUDA_CAPTURE_NOT_CAPTURABLE void sortOnHost(float *p, cudaStream_t s);
[[clang::annotate("cuda_capture::not_capturable")]] static int visible(int n) { return n + 1; }
struct Cache {
  CUDA_CAPTURE_NOT_CAPTURABLE void refresh();
};

void firesInARegion(float *p, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'sortOnHost', which is declared not capturable, while 's' is capturing in relaxed mode [cuda-capture-unsafe-call]
  // CHECK: note: call it before or after the capture
  sortOnHost(p, s);
  cudaStreamEndCapture(s, g);
}
static void helper(Cache &c) { c.refresh(); }
void firesThroughAHelper(Cache &c, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'helper' reaches 'Cache::refresh', which is declared not capturable, while 's' is capturing in global mode [cuda-capture-unsafe-call]
  helper(c);
  cudaStreamEndCapture(s, g);
}
CUDA_CAPTURE_CAPTURABLE void firesInACapturableFunction(float *p, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'sortOnHost', which is declared not capturable, while the caller of 'firesInACapturableFunction' is capturing 's' in global mode [cuda-capture-unsafe-call]
  sortOnHost(p, s);
}
int firesForABodyThatIsSeen(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:11: warning: call to 'visible', which is declared not capturable, while 's' is capturing in global mode [cuda-capture-unsafe-call]
  int n = visible(1);
  cudaStreamEndCapture(s, g);
  return n;
}
void silentOutside(float *p, Cache &c, cudaStream_t s, cudaGraph_t *g) {
  sortOnHost(p, s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(s, g);
  c.refresh();
}
void silentUnderAGuard(float *p, cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    sortOnHost(p, s);
}
CUDA_CAPTURE_CAPTURABLE void silentUnderAGuardOfACapturable(float *p, cudaStream_t s) { silentUnderAGuard(p, s); }
void silentInALambdaThatIsNotRun(float *p, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  auto later = [=] { sortOnHost(p, s); };
  cudaStreamEndCapture(s, g);
  later();
}
