// RUN: %lint-cu
// Guards of the thread's capture mode whose bodies cannot be seen.
#include <cuda_runtime.h>

class RelaxedGuard {
public:
  RelaxedGuard();
  ~RelaxedGuard();

private:
  cudaStreamCaptureMode previous_;
};
class ModeGuard {
public:
  explicit ModeGuard(cudaStreamCaptureMode mode);
  ~ModeGuard();

private:
  void *state_;
};
class Timer {
public:
  Timer();
  ~Timer();

private:
  long start_;
};
void setMode(cudaStreamCaptureMode mode);

void silentInAGuard(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  {
    RelaxedGuard guard;
    cudaFree(p);
  }
  cudaStreamEndCapture(s, g);
}

void silentInAGuardOfAMode(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  ModeGuard guard(cudaStreamCaptureModeRelaxed);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

void silentAfterASetter(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  setMode(cudaStreamCaptureModeRelaxed);
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

void firesAfterTheGuard(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  { RelaxedGuard guard; }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

void firesBesideOtherObjects(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  Timer timer;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

// No mode permits a wait.
void firesForAWaitInAGuard(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  RelaxedGuard guard;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}
