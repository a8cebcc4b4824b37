// RUN: %tidy '--checks=-*,cuda-capture-leaked-graph' %s -- -x c++ -std=c++17 -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// The driver API.
#include <cuda.h>

CUresult firesForTheDriver(CUstream s, CUdeviceptr p, CUgraphExec *exec) {
  CUgraph graph;
  CUresult rc = cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  if (rc != CUDA_SUCCESS)
    return rc;
  cuMemsetD8Async(p, 0, 16, s);
  // CHECK: :[[#@LINE+1]]:8: warning: call to 'cuStreamEndCapture' makes graph 'graph', which is lost: nothing destroys it [cuda-capture-leaked-graph]
  rc = cuStreamEndCapture(s, &graph);
  if (rc != CUDA_SUCCESS)
    return rc;
  return cuGraphInstantiate(exec, graph, 0);
}
CUresult silentForTheDriver(CUstream s, CUdeviceptr p, CUgraphExec *exec) {
  CUgraph graph;
  CUresult rc = cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  if (rc != CUDA_SUCCESS)
    return rc;
  cuMemsetD8Async(p, 0, 16, s);
  rc = cuStreamEndCapture(s, &graph);
  if (rc != CUDA_SUCCESS)
    return rc;
  rc = cuGraphInstantiate(exec, graph, 0);
  cuGraphDestroy(graph);
  return rc;
}
