// RUN: not %cuda-capture check --no-cache --no-config --quiet --level=possible --checks=-unchecked-result,-leaked-graph %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// The compiler drops a statement with errors, and with it what the statement gives a variable.
// CHECK-DAG: errors.cu: warning: has errors
#include <cuda_runtime.h>

namespace engine {}
cudaGraphExec_t capture(engine::State *state, cudaStream_t s);

void silentIfAStatementIsMissing(engine::State *state, cudaStream_t s) {
  cudaGraphExec_t exec = capture(nullptr, s);
  if (cudaGraphLaunch(exec, s) != cudaSuccess || cudaGraphExecDestroy(exec) != cudaSuccess)
    return;
  exec = capture(state, s);
  (void)(cudaGraphLaunch(exec, s) == cudaSuccess);
  (void)(cudaGraphExecDestroy(exec) == cudaSuccess);
}
void firesBehindIt(engine::State *state, cudaStream_t s, cudaGraph_t g) {
  cudaGraphExec_t exec = nullptr;
  engine::prepare(state);
  if (cudaGraphInstantiate(&exec, g, 0) != cudaSuccess || cudaGraphExecDestroy(exec) != cudaSuccess)
    return;
  // CHECK-DAG: :[[#@LINE+1]]:10: warning: possible: call to 'cudaGraphLaunch' uses executable graph 'exec' that is already destroyed
  (void)(cudaGraphLaunch(exec, s) == cudaSuccess);
}
