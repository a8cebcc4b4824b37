// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-capture check --level=exact --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=EXACT --implicit-check-not="[cuda-capture"
// RUN: %tidy --checks='-*,cuda-capture-synchronization' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=TIDY
// Captures that begin and end behind an interface. If one of those who implement it begins a capture, the code between the calls is
// captured when that one is called.
#include <cuda_runtime.h>
#include <memory>
struct Backend {
  virtual ~Backend() = default;
  virtual void begin(cudaStream_t) {}
  virtual void end(cudaStream_t) {}
  virtual void wait(cudaStream_t) {}
};
struct Cuda : Backend {
  cudaGraph_t graph = nullptr;
  void begin(cudaStream_t s) override {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
      throw 1;
  }
  void end(cudaStream_t s) override {
    if (cudaStreamEndCapture(s, &graph) != cudaSuccess)
      throw 1;
  }
  void wait(cudaStream_t s) override { (void)cudaStreamSynchronize(s); }
};
struct Cpu : Backend {};

// EXACT: :[[#@LINE+2]]:6: warning: 'between' is not analysed completely: a virtual call, or a call through a pointer, may begin or end a capture; --level=possible
// TIDY: :[[#@LINE+1]]:6: remark: 'between' is not analysed completely: a virtual call, or a call through a pointer, may begin or end a capture;
void between(Backend &b, cudaStream_t s, void *p) {
  // CHECK: :[[#@LINE+3]]:3: warning: possible: call to 'Cuda::wait' reaches 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE+1]]:3: note: capture of 's' begins here
  b.begin(s);
  b.wait(s);
  // CHECK: :[[#@LINE+1]]:9: warning: possible: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  (void)cudaFree(p);
  b.end(s);
}
void silentOutside(Backend &b, cudaStream_t s) {
  b.wait(s);
  b.begin(s);
  b.end(s);
  b.wait(s);
  (void)cudaDeviceSynchronize();
}
void behindAPointer(const std::shared_ptr<Backend> &b, cudaStream_t s) {
  b->begin(s);
  // CHECK: :[[#@LINE+1]]:9: warning: possible: call to 'cudaDeviceSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  (void)cudaDeviceSynchronize();
  b->end(s);
}
void silentForAKnownObject(cudaStream_t s) {
  Cpu cpu;
  Backend &b = cpu;
  b.begin(s);
  (void)cudaDeviceSynchronize();
  b.end(s);
}
void leftOpen(Backend &b, cudaStream_t s, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'Cuda::begin' reaches 'cudaStreamBeginCapture', which begins a capture of 's' that is not ended on every path: {{.*}} [cuda-capture-unbalanced]
  b.begin(s);
  if (n == 0)
    return;
  b.end(s);
}

// Two that begin a capture: which one is called is not known.
struct Many {
  virtual ~Many() = default;
  virtual void begin(cudaStream_t) = 0;
};
struct Global : Many {
  void begin(cudaStream_t s) override {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
      throw 1;
  }
};
struct Relaxed : Many {
  void begin(cudaStream_t s) override {
    if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
      throw 1;
  }
};
// CHECK: :[[#@LINE+1]]:6: warning: 'silentForTwo' is not analysed completely: a virtual call, or a call through a pointer, may begin or end a capture;
void silentForTwo(Many &m, cudaStream_t s) {
  m.begin(s);
  (void)cudaDeviceSynchronize();
}
