// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureEntryPoints: mxnet}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --check-prefix=NONE --implicit-check-not=warning: --implicit-check-not=error:
// Operators are set as attributes, beside functions that enqueue nothing.
#include <cuda_runtime.h>

__global__ void kernel(float *p);

namespace nnvm {
template <class T> struct function;
template <class R, class... A> struct function<R(A...)> {
  template <class F> function(F f) {}
};
struct Op {
  static Op &add(const char *name);
  template <class T> Op &set_attr(const char *name, const T &value, int level = 10) { return *this; }
};
} // namespace nnvm

struct Context {
  cudaStream_t stream;
};
using Compute = nnvm::function<void(const Context &, float *)>;
using Shape = nnvm::function<bool(int)>;

// NONE-NOT: warning
template <int> void pad(const Context &c, float *p) {
  kernel<<<1, 1, 0, c.stream>>>(p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the caller of 'pad' is capturing 'c->stream' in thread-local mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(c.stream);
}
void fine(const Context &c, float *p) { kernel<<<1, 1, 0, c.stream>>>(p); }
// It is no operator.
void unused(const Context &c, float *p) { cudaStreamSynchronize(c.stream); }

static auto &p1 = nnvm::Op::add("pad").set_attr<Compute>("compute", pad<1>).set_attr<Shape>("shape", [](int n) { return n > 0; });
static auto &p2 = nnvm::Op::add("fine").set_attr<Compute>("compute", fine);
