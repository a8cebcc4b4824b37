// A begin whose arguments do not fit, as where the headers are those of another version, or where a type is unknown.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet --checks=-unchecked-result,-leaked-graph %s -- -x c++ -std=c++17 -isystem %S/../../share/cuda-capture-tidy/include -isystem %S/Inputs/include 2>&1 | %FileCheck %s --implicit-check-not="[cuda-capture"
#include <torch/torch.h>

void firesForOtherArguments(at::cuda::CUDAGraph &graph) {
  graph.capture_begin(1, 2, 3, 4);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
  graph.capture_end();
}
void silentBehindTheEnd(at::cuda::CUDAGraph &graph) {
  graph.capture_begin(1, 2, 3, 4);
  graph.capture_end();
  cudaDeviceSynchronize();
}
