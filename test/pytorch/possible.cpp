// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- -x c++ -std=c++17 -isystem %stub-include -isystem %S/Inputs/include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Whether a parameter is on a device nobody says: what is said of it is
// possible. What is certainly on the host stays silent.
#include <torch/torch.h>

void possible(at::cuda::CUDAGraph &graph, const torch::Tensor &x) {
  auto host = x.cpu();
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'at::Tensor::item' while the current stream is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  x.item<float>();
  host.item<float>();
  graph.capture_end();
}
