// RUN: %lint-torch
// What waits for a device is wrong in a region, if the tensor is on one.
#include <torch/torch.h>

// --- must be reported --------------------------------------------------------

void firesForItem(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  graph.capture_begin();
  auto y = x.relu();
  // CHECK: :[[#@LINE+1]]:7: warning: call to 'at::Tensor::item' while the current stream is capturing in global mode; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-synchronization]
  if (y[0].item<float>() > 0)
    y.zero_();
  graph.capture_end();
}

void firesForACheckedParameter(at::cuda::CUDAGraph &graph, const torch::Tensor &x) {
  TORCH_CHECK(x.is_cuda(), "on a device");
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:18: warning: call to 'at::Tensor::cpu' while the current stream is capturing in global mode; PyTorch rejects it [cuda-capture-synchronization]
  auto on_host = x.cpu();
  graph.capture_end();
}

void firesBehindADeviceGuard(at::cuda::CUDAGraph &graph, const torch::Tensor &x) {
  const at::cuda::OptionalCUDAGuard guard(at::device_of(x));
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::nonzero' while the current stream is capturing {{.*}} [cuda-capture-synchronization]
  at::nonzero(x);
  graph.capture_end();
}

void firesForTo(at::cuda::CUDAGraph &graph, int n) {
  auto options = torch::TensorOptions().dtype(torch::kFloat).device(torch::kCUDA, 0);
  auto x = torch::empty({n}, options);
  auto mask = torch::ones({n}, x.options());
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::to' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.to(torch::kCPU);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::to' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.to(torch::Device(torch::kCPU), torch::kInt);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::masked_select' {{.*}} [cuda-capture-synchronization]
  x.masked_select(mask);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::equal' {{.*}} [cuda-capture-synchronization]
  at::equal(x, mask);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'torch::tensor' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  torch::tensor({1, 2}, torch::device(torch::kCUDA));
  graph.capture_end();
}

void firesForACopy(at::cuda::CUDAGraph &graph, float *data) {
  auto x = torch::empty({4}).cuda();
  auto host = torch::from_blob(data, {4});
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::copy_' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.copy_(host);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::cuda' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  host.cuda();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::pin_memory' {{.*}} [cuda-capture-unsafe-call]
  host.pin_memory();
  graph.capture_end();
}

static float firstOf(const torch::Tensor &t) { return t[0].item<float>(); }
void firesThroughAHelper(at::cuda::CUDAGraph &graph, torch::Tensor x) {
  x = x.to(torch::kCUDA);
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'firstOf' reaches 'at::Tensor::item' while {{.*}} [cuda-capture-synchronization]
  firstOf(x);
  graph.capture_end();
}

void firesInARawCapture(cudaGraph_t *graph) {
  auto x = torch::ones({1}, torch::kCUDA);
  auto stream = at::cuda::getCurrentCUDAStream();
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::is_nonzero' while 'stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  x.is_nonzero();
  cudaStreamEndCapture(stream, graph);
}

// --- must be silent ----------------------------------------------------------

void silentOnTheHost(at::cuda::CUDAGraph &graph, float *data) {
  auto host = torch::zeros({4});
  auto blob = torch::from_blob(data, {4});
  graph.capture_begin();
  host.item<float>();
  host.nonzero();
  blob.cpu();
  host.copy_(blob);
  torch::tensor({1, 2});
  graph.capture_end();
}

// Whether a parameter is on a device nobody says.
void silentForUnknown(at::cuda::CUDAGraph &graph, const torch::Tensor &lengths) {
  graph.capture_begin();
  int longest = lengths[0].item<int>();
  for (int i = 0; i < longest; ++i)
    cudaMemsetAsync(nullptr, 0, 4, at::cuda::getCurrentCUDAStream());
  lengths.to(torch::kCPU);
  graph.capture_end();
}

void silentForTheOtherBranch(at::cuda::CUDAGraph &graph, const torch::Tensor &x) {
  graph.capture_begin();
  if (!x.is_cuda())
    x.item<float>();
  if (x.device().type() == torch::kCPU)
    x.nonzero();
  graph.capture_end();
}

void silentForNonBlocking(at::cuda::CUDAGraph &graph) {
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  auto x = torch::empty({4}, torch::kCUDA);
  graph.capture_begin();
  x.copy_(pinned, /*non_blocking=*/true);
  pinned.copy_(x, true);
  x.to(torch::kFloat);
  x.to(torch::kCUDA);
  x.copy_(x.relu());
  graph.capture_end();
}

void silentOutside(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  x.item<float>();
  graph.capture_begin();
  x.add_(x).zero_();
  graph.capture_end();
  x.cpu();
}

void silentIfReplaced(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  x = x.cpu();
  graph.capture_begin();
  x.item<float>();
  graph.capture_end();
}

struct Model {
  torch::Tensor forward(torch::Tensor x);
};
void silentForAModel(Model &model, at::cuda::CUDAGraph &graph, torch::Tensor in) {
  TORCH_CHECK(in.is_cuda());
  graph.capture_begin();
  auto out = model.forward(in);
  graph.capture_end();
  graph.replay();
  out.item<float>();
}
