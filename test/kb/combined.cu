// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureKnowledgeBase: %S/Inputs/combined.json}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Cases of rows whose first arguments no program writes: what is current, and
// where the result goes; and streams that are found by their type.
#include <cuda_runtime.h>

namespace mylib {
struct Scope {
  explicit Scope(cudaStream_t stream);
  ~Scope();
};
void flush(bool wait);
cudaStream_t same(int priority, cudaStream_t stream);
cudaEvent_t mark(const char *what, cudaStream_t stream);
} // namespace mylib

void cases(cudaStream_t s, cudaGraph_t *g, bool maybe) {
  mylib::Scope scope(s);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  mylib::flush(false);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::flush' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  mylib::flush(true);
  if (!maybe)
    mylib::flush(maybe);
  mylib::mark("start", s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::mark' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  mylib::mark(nullptr, s);
  cudaStreamEndCapture(s, g);
}

void byType(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *d) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(d, 0, 4, mylib::same(1, s));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on stream {{.*}}, which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaMemsetAsync(d, 0, 4, mylib::same(2, t));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'mylib::mark' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  mylib::mark("other", t);
  cudaStreamEndCapture(s, g);
}
