// RUN: %lint-cxx
// The driver API.
#include <cuda.h>

CUresult firesForTheDriver(CUdeviceptr *p, int n) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuThreadExchangeStreamCaptureMode' changes the capture mode of the thread that is not restored on every path [cuda-capture-mode-leak]
  cuThreadExchangeStreamCaptureMode(&mode);
  if (n == 0)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult rc = cuMemAlloc(p, n);
  cuThreadExchangeStreamCaptureMode(&mode);
  return rc;
}
CUresult silentForTheDriver(CUdeviceptr *p, int n) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  cuThreadExchangeStreamCaptureMode(&mode);
  CUresult rc = n == 0 ? CUDA_ERROR_INVALID_VALUE : cuMemAlloc(p, n);
  cuThreadExchangeStreamCaptureMode(&mode);
  return rc;
}
