// The compiler cannot make the call operator of a class with an error, although its code is written here. That it throws
// is no more than possible, as for any function that is not known to throw.
// REQUIRES: main-build
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags >%t 2>&1
// RUN: %FileCheck %s --input-file=%t --implicit-check-not="[cuda-capture"
#include <cuda_runtime.h>

template <class T> struct Product {
  Unknown handle;
  void operator()(cudaStream_t s) const { launch(handle, s); }
};
template <class T> struct Sum {
  void operator()(cudaStream_t s) const;
};

template <class F> void record(F &&run, cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  run(s);
  (void)cudaStreamEndCapture(s, g);
}
void silentForCodeWithErrors(cudaStream_t s, cudaGraph_t *g) { record(Product<float>(), s, g); }

// This one may be anything.
template <class F> void recordOther(F &&run, cudaStream_t s, cudaGraph_t *g) {
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) != cudaSuccess)
    return;
  run(s);
  (void)cudaStreamEndCapture(s, g);
}
void firesForAnUnknownCallable(cudaStream_t s, cudaGraph_t *g) { recordOther(Sum<float>(), s, g); }
// CHECK: 'record' is not analysed completely: the compiler dropped statements with errors
