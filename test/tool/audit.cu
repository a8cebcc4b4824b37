// RUN: not %cuda-capture audit %s -- %cuda-flags -I%source_root/include 2>/dev/null | %FileCheck %s
// RUN: not %cuda-capture audit --json %s -- %cuda-flags -I%source_root/include 2>/dev/null | %FileCheck %s --check-prefix=JSON
// RUN: not %cuda-capture audit --json %s -- %cuda-flags -I%source_root/include 2>/dev/null | %python -m json.tool
// RUN: not %cuda-capture audit --html %s -- %cuda-flags -I%source_root/include 2>/dev/null | %FileCheck %s --check-prefix=HTML
// RUN: %cuda-capture audit --mode=relaxed %s -- %cuda-flags -I%source_root/include -DRELAXED 2>/dev/null | %FileCheck %s --check-prefix=RELAXED
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>
__global__ void kernel(float *p);
void trace(const char *text);
bool graphMode();

// RELAXED: audit.cu:[[#@LINE+2]]:6: grows: capturable
// CHECK: audit.cu:[[#@LINE+1]]:6: grows: not capturable
void grows(float **p, cudaStream_t s) {
  // CHECK-NEXT: audit.cu:[[#@LINE+1]]:3: call to 'cudaMalloc' while the caller of 'grows' is capturing 's' in global mode; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-unsafe-call]
  cudaMalloc(p, 16);
  kernel<<<1, 1, 0, s>>>(*p);
}
#ifndef RELAXED
// CHECK-NEXT: audit.cu:[[#@LINE+1]]:6: works: capturable
void works(float *p, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(p); }
// CHECK-NEXT: audit.cu:[[#@LINE+1]]:6: asks: only under a guard
void asks(float **p, cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    // CHECK-NEXT: audit.cu:[[#@LINE+1]]:5: without the guard: call to 'cudaMalloc' {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
}
// CHECK-NEXT: audit.cu:[[#@LINE+1]]:6: exchanges: only under a guard
void exchanges(float **p, cudaStream_t s) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  // CHECK-NEXT: audit.cu:[[#@LINE+1]]:3: without the guard: call to 'cudaMalloc' {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 16);
  cudaThreadExchangeStreamCaptureMode(&mode);
}
// CHECK-NEXT: audit.cu:[[#@LINE+1]]:6: traces: unknown
void traces(float *p, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(p);
  // CHECK-NEXT: audit.cu:[[#@LINE+1]]:3: 'trace' is called, which cannot be seen into
  trace("done");
}
// CHECK-NEXT: audit.cu:[[#@LINE+1]]:6: depends: unknown
void depends(float *p, cudaStream_t s) {
  // CHECK: audit.cu:[[#@LINE+2]]:5: possible: call to 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  if (!graphMode())
    cudaStreamSynchronize(s);
  // CHECK: 'graphMode' is called, which cannot be seen into
}
static void helper(cudaStream_t s) { cudaStreamSynchronize(s); }
struct Engine {
  // CHECK: audit.cu:[[#@LINE+1]]:8: Engine::step: not capturable
  void step(float *p) {
    // CHECK-NEXT: audit.cu:[[#@LINE+2]]:5: call to 'helper' reaches 'cudaStreamSynchronize' while the caller of 'Engine::step' is capturing 'stream' in global mode; {{.*}} [cuda-capture-synchronization]
    // CHECK-NEXT: audit.cu:[[#@LINE-5]]:38: 'helper' calls 'cudaStreamSynchronize' here
    helper(stream);
  }
  int size() const { return n; }
  void reset() { n = 0; }
  cudaStream_t stream;
  int n;
};
template <typename T> void generic(T *p, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(p); }
// CHECK-NEXT: generic: capturable
template void generic<float>(float *, cudaStream_t);
// No others can call these, or they are none of streams, or say themselves that they are not.
static void internal(float **p, cudaStream_t s) { cudaMalloc(p, 16); }
namespace {
void nameless(float **p, cudaStream_t s) { cudaMalloc(p, 16); }
} // namespace
int unrelated(int n) { return n; }
void allocates(float **p) { cudaMalloc(p, 16); }
CUDA_CAPTURE_NOT_CAPTURABLE void never(cudaStream_t s) { cudaStreamSynchronize(s); }
int main() { kernel<<<1, 1>>>(nullptr); }
// CHECK-NEXT: 8 functions: 2 capturable, 2 only under a guard, 2 not capturable, 2 unknown
#endif
// RELAXED-NEXT: 1 function: 1 capturable

// JSON: "counts"
// JSON: "not-capturable": 2
// JSON: "error"
// JSON: "name": "cudaErrorStreamCaptureUnsupported"
// JSON: "number": 900
// HTML: <!DOCTYPE html>
// HTML: prefers-color-scheme: dark
// HTML: <article class="not-capturable">
// HTML: </html>
