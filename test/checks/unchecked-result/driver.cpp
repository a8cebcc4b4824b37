// RUN: %tidy '--checks=-*,cuda-capture-unchecked-result' %s -- -x c++ -std=c++17 -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// The driver API.
#include <cuda.h>

CUresult firesForTheDriver(CUstream s, CUgraph *g, CUgraphExec *exec) {
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cuStreamBeginCapture_v2' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: :[[#@LINE+1]]:3: warning: result of 'cuStreamEndCapture' is ignored: a failure goes unnoticed [cuda-capture-unchecked-result]
  cuStreamEndCapture(s, g);
  return cuGraphInstantiate(exec, *g, 0);
}
CUresult silentForTheDriver(CUstream s, CUgraph *g) {
  CUresult rc = cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  if (rc != CUDA_SUCCESS)
    return rc;
  return cuStreamEndCapture(s, g);
}
