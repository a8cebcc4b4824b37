// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// A loop on the host that waits for memory to change does not end while the kernel that changes it is only captured.
#include <atomic>
#include <cstdio>
#include <cuda_runtime.h>
#include <stdexcept>
#include <vector>

__global__ void notify(int *counter);
void enqueueElsewhere(int *counter, cudaStream_t s);
double now();
void yield();

struct Buffer {
  volatile int *counter = nullptr;
  volatile int *perExpert = nullptr;
  int *counterMapped = nullptr;
  int experts = 0;
  volatile bool stop = false;
  std::atomic<int> workers{0};

  // As communication libraries wait for the number of received tokens.
  [[clang::annotate("cuda_capture::capturable")]] int firesForACounter(cudaStream_t s) {
    *counter = -1;
    for (int i = 0; i < experts; ++i)
      perExpert[i] = -1;
    notify<<<1, 32, 0, s>>>(counterMapped);
    int received = -1;
    const double start = now();
    while (true) {
      // CHECK: :[[#@LINE+1]]:35: warning: possible: the host polls '*counter' while the caller of 'Buffer::firesForACounter' is capturing 's'; captured work changes it only when the graph is launched, so the loop never ends [cuda-capture-host-read]
      received = static_cast<int>(*counter);
      bool ready = received >= 0;
      for (int i = 0; i < experts && ready; ++i)
        ready &= perExpert[i] >= 0;
      if (ready)
        break;
      if (now() - start > 100)
        throw std::runtime_error("timeout");
    }
    return received;
  }
  void firesInACapture(cudaStream_t s, cudaGraph_t *g) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    notify<<<1, 32, 0, s>>>(counterMapped);
    // CHECK: :[[#@LINE+1]]:12: warning: possible: the host polls '*counter' while 's' is capturing;
    while (*counter < 0)
      yield();
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
  }
  void firesInACallee(cudaStream_t s, cudaGraph_t *g) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    notify<<<1, 32, 0, s>>>(counterMapped);
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'Buffer::await' reaches a loop that polls '*counter' on the host while 's' is capturing;
    await();
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
  }
  void firesBehindAnUnknownCallee(cudaStream_t s, cudaGraph_t *g) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    enqueueElsewhere(counterMapped, s);
    // CHECK: :[[#@LINE+1]]:12: warning: possible: the host polls 'perExpert[0]' while 's' is capturing;
    while (perExpert[0] < 0)
      yield();
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
  }
  void await() {
    do
      yield();
    while (*counter < 0);
  }

  // Callers that capture do not ask for the number.
  [[clang::annotate("cuda_capture::capturable")]] void silentIfTheCallerDecides(cudaStream_t s, int most) {
    if (most < 0)
      return;
    notify<<<1, 32, 0, s>>>(counterMapped);
    if (most == 0)
      while (*counter < 0)
        yield();
  }
  // Nothing was enqueued that the loop could wait for.
  [[clang::annotate("cuda_capture::capturable")]] void silentBeforeAnyWork(cudaStream_t s) {
    while (*counter < 0)
      yield();
    notify<<<1, 32, 0, s>>>(counterMapped);
  }
  // The function asks first.
  [[clang::annotate("cuda_capture::capturable")]] void silentBehindAQuestion(cudaStream_t s) {
    notify<<<1, 32, 0, s>>>(counterMapped);
    cudaStreamCaptureStatus status;
    if (cudaStreamIsCapturing(s, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone)
      return;
    while (*counter < 0)
      yield();
  }
  // The loops end anyway, or write the memory themselves, or do some work.
  void silentForOtherLoops(cudaStream_t s, cudaGraph_t *g, int n) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    notify<<<1, 32, 0, s>>>(counterMapped);
    int sum = 0;
    for (int i = 0; i < *counter; ++i)
      sum += perExpert[i];
    for (int i = 0; i < n; ++i) {
      if (stop)
        break;
      notify<<<1, 32, 0, s>>>(counterMapped);
    }
    int tries = 0;
    while (*counter < 0 && ++tries < 100)
      yield();
    while (*counter < 0)
      *counter = *counter + 1;
    for (volatile int delay = 0; delay < 1000; ++delay) {
    }
    while (!stop)
      notify<<<1, 32, 0, s>>>(counterMapped);
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
    std::printf("%d\n", sum);
  }
  // Another thread of the host changes an atomic variable.
  void silentForThreads(cudaStream_t s, cudaGraph_t *g) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    notify<<<1, 32, 0, s>>>(counterMapped);
    while (workers.load() > 0)
      yield();
    (void)(cudaStreamEndCapture(s, g) == cudaSuccess);
  }
  // The loop stands behind the capture.
  void silentBehindTheLaunch(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t exec) {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return;
    notify<<<1, 32, 0, s>>>(counterMapped);
    if (cudaStreamEndCapture(s, g) != cudaSuccess || cudaGraphLaunch(exec, s) != cudaSuccess)
      return;
    while (*counter < 0)
      yield();
  }
};
