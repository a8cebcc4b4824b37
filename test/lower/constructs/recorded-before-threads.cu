// RUN: %lint-cu
// Events that were recorded before a thread enqueues work.
#include <cuda_runtime.h>
#include <thread>

static constexpr auto kLocal = cudaStreamCaptureModeThreadLocal;
__global__ void kernel();

void asksForAnEventOfTheCapture(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  kernel<<<1, 1, 0, s>>>();
  cudaEventRecord(e, s);
  std::thread([&] { kernel<<<1, 1, 0, s>>>(); }).join();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventQuery' while 's' is capturing in thread-local mode; the runtime rejects it with cudaErrorCapturedEvent (907)
  cudaEventQuery(e);
  cudaStreamEndCapture(s, g);
}

void joinsTooEarly(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  std::thread([&] { kernel<<<1, 1, 0, t>>>(); }).join();
  cudaStreamWaitEvent(s, join, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}cudaErrorStreamCaptureUnjoined (904)
  cudaStreamEndCapture(s, g);
}

void silentIfItIsRecordedBehind(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaEventRecord(join, t);
  std::thread([&] { kernel<<<1, 1, 0, t>>>(); }).join();
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}

void silentIfTheThreadRecords(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaEventRecord(join, t);
  std::thread([&] {
    kernel<<<1, 1, 0, t>>>();
    cudaEventRecord(join, t);
  }).join();
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}

void silentIfTheThreadUsesTheOrigin(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  kernel<<<1, 1, 0, t>>>();
  cudaEventRecord(join, t);
  std::thread([&] { kernel<<<1, 1, 0, s>>>(); }).join();
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}
// CHECK-NOT: silentIf
