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
  // CHECK-NEXT: audit.cu:[[#@LINE+1]]:3: 'trace' is called, which is an unknown callee
  trace("done");
}
// CHECK-NEXT: audit.cu:[[#@LINE+1]]:6: depends: unknown
void depends(float *p, cudaStream_t s) {
  // CHECK: audit.cu:[[#@LINE+2]]:5: possible: call to 'cudaStreamSynchronize' {{.*}} [cuda-capture-synchronization]
  if (!graphMode())
    cudaStreamSynchronize(s);
  // CHECK: 'graphMode' is called, which is an unknown callee
}
// CHECK: helper: not capturable
// CHECK-NEXT: cudaStreamSynchronize
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
// Functions that no other file can call, that take no stream, destructors.
// CHECK-NEXT: internal: not capturable
// CHECK-NEXT: call to 'cudaMalloc' while the caller of 'internal' is capturing 's'
static void internal(float **p, cudaStream_t s) { cudaMalloc(p, 16); }
namespace {
// CHECK-NEXT: nameless: not capturable
// CHECK-NEXT: 'cudaMalloc'
void nameless(float **p, cudaStream_t s) { cudaMalloc(p, 16); }
} // namespace
// CHECK-NEXT: allocates: not capturable
// CHECK-NEXT: call to 'cudaMalloc' while the caller of 'allocates' is capturing a stream in global mode
void allocates(float **p) { cudaMalloc(p, 16); }
// CHECK-NEXT: waits: not capturable
// CHECK-NEXT: call to 'cudaDeviceSynchronize'
int waits() { return cudaDeviceSynchronize(); }
// What is found in 'waits' is not taken from those who call it.
// CHECK-NEXT: waitsToo: not capturable
// CHECK-NEXT: call to 'waits' reaches 'cudaDeviceSynchronize'
// CHECK-NEXT: 'waits' calls 'cudaDeviceSynchronize' here
int waitsToo() { return waits(); }
struct Buffer {
  // CHECK-NEXT: ~Buffer: not capturable
  // CHECK-NEXT: call to 'cudaFree'
  ~Buffer() { cudaFree(data); }
  void *data;
};
// A function that captures by itself is there to be called outside of a capture.
// CHECK-NEXT: captures: begins a capture itself
void captures(float *p, cudaStream_t s, cudaGraph_t *g) {
  // CHECK-NEXT: :[[#@LINE+1]]:3: 'cudaStreamBeginCapture' begins a capture
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
}
// CHECK-NEXT: build: begins a capture itself
void build(float *p, cudaStream_t s, cudaGraph_t *g) {
  // CHECK-NEXT: 'cudaStreamBeginCapture' begins a capture
  // CHECK-NEXT: :[[#@LINE+1]]:3: 'build' calls 'captures' here
  captures(p, s, g);
}
// The worst of all instantiations counts.
template <typename T> struct Cache {
  // CHECK-NEXT: Cache<float>::fill: not capturable
  // CHECK-NEXT: call to 'cudaMalloc'
  void fill(cudaStream_t s) {
    if constexpr (sizeof(T) == 4)
      cudaMalloc(&data, sizeof(T));
  }
  void *data;
};
template struct Cache<float>;
template struct Cache<char>;
// Nothing to do with captures, or it says itself that it is not capturable.
int unrelated(int n) { return n; }
CUDA_CAPTURE_NOT_CAPTURABLE void never(cudaStream_t s) { cudaStreamSynchronize(s); }
int main() { kernel<<<1, 1>>>(nullptr); }
// CHECK-NEXT: not listed: 3 functions that receive no stream and make no call that matters to a capture
// CHECK-NEXT: 18 functions: 2 capturable, 2 only under a guard, 10 not capturable, 2 begin captures themselves, 2 unknown
#endif
// RELAXED-NEXT: 1 function: 1 capturable

// JSON: "counts"
// JSON: "begins-capture": 2
// JSON: "state": "analysed"
// JSON: "error"
// JSON: "name": "cudaErrorStreamCaptureUnsupported"
// JSON: "number": 900
// HTML: <!DOCTYPE html>
// HTML: prefers-color-scheme: dark
// HTML: <article class="not-capturable">
// HTML: </html>
