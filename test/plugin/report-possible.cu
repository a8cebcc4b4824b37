// What rests on something that cannot be known is reported only on demand, and
// marked.
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --allow-empty --implicit-check-not=warning:
#include <cuda_runtime.h>
#include <thread>
bool grow();
void f(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (grow())
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 4);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  // EXACT: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

// A virtual call may reach any overrider that can be seen.
struct Layer {
  virtual void forward(cudaStream_t s) = 0;
};
struct Dense : Layer {
  void *p;
  void forward(cudaStream_t) override { cudaFree(p); }
};
struct Conv : Layer {
  void forward(cudaStream_t s) override { cudaMemsetAsync(nullptr, 0, 1, s); }
};
struct Other {
  virtual void forward(cudaStream_t s) { cudaDeviceSynchronize(); }
};
void virtualCall(Layer &layer, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'Dense::forward' reaches 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  layer.forward(s);
  cudaStreamEndCapture(s, g);
}
void virtualCallThatReachesNothing(Conv &layer, cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  layer.forward(s);
  cudaStreamEndCapture(s, g);
}
// A thread that may wait before runs in the region possibly only.
void threadThatIsJoinedLater(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:31: warning: possible: call to 'cudaFree' while 's' is capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  std::thread t([=] { grow(); cudaFree(p); });
  cudaStreamEndCapture(s, g);
  t.join();
}

// Whether a capture is over after a call that cannot be seen, or is ended on
// every path, is not known.
void beginsAgain(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  grow();
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaStreamBeginCapture' begins another capture of 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaStreamEndCapture(s, g);
}
void endsOnACondition(cudaStream_t s, bool end, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: {{.*}} [cuda-capture-unbalanced]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  if (end)
    cudaStreamEndCapture(s, g);
}
void endsOnTheSameCondition(cudaStream_t s, bool capture, cudaGraph_t *g) {
  if (capture)
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  if (capture)
    cudaStreamEndCapture(s, g);
}
void endsInTheLastRound(cudaStream_t s, int n, cudaGraph_t *g) {
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    if (i == n - 1)
      cudaStreamEndCapture(s, g);
  }
}
