// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 | %FileCheck %s --implicit-check-not='"host-read"'
// RUN: %cuda-capture dump-ir %s -- %cuda-flags -std=c++17 -DDEVICE_ONLY | %FileCheck %s --check-prefix=NONE --implicit-check-not='"host-read"'
// Only reads of the targets of copies to the host are lowered.
#include <cstdio>
#include <cuda_runtime.h>

#ifdef DEVICE_ONLY
constexpr auto kDirection = cudaMemcpyHostToDevice;
#else
constexpr auto kDirection = cudaMemcpyDeviceToHost;
#endif
struct Result {
  int status;
  float value;
};

// NONE-LABEL: "reads"
// CHECK-LABEL: "reads"
void reads(cudaStream_t s, int *d, Result *results, cudaGraph_t *g) {
  int h, other = 1;
  Result r;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(&h, d, sizeof h, kDirection, s);
  cudaMemcpyAsync(&r, results, sizeof r, kDirection, s);
  cudaStreamEndCapture(s, g);
  // CHECK: api "host-read"(&%h, 0, fn @h)
  // CHECK-NEXT: api "host-read"(&%r.value, 0, fn @"r.value")
  // CHECK-NEXT: opaque system "printf"
  printf("%d %d %f %zu\n", h, other, r.value, sizeof(h));
}
// NONE-LABEL: "readsThroughAPointer"
// CHECK-LABEL: "readsThroughAPointer"
void readsThroughAPointer(cudaStream_t s, int *d, cudaGraph_t *g) {
  int h = 0;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(&h, d, sizeof h, kDirection, s);
  cudaStreamEndCapture(s, g);
  int *p = &h;
  // CHECK: api "host-read"(&%p^, 1, fn @"*p")
  // CHECK-NEXT: br (%p^ > 3)
  if (*p > 3)
    *p = 4;
}
