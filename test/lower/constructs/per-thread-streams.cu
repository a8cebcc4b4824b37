// RUN: %lint-cu
// cudaStreamPerThread is one handle, and a stream of its own for each thread.
#include <cuda_runtime.h>
#include <thread>

static constexpr auto kLocal = cudaStreamCaptureModeThreadLocal;
__global__ void kernel();

void waitsInTheThread(cudaGraph_t *g) {
  std::thread t([=] {
    cudaStreamBeginCapture(cudaStreamPerThread, kLocal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamSynchronize' while 'cudaStreamPerThread' is capturing
    cudaStreamSynchronize(cudaStreamPerThread);
    cudaStreamEndCapture(cudaStreamPerThread, g);
  });
  t.join();
}

static void synchronize() { cudaStreamSynchronize(cudaStreamPerThread); }

void waitsInAHelperOfTheThread(cudaGraph_t *g) {
  std::thread t([=] {
    cudaStreamBeginCapture(cudaStreamPerThread, kLocal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'synchronize' reaches 'cudaStreamSynchronize' while 'cudaStreamPerThread' is capturing
    synchronize();
    cudaStreamEndCapture(cudaStreamPerThread, g);
  });
  t.join();
}

// It is a blocking stream in each thread.
void usesTheLegacyStream(cudaGraph_t *g, float *p) {
  std::thread t([=] {
    cudaStreamBeginCapture(cudaStreamPerThread, kLocal);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMemsetAsync' on the legacy default stream while 'cudaStreamPerThread' is capturing
    cudaMemsetAsync(p, 0, 4, cudaStreamLegacy);
    cudaStreamEndCapture(cudaStreamPerThread, g);
  });
  t.join();
}

void silentIfAnotherThreadWaitsForItsOwn(cudaGraph_t *g) {
  cudaStreamBeginCapture(cudaStreamPerThread, kLocal);
  std::thread t([] { cudaStreamSynchronize(cudaStreamPerThread); });
  t.join();
  cudaStreamEndCapture(cudaStreamPerThread, g);
}

void silentIfEachThreadCapturesItsOwn(cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(cudaStreamPerThread, kLocal);
  std::thread t([=] {
    cudaStreamBeginCapture(cudaStreamPerThread, kLocal);
    kernel<<<1, 1, 0, cudaStreamPerThread>>>();
    cudaStreamEndCapture(cudaStreamPerThread, h);
    cudaStreamSynchronize(cudaStreamPerThread);
  });
  t.join();
  cudaStreamEndCapture(cudaStreamPerThread, g);
}

// The handle is handed over, and means the stream of whoever uses it.
void silentIfItIsHandedOver(cudaGraph_t *g) {
  const cudaStream_t own = cudaStreamPerThread;
  cudaStreamBeginCapture(own, kLocal);
  std::thread t([own] { cudaStreamSynchronize(own); });
  t.join();
  cudaStreamEndCapture(own, g);
}
// CHECK-NOT: silentIf
