// From PyTorch 2.13 on a graph registers the generators that are used in it; of a version that is not known nothing is said.
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DTORCH_VERSION_MAJOR=2 -DTORCH_VERSION_MINOR=13 -isystem %stub-include -isystem %S/Inputs/include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DTORCH_VERSION_MAJOR=3 -DTORCH_VERSION_MINOR=0 -isystem %stub-include -isystem %S/Inputs/include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DTORCH_VERSION_MAJOR=NEW -DTORCH_VERSION_MINOR=0 -isystem %stub-include -isystem %S/Inputs/include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DTORCH_VERSION_MAJOR=2 -DTORCH_VERSION_MINOR=12 -isystem %stub-include -isystem %S/Inputs/include 2>&1 | %FileCheck %s --check-prefixes=CHECK,OLD --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DTORCH_VERSION_MAJOR=1 -DTORCH_VERSION_MINOR=13 -isystem %stub-include -isystem %S/Inputs/include 2>&1 | %FileCheck %s --check-prefixes=CHECK,OLD --implicit-check-not=warning: --implicit-check-not=error:
#include <torch/torch.h>

void generators(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto generator = at::cuda::detail::createCUDAGenerator();
  graph.capture_begin();
  // OLD: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::normal_' while {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.normal_(0, 1, generator);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::item' while {{.*}} [cuda-capture-synchronization]
  x.item<float>();
  graph.capture_end();
}
