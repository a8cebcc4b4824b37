// Temporaries of a condition, such as the text of a message, are destroyed
// between the condition and the branch.
//
// RUN: %lint-cu
#include <cuda_runtime.h>
#include <iostream>
#include <string>

class Test {
public:
  void expect(bool condition, const std::string &message) {
    if (!condition)
      std::cerr << message << '\n';
  }
  bool ok(cudaError_t status, const std::string &what) {
    expect(status == cudaSuccess, what + cudaGetErrorString(status));
    return status == cudaSuccess;
  }
};
static bool failed(cudaError_t status, const std::string &what) {
  if (status == cudaSuccess)
    return false;
  std::cerr << what;
  return true;
}
__global__ void kernel();

void silentIfTheBeginFails(Test &test, cudaStream_t s, const std::string &label) {
  cudaGraph_t g;
  if (!test.ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), label + " begin"))
    return;
  kernel<<<1, 1, 0, s>>>();
  if (!test.ok(cudaStreamEndCapture(s, &g), label + " end"))
    return;
  test.ok(cudaGraphDestroy(g), label + " destroy");
}

void silentInAnExpression(Test &test, cudaStream_t s, bool wanted) {
  cudaGraph_t g;
  if (!wanted || failed(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "begin"))
    return;
  kernel<<<1, 1, 0, s>>>();
  const bool ended = !failed(cudaStreamEndCapture(s, &g), "end") && test.ok(cudaStreamSynchronize(s), "wait");
  if (ended)
    cudaGraphDestroy(g);
}

void silentInALoop(Test &test, cudaStream_t s, cudaGraph_t *graphs, int n) {
  int i = 0;
  while (i < n && test.ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "begin " + std::to_string(i))) {
    kernel<<<1, 1, 0, s>>>();
    if (failed(cudaStreamEndCapture(s, &graphs[i]), "end " + std::to_string(i)))
      break;
    ++i;
  }
}

void firesIfSomethingElseFails(Test &test, cudaStream_t s, int n) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  if (!test.ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "begin"))
    return;
  if (!test.ok(n > 3 ? cudaSuccess : cudaErrorInvalidValue, "size " + std::to_string(n)))
    return;
  kernel<<<1, 1, 0, s>>>();
  if (!test.ok(cudaStreamEndCapture(s, &g), "end"))
    return;
}

void firesIfTheAnswersAreConfused(Test &test, cudaStream_t s) {
  cudaGraph_t g;
  // CHECK: :[[#@LINE+1]]:15: warning: call to 'cudaStreamBeginCapture' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  if (test.ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "begin"))
    return;
  kernel<<<1, 1, 0, s>>>();
  test.ok(cudaStreamEndCapture(s, &g), "end");
}
