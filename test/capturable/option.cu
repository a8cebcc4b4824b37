// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureCapturableFunctions: "net::*::enqueue; free*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureCapturableFunctions: "net::*::enqueue; free*", CudaCaptureCapturableMode: relaxed}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureCapturableFunctions: "net::[", CudaCaptureCapturableMode: strict}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=WRONG --implicit-check-not=unsafe-call
// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --check-prefix=NONE --implicit-check-not=warning: --implicit-check-not=error:
// NONE-NOT: note:
#include <cuda_runtime.h>

// WRONG-DAG: warning: invalid value of the option 'CudaCaptureCapturableFunctions': 'net::[' is no pattern: {{.*}}; expected names of functions with their scopes, separated by ';', in which '*' stands for anything
// WRONG-DAG: warning: invalid value 'strict' of the option 'CudaCaptureCapturableMode'; expected global, thread-local or relaxed; global is used

namespace net {
inline namespace v2 {
template <typename T> struct Op {
  void enqueue(T **p, cudaStream_t s) {
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaMalloc' while the caller of 'net::Op<float>::enqueue' is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: note: 'net::Op<float>::enqueue' is declared capturable by the option 'CudaCaptureCapturableFunctions'
    cudaMalloc(p, 16);
  }
  void prepare(T **p, cudaStream_t s) { cudaMalloc(p, 16); }
};
} // namespace v2
} // namespace net
template struct net::Op<float>;

void freeAll(float *p, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while the caller of 'freeAll' is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
}
void notFreeAll(float *p, cudaStream_t s) { cudaFree(p); }
[[clang::annotate("cuda_capture::not_capturable")]] void freeNever(float *p, cudaStream_t s) { cudaFree(p); }
