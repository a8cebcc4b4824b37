// RUN: %tidy '--checks=-*,cuda-capture-host-read' %s -- -x c++ -std=c++17 -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// The driver API and HIP.
#include <cuda.h>
#include <hip/hip_runtime_api.h>

void firesForTheDriver(CUstream s, CUdeviceptr d, int *h, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuMemcpyDtoHAsync(h, d, sizeof *h, s);
  // CHECK: :[[#@LINE+1]]:7: warning: the host reads '*h' while 's' is capturing; the captured copy that writes it is made only when the graph is launched [cuda-capture-host-read]
  if (*h)
    cuMemsetD32Async(d, 0, 1, s);
  cuStreamEndCapture(s, g);
}
void silentForTheDriver(CUstream s, CUdeviceptr d, int *h, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuMemcpyHtoDAsync(d, h, sizeof *h, s);
  if (*h)
    cuMemsetD32Async(d, 0, 1, s);
  cuStreamEndCapture(s, g);
}
void firesForHip(hipStream_t s, int *d, int *h, hipGraph_t *g) {
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  hipMemcpyAsync(h, d, sizeof *h, hipMemcpyDeviceToHost, s);
  // CHECK: :[[#@LINE+1]]:7: warning: the host reads 'h[0]' {{.*}} [cuda-capture-host-read]
  if (h[0])
    hipMemsetAsync(d, 0, 4, s);
  hipStreamEndCapture(s, g);
}
void silentForHip(hipStream_t s, int *d, int *h, hipGraph_t *g) {
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  hipMemcpyAsync(h, d, sizeof *h, hipMemcpyDeviceToDevice, s);
  if (h[0])
    hipMemsetAsync(d, 0, 4, s);
  hipStreamEndCapture(s, g);
}
