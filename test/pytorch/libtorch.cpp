// The real headers of PyTorch 1.13, as Debian has them; bootstrap unpacks them.
// REQUIRES: libtorch
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DC10_CUDA_NO_CMAKE_CONFIGURE_FILE -DC10_USING_CUSTOM_GENERATED_MACROS -isystem %stub-include -isystem %S/Inputs/libraries -isystem %libtorch -isystem %libtorch/torch/csrc/api/include -Wno-everything 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <ATen/cuda/CUDAGraph.h>
#include <ATen/cuda/CUDAGraphsUtils.cuh>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/cuda.h>
#include <torch/types.h>
// Which generators a graph knows is a matter of the version.
#include <torch/version.h>

void fires(at::cuda::CUDAGraph &graph, void **p) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto stream = at::cuda::getStreamFromPool();
  c10::cuda::CUDAStreamGuard guard(stream);
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the current stream is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(at::cuda::getCurrentCUDAStream());
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::item' while the current stream {{.*}} [cuda-capture-synchronization]
  x.item<float>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::to' {{.*}} [cuda-capture-synchronization]
  x.to(torch::kCPU);
  {
    c10::cuda::CUDAStreamCaptureModeGuard relaxed(cudaStreamCaptureModeRelaxed);
    cudaMalloc(p, 4);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'c10::cuda::CUDACachingAllocator::emptyCache' {{.*}} [cuda-capture-unsafe-call]
  c10::cuda::CUDACachingAllocator::emptyCache();
  graph.capture_end();
}

void firesBehindAGuard(at::cuda::CUDAGraph &graph, const at::Tensor &x) {
  const c10::cuda::OptionalCUDAGuard guard(at::device_of(x));
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::nonzero' {{.*}} [cuda-capture-synchronization]
  x.nonzero();
  graph.capture_end();
}

void firesForTensors(at::cuda::CUDAGraph &graph, float *data) {
  auto x = torch::zeros({4}, torch::Device("cuda:0")), y = torch::ones({4}, torch::kCUDA);
  auto host = torch::from_blob(data, {4});
  const at::Tensor mask = x > 0;
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::to' {{.*}} [cuda-capture-synchronization]
  x.to("cpu");
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::to' {{.*}} [cuda-capture-synchronization]
  x.to(torch::Device("cpu"));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::cpu' {{.*}} [cuda-capture-synchronization]
  x.cpu();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::copy_' {{.*}} [cuda-capture-synchronization]
  x.copy_(host);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::index' {{.*}} [cuda-capture-synchronization]
  x.index({mask});
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::index' {{.*}} [cuda-capture-synchronization]
  x.index({x.gt(0)});
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::index' {{.*}} [cuda-capture-synchronization]
  x.index({x.greater(0)});
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::cpu' {{.*}} [cuda-capture-synchronization]
  x.sin().bitwise_right_shift(1).to(torch::kUInt8).cpu();
  // These stay on the device.
  y.copy_(x.atan2(y));
  y.copy_(at::hypot(x, y).swapdims(0, 0));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::masked_select' {{.*}} [cuda-capture-synchronization]
  torch::masked_select(x, mask);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::is_nonzero' {{.*}} [cuda-capture-synchronization]
  x.is_nonzero();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::_unique2' {{.*}} [cuda-capture-synchronization]
  torch::_unique2(x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::unique_dim' {{.*}} [cuda-capture-synchronization]
  at::unique_dim(x, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::unique_consecutive' {{.*}} [cuda-capture-synchronization]
  torch::unique_consecutive(x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::equal' {{.*}} [cuda-capture-synchronization]
  torch::equal(x, y);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::pin_memory' {{.*}} [cuda-capture-unsafe-call]
  host.pin_memory();
  graph.capture_end();
}

void firesForWaits(at::cuda::CUDAGraph &graph, at::cuda::CUDAEvent &event) {
  auto stream = at::cuda::getStreamFromPool();
  c10::cuda::CUDAStreamGuard guard(stream);
  graph.capture_begin();
  event.record();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'torch::cuda::synchronize' {{.*}} [cuda-capture-synchronization]
  torch::cuda::synchronize();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'c10::cuda::CUDAStream::query' {{.*}} [cuda-capture-synchronization]
  stream.query();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'c10::cuda::CUDAStream::synchronize' {{.*}} [cuda-capture-synchronization]
  stream.synchronize();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::CUDAEvent::synchronize' {{.*}} [cuda-capture-synchronization]
  event.synchronize();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::CUDAEvent::query' {{.*}} [cuda-capture-synchronization]
  event.query();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::assertNotCapturing' {{.*}} [cuda-capture-synchronization]
  at::cuda::assertNotCapturing("benchmark");
  graph.capture_end();
}

void firesForAGenerator(at::cuda::CUDAGraph &graph) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto generator = at::cuda::detail::createCUDAGenerator();
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::normal_' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  x.normal_(0, 1, generator);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'torch::rand' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  torch::rand({4}, generator, x.options());
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::detail::createCUDAGenerator' {{.*}} PyTorch rejects it [cuda-capture-synchronization]
  at::cuda::detail::createCUDAGenerator();
  graph.capture_end();
}

void silentForTensors(at::cuda::CUDAGraph &graph, const at::Tensor &order, const std::string &device) {
  auto x = torch::zeros({4}, torch::kCUDA), elsewhere = torch::zeros({4}, torch::Device(device));
  auto host = torch::zeros({4}, torch::Device("cpu"));
  auto pinned = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  graph.capture_begin();
  x.to(torch::Device("cuda"));
  elsewhere.item<float>();
  host.to("cpu");
  host.is_nonzero();
  host.index({host > 0});
  x.index({order});
  x.index({0, torch::indexing::Slice()});
  x.index_put_({x > 0}, 0);
  x.masked_fill_(x > 0, 0);
  x.copy_(pinned, true);
  x.normal_(0, 1, at::cuda::detail::getDefaultCUDAGenerator());
  x.uniform_();
  torch::rand({4}, x.options());
  if (at::cuda::currentStreamCaptureStatus() == at::cuda::CaptureStatus::None) {
    x.cpu();
    torch::cuda::synchronize();
  }
  graph.capture_end();
}

void silent(at::cuda::CUDAGraph &graph, at::Tensor x, at::Tensor host) {
  TORCH_CHECK(x.is_cuda() && !host.is_cuda());
  auto stream = at::cuda::getStreamFromPool(), side = at::cuda::getStreamFromPool();
  at::cuda::CUDAEvent fork, join;
  {
    c10::cuda::CUDAStreamGuard guard(stream);
    graph.capture_begin();
    fork.record();
    fork.block(side);
    {
      c10::cuda::CUDAStreamGuard inner(side);
      x.zero_();
      join.record();
    }
    join.block(stream);
    host.item<float>();
    graph.capture_end();
  }
  graph.replay();
  stream.synchronize();
  x.item<float>();
}
