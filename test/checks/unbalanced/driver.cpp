// RUN: %lint-cxx
// The driver API.
#include <cuda.h>

void firesForEndingTwice(CUstream s, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuStreamEndCapture(s, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamEndCapture' ends a capture of stream 's', which is not capturing any more; {{.*}} [cuda-capture-unbalanced]
  cuStreamEndCapture(s, g);
}
CUresult firesForAnEarlyReturn(CUstream s, int n, CUgraph *g) {
  // CHECK: :[[#@LINE+1]]:17: warning: call to 'cuStreamBeginCapture_v2' begins a capture of 's' that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  CUresult rc = cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  if (rc != CUDA_SUCCESS)
    return rc;
  if (n == 0)
    return CUDA_ERROR_INVALID_VALUE;
  return cuStreamEndCapture(s, g);
}
void firesForAnotherStream(CUstream s, CUstream t, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamEndCapture' ends a capture of 't', but it is 's' whose capture was begun; {{.*}} [cuda-capture-unbalanced]
  cuStreamEndCapture(t, g);
}
CUresult silentForBalance(CUstream s, bool capture, CUgraph *g) {
  CUresult rc = CUDA_SUCCESS;
  if (capture)
    rc = cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  if (rc == CUDA_SUCCESS && capture)
    rc = cuStreamEndCapture(s, g);
  return rc;
}
// A stream may be used by both interfaces.
#include <cuda_runtime.h>
void silentForBothInterfaces(CUstream s, cudaGraph_t *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cudaStreamEndCapture(s, g);
}
