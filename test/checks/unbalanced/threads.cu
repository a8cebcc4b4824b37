// RUN: %lint-cu
// A capture ends in the thread that began it, unless it is Relaxed.
#include <cuda_runtime.h>
#include <functional>
#include <future>
#include <thread>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();

void firesIfAnotherThreadEnds(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:23: warning: call to 'cudaStreamEndCapture' ends the capture of 's' in another thread than the one that began it; the runtime rejects it with cudaErrorStreamCaptureWrongThread (908) [cuda-capture-unbalanced]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  std::thread t([=] { cudaStreamEndCapture(s, g); });
  // CHECK: note: end the capture in the thread that began it, or begin it with cudaStreamCaptureModeRelaxed
  t.join();
}
void firesIfItIsThreadLocal(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kThreadLocal);
  // CHECK: :[[#@LINE+1]]:23: warning: call to 'cudaStreamEndCapture' ends the capture of 's' in another thread {{.*}} (908) [cuda-capture-unbalanced]
  std::thread t([=] { cudaStreamEndCapture(s, g); });
  t.join();
}
void silentIfItIsRelaxed(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  std::thread t([=] { cudaStreamEndCapture(s, g); });
  t.join();
}
void silentIfTheModeIsNotKnown(cudaStream_t s, cudaGraph_t *g, cudaStreamCaptureMode mode) {
  cudaStreamBeginCapture(s, mode);
  std::thread t([=] { cudaStreamEndCapture(s, g); });
  t.join();
}
void silentIfTheModeIsNotKnownAndItEndsAgain(cudaStream_t s, cudaGraph_t *g, cudaStreamCaptureMode mode) {
  cudaStreamBeginCapture(s, mode);
  std::thread t([=] { cudaStreamEndCapture(s, g); });
  t.join();
  cudaStreamEndCapture(s, g);
}
static void end(cudaStream_t s, cudaGraph_t *g) { cudaStreamEndCapture(s, g); }
void firesForADetachedThread(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: thread that runs 'end' reaches 'cudaStreamEndCapture', which ends the capture of 's' in another thread {{.*}} (908) [cuda-capture-unbalanced]
  std::thread(end, s, g).detach();
}
void firesForATask(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:12: warning: thread that runs 'end' reaches {{.*}} (908) [cuda-capture-unbalanced]
  auto f = std::async(std::launch::async, end, s, g);
  f.get();
}
void firesIfAnotherThreadBegins(cudaStream_t s, cudaGraph_t *g) {
  std::thread t([=] { cudaStreamBeginCapture(s, kGlobal); });
  t.join();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' in another thread {{.*}} (908) [cuda-capture-unbalanced]
  cudaStreamEndCapture(s, g);
}
void firesForTwoThreads(cudaStream_t s, cudaGraph_t *g) {
  std::thread begins([&] { cudaStreamBeginCapture(s, kGlobal); });
  begins.join();
  // CHECK: :[[#@LINE+1]]:26: warning: call to 'cudaStreamEndCapture' ends the capture of 's' in another thread {{.*}} (908) [cuda-capture-unbalanced]
  std::thread ends([&] { cudaStreamEndCapture(s, g); });
  ends.join();
}
void silentForTwoThreadsIfRelaxed(cudaStream_t s, cudaGraph_t *g) {
  std::thread begins([&] { cudaStreamBeginCapture(s, kRelaxed); });
  begins.join();
  std::thread ends([&] { cudaStreamEndCapture(s, g); });
  ends.join();
}
void silentIfOneThreadDoesBoth(cudaStream_t s, cudaGraph_t *g) {
  std::thread t([=] {
    cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  });
  t.join();
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
}
// Whether the begin has happened yet is not known.
void silentIfTheThreadIsNotJoined(cudaStream_t s, cudaGraph_t *g) {
  std::thread t([=] { cudaStreamBeginCapture(s, kGlobal); });
  cudaStreamEndCapture(s, g);
  t.join();
}
void silentForOtherStreams(cudaStream_t s, cudaStream_t other, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t([=] {
    cudaStreamBeginCapture(other, kThreadLocal);
    kernel<<<1, 1, 0, other>>>();
    cudaStreamEndCapture(other, g);
  });
  t.join();
  cudaStreamEndCapture(s, g);
}
// Not run, or who knows when.
void silentForADeferredTask(cudaStream_t s, cudaGraph_t *g, std::vector<std::function<void()>> &tasks) {
  cudaStreamBeginCapture(s, kGlobal);
  tasks.push_back([=] { cudaStreamEndCapture(s, g); });
}
void firesForTheSecondEndInTheRightThread(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:23: warning: {{.*}} (908) [cuda-capture-unbalanced]
  std::thread t([=] { cudaStreamEndCapture(s, g); });
  t.join();
  cudaStreamEndCapture(s, g);
}
