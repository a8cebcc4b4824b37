// RUN: %lint-torch
// Devices that are named by a text, and the device that is current.
#include <torch/torch.h>

// --- must be reported --------------------------------------------------------

void firesForTexts(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto y = torch::zeros({4}, torch::Device("cuda:0"));
  auto z = torch::zeros({4}, torch::TensorOptions().device("cuda"));
  auto host = torch::zeros({4}, torch::Device("cpu"));
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::to' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.to("cpu");
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::to' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.to(torch::Device("cpu"));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::to' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.to(at::Device(std::string("cpu")));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::cpu' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  y.cpu();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::item' {{.*}} [cuda-capture-synchronization]
  z.item<float>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::copy_' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.copy_(host);
  graph.capture_end();
}

// A variable that holds a device.
void firesForAVariable(at::cuda::CUDAGraph &graph) {
  torch::Device device("cuda:1");
  auto x = torch::zeros({4}, device);
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::item' {{.*}} [cuda-capture-synchronization]
  x.item<float>();
  graph.capture_end();
}

// --- must be silent ----------------------------------------------------------

void silentForTheSameDevice(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto host = torch::zeros({4}, torch::Device("cpu"));
  graph.capture_begin();
  x.to("cuda");
  x.to(torch::Device("cuda:0"));
  host.item<float>();
  host.to("cpu");
  graph.capture_end();
}

// Nobody knows what a text says that comes from elsewhere.
void silentForOtherTexts(at::cuda::CUDAGraph &graph, const std::string &name, torch::Tensor y) {
  TORCH_CHECK(y.is_cuda());
  auto x = torch::zeros({4}, torch::Device(name));
  auto z = torch::zeros({4}, torch::TensorOptions().device(name));
  auto meta = torch::zeros({4}, torch::Device("meta"));
  graph.capture_begin();
  x.item<float>();
  z.cpu();
  y.copy_(z);
  meta.item<float>();
  y.to(torch::Device(name));
  graph.capture_end();
}

// A buffer of characters names no device.
void silentForBuffers(at::cuda::CUDAGraph &graph, char *bytes) {
  auto blob = torch::from_blob(bytes, {4});
  graph.capture_begin();
  blob.item<float>();
  graph.capture_end();
}

// --- the current stream is one of the current device ---------------------------

void firesOnTheDeviceOfATensor(torch::Tensor x, cudaGraph_t *graph) {
  TORCH_CHECK(x.is_cuda());
  cudaSetDevice(x.get_device());
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  auto side = at::cuda::getStreamFromPool();
  cudaStreamBeginCapture(side, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::zero_' on the current stream, which takes no part in the capture of 'side'; {{.*}} [cuda-capture-escaped-work]
  x.zero_();
  cudaStreamEndCapture(side, graph);
}

void silentBehindAnotherDevice(torch::Tensor x, cudaGraph_t *graph, int device) {
  TORCH_CHECK(x.is_cuda());
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  auto side = at::cuda::getStreamFromPool(false, device);
  cudaStreamBeginCapture(side, cudaStreamCaptureModeGlobal);
  cudaSetDevice(device);
  x.zero_();
  cudaStreamEndCapture(side, graph);
}

void silentBehindSetDevice(torch::Tensor x, cudaGraph_t *graph, int device) {
  TORCH_CHECK(x.is_cuda());
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  auto side = at::cuda::getStreamFromPool(false, device);
  cudaStreamBeginCapture(side, cudaStreamCaptureModeGlobal);
  c10::cuda::set_device(device);
  x.zero_();
  cudaStreamEndCapture(side, graph);
}

// In a function of the program, too.
static void use(int device) { cudaSetDevice(device); }
void silentBehindAHelper(torch::Tensor x, cudaGraph_t *graph, int device) {
  TORCH_CHECK(x.is_cuda());
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  auto side = at::cuda::getStreamFromPool(false, device);
  use(device);
  cudaStreamBeginCapture(side, cudaStreamCaptureModeGlobal);
  x.zero_();
  cudaStreamEndCapture(side, graph);
}

// A guard of a device restores what was current.
void firesBehindAGuardOfADevice(at::cuda::CUDAGraph &graph, int device) {
  auto stream = at::cuda::getStreamFromPool();
  c10::cuda::CUDAStreamGuard guard(stream);
  {
    c10::cuda::CUDAGuard other(device);
  }
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'c10::cuda::CUDAStream::synchronize' while the current stream is capturing {{.*}} [cuda-capture-synchronization]
  stream.synchronize();
  graph.capture_end();
}
