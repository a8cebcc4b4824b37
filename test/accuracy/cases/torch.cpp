// flags: -I../../pytorch/Inputs/include
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <torch/torch.h>
#include <vector>

namespace torch {

// A runner with static inputs, as in serving systems
class Runner {
  at::cuda::CUDAGraph graph_;
  at::Tensor input_, output_, weight_;
  c10::cuda::CUDAStream stream_ = at::cuda::getStreamFromPool();
  bool captured_ = false;

  at::Tensor forward(const at::Tensor &x) { return at::matmul(x, weight_).relu(); }

public:
  Runner(int n) {
    input_ = torch::zeros({n}, torch::kCUDA);
    weight_ = torch::ones({n}, torch::kCUDA);
  }
  // violation [PyTorch]: decides by a value while it captures
  void captureDeciding() {
    auto x = torch::zeros({4}, torch::kCUDA);
    c10::cuda::CUDAStreamGuard guard(stream_);
    forward(x);
    graph_.capture_begin();
    output_ = forward(x);
    if (at::is_nonzero(x.sum())) // expect: synchronization
      output_ = forward(x);
    graph_.capture_end();
  }
  // legal: before
  void captureDecided() {
    auto x = torch::zeros({4}, torch::kCUDA);
    c10::cuda::CUDAStreamGuard guard(stream_);
    bool twice = at::is_nonzero(x.sum());
    graph_.capture_begin();
    output_ = forward(x);
    if (twice)
      output_ = forward(x);
    graph_.capture_end();
  }
  // violation [PyTorch]: captured on the default stream
  void captureDefault() {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getDefaultCUDAStream());
    graph_.capture_begin(); // expect: legacy-stream
    output_ = forward(input_);
    graph_.capture_end();
  }
  // legal: on one of the pool
  void capturePool() {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    graph_.capture_begin();
    output_ = forward(input_);
    graph_.capture_end();
  }
  // violation [PyTorch]: waits for another stream
  void captureWaiting() {
    auto copies = at::cuda::getStreamFromPool();
    c10::cuda::CUDAStreamGuard guard(stream_);
    graph_.capture_begin();
    output_ = forward(input_);
    copies.synchronize(); // expect: unsafe-call
    graph_.capture_end();
  }
  // legal: in Relaxed mode
  void captureWaitingRelaxed() {
    auto copies = at::cuda::getStreamFromPool();
    c10::cuda::CUDAStreamGuard guard(stream_);
    graph_.capture_begin({0, 0}, cudaStreamCaptureModeRelaxed);
    output_ = forward(input_);
    copies.synchronize();
    graph_.capture_end();
  }
};

// violation [PyTorch]: an event of the side stream was recorded before
void captureBlocked(at::cuda::CUDAGraph &graph, at::Tensor x) {
  auto side = at::cuda::getStreamFromPool();
  auto main = at::cuda::getStreamFromPool();
  at::cuda::CUDAEvent ready;
  ready.record(side);
  c10::cuda::CUDAStreamGuard guard(main);
  graph.capture_begin();
  ready.block(main); // expect: isolation
  x.relu();
  graph.capture_end();
}
// legal: blocked before
void captureUnblocked(at::cuda::CUDAGraph &graph, at::Tensor x) {
  auto side = at::cuda::getStreamFromPool();
  auto main = at::cuda::getStreamFromPool();
  at::cuda::CUDAEvent ready;
  ready.record(side);
  ready.block(main);
  c10::cuda::CUDAStreamGuard guard(main);
  graph.capture_begin();
  x.relu();
  graph.capture_end();
}

// violation [PyTorch]: a mask in the loop of a sampler
static at::Tensor sample(at::Tensor logits, double p) {
  auto mask = logits > p;
  return logits.index({mask});
}
void captureSampling(at::cuda::CUDAGraph &graph) {
  auto logits = torch::zeros({4}, torch::kCUDA);
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin();
  sample(logits, 0.5); // expect: synchronization
  graph.capture_end();
}
// legal: masked in place
static at::Tensor sampleMasked(at::Tensor logits, double p) {
  auto mask = logits > p;
  return logits.clone().masked_fill_(mask, 0);
}
void captureSamplingMasked(at::cuda::CUDAGraph &graph) {
  auto logits = torch::zeros({4}, torch::kCUDA);
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin();
  sampleMasked(logits, 0.5);
  graph.capture_end();
}
} // namespace torch
