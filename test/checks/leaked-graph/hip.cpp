// RUN: %tidy '--checks=-*,cuda-capture-leaked-graph' %s -- -x c++ -std=c++17 -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// HIP has the same rules.
#include <hip/hip_runtime_api.h>

void firesForHip(hipStream_t s, void *p, hipGraphExec_t *exec) {
  hipGraph_t graph;
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  hipMemsetAsync(p, 0, 16, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipStreamEndCapture' makes graph 'graph', which is lost: nothing destroys it [cuda-capture-leaked-graph]
  hipStreamEndCapture(s, &graph);
  hipGraphInstantiate(exec, graph, nullptr, nullptr, 0);
}
void silentForHip(hipStream_t s, void *p, hipGraphExec_t *exec) {
  hipGraph_t graph;
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  hipMemsetAsync(p, 0, 16, s);
  hipStreamEndCapture(s, &graph);
  hipGraphInstantiate(exec, graph, nullptr, nullptr, 0);
  hipGraphDestroy(graph);
}
