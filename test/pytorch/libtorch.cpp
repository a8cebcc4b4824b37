// The real headers of PyTorch 1.13, as Debian has them; bootstrap unpacks them.
// REQUIRES: libtorch
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DC10_CUDA_NO_CMAKE_CONFIGURE_FILE -DC10_USING_CUSTOM_GENERATED_MACROS -isystem %stub-include -isystem %S/Inputs/libraries -isystem %libtorch -isystem %libtorch/torch/csrc/api/include -Wno-everything 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/types.h>

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
