// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=cuda-capture-leak
// RUN: %tidy --checks=-*,cuda-capture-leak-on-error %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --check-prefix=EXACT --allow-empty
// EXACT-NOT: warning:
// Virtual functions that may be called in a capture, and throw where a call of
// CUDA fails.
#include <cuda_runtime.h>
#include <memory>
#include <stdexcept>
#include <vector>

#define CHECK_CALL(CALL)                                                       \
  do {                                                                         \
    if ((CALL) != cudaSuccess)                                                 \
      throw std::runtime_error(#CALL);                                         \
  } while (0)
__global__ void kernel(int *);

struct Op {
  virtual ~Op() = default;
  virtual void run(cudaStream_t) = 0;
};
struct Checks : Op {
  void run(cudaStream_t s) override {
    kernel<<<1, 1, 0, s>>>(nullptr);
    CHECK_CALL(cudaGetLastError());
  }
};

void firesForOne(Op &op, cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:14: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a call in it fails [cuda-capture-leak-on-error]
  CHECK_CALL(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  op.run(s);
  CHECK_CALL(cudaStreamEndCapture(s, g));
}
void firesForMany(std::vector<std::shared_ptr<Op>> &ops, cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:14: warning: possible: call to 'cudaStreamBeginCapture' {{.*}} nothing ends it if a call in it fails [cuda-capture-leak-on-error]
  CHECK_CALL(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  for (auto &op : ops)
    op->run(s);
  CHECK_CALL(cudaStreamEndCapture(s, g));
}
void silentIfItIsCaught(Op &op, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CALL(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  try {
    op.run(s);
  } catch (...) {
    cudaStreamEndCapture(s, g);
    throw;
  }
  CHECK_CALL(cudaStreamEndCapture(s, g));
}
