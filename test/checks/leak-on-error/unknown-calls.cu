// RUN: %lint-cu
// An exception behind calls of unknown callees, which may have ended the capture.
#include <cuda_runtime.h>
#include <stdexcept>

bool run(cudaStream_t s);
void cleanUp(cudaStream_t s);

void firesWhereTheCallFails(cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!run(s))
    throw std::runtime_error("run");
  cudaStreamEndCapture(s, g);
}

void silentBehindACleanUp(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!run(s)) {
    cleanUp(s);
    throw std::runtime_error("run");
  }
  cudaStreamEndCapture(s, g);
}

void silentWithoutAnEnd(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  if (!run(s))
    throw std::runtime_error("run");
}

struct Base {
  virtual ~Base() = default;
  virtual void go() = 0;
};
struct Step : Base {
  void go() override { throw std::runtime_error("stop"); }
};
void silentWhereAVirtualCallIsInATryBlock(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  try {
    Step object;
    Base &step = object;
    step.go();
  } catch (const std::exception &) {
  }
  cudaStreamEndCapture(s, g);
}
