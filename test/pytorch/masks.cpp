// RUN: %lint-torch
// An index that is a mask is replaced by where it is true, and the host has to
// know how often that is.
#include <torch/torch.h>
using namespace torch::indexing;

// --- must be reported --------------------------------------------------------

void firesForMasks(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto y = torch::zeros({4}, torch::kCUDA);
  graph.capture_begin();
  auto mask = x > 0;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::index' while the current stream is capturing in global mode; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-synchronization]
  x.index({mask});
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::index' while {{.*}} [cuda-capture-synchronization]
  x.index({x.gt(0)});
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::index' while {{.*}} [cuda-capture-synchronization]
  x.index({Slice(), x == y});
  auto flat = mask.view({4});
  // CHECK: :[[#@LINE+1]]:12: warning: call to 'at::Tensor::index' while {{.*}} [cuda-capture-synchronization]
  auto z = x.index({flat});
  graph.capture_end();
}

// A mask that was made before is no better.
void firesForAnEarlierMask(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  const torch::Tensor mask = x.isnan();
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::index' while {{.*}} [cuda-capture-synchronization]
  x.index({mask});
  graph.capture_end();
}

static torch::Tensor positive(const torch::Tensor &x) { return x > 0; }
static torch::Tensor pick(const torch::Tensor &x, const torch::Tensor &by) { return x.index({by}); }
void firesThroughHelpers(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'pick' reaches 'at::Tensor::index' while {{.*}} [cuda-capture-synchronization]
  pick(x, positive(x));
  graph.capture_end();
}

void firesForUnique(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::_unique' while {{.*}} [cuda-capture-synchronization]
  at::_unique(x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::unique_consecutive' while {{.*}} [cuda-capture-synchronization]
  torch::unique_consecutive(x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::is_nonzero' while {{.*}} [cuda-capture-synchronization]
  torch::is_nonzero(x);
  graph.capture_end();
}

// What is only read stays what it is.
void firesBehindOtherUses(at::cuda::CUDAGraph &graph, torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  graph.capture_begin();
  auto mask = x > 0;
  x.add_(x).masked_fill_(mask, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::index' while {{.*}} [cuda-capture-synchronization]
  x.index({mask});
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::item' while {{.*}} [cuda-capture-synchronization]
  x.item<float>();
  graph.capture_end();
}

// --- must be silent ----------------------------------------------------------

void silentForNumbers(at::cuda::CUDAGraph &graph, const torch::Tensor &order) {
  auto x = torch::zeros({4}, torch::kCUDA);
  graph.capture_begin();
  x.index({0});
  x.index({Slice(1, 3), EllipsisIndexType::Ellipsis});
  x.index({order});
  x.index({x.sum()});
  graph.capture_end();
}

// What does not need to know how many there are.
void silentForOtherUses(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  graph.capture_begin();
  auto mask = x > 0;
  x.index_put_({mask}, 0);
  x.masked_fill_(mask, 0);
  torch::where(mask, x, x);
  graph.capture_end();
}

// The variable holds something else by now.
void silentIfReplaced(at::cuda::CUDAGraph &graph, const torch::Tensor &order) {
  auto x = torch::zeros({4}, torch::kCUDA);
  torch::Tensor by = x > 0;
  by = order;
  graph.capture_begin();
  x.index({by});
  graph.capture_end();
}

void silentOnSomePath(at::cuda::CUDAGraph &graph, const torch::Tensor &order, bool masked) {
  auto x = torch::zeros({4}, torch::kCUDA);
  torch::Tensor by = masked ? x > 0 : order;
  graph.capture_begin();
  if (!masked)
    x.index({by});
  graph.capture_end();
}

void silentOnTheHost(at::cuda::CUDAGraph &graph) {
  auto host = torch::zeros({4});
  graph.capture_begin();
  host.index({host > 0});
  graph.capture_end();
}

void silentOutside(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  graph.capture_begin();
  graph.capture_end();
  x.index({x > 0});
}
