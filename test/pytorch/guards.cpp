// RUN: %lint-torch
// Guards of the current stream, and graphs, as programs hold them.
#include <memory>
#include <optional>
#include <torch/torch.h>
void launch(cudaStream_t);
// Left early, under the guard.
bool early(at::cuda::CUDAGraph &graph, int n) {
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  if (n == 0)
    return false;
  graph.capture_begin();
  launch(at::cuda::getCurrentCUDAStream());
  graph.capture_end();
  return true;
}
// Guards in guards restore what was there.
void nested(at::cuda::CUDAGraph &graph, float *d) {
  auto a = at::cuda::getStreamFromPool(), b = at::cuda::getStreamFromPool();
  c10::cuda::CUDAStreamGuard g1(a);
  {
    c10::cuda::CUDAStreamGuard g2(b);
    {
      c10::cuda::CUDAStreamGuard g3(a);
      graph.capture_begin();
      cudaMemsetAsync(d, 0, 4, a);
      graph.capture_end();
    }
    cudaMemsetAsync(d, 0, 4, b);
  }
  graph.capture_begin();
  cudaMemsetAsync(d, 0, 4, at::cuda::getCurrentCUDAStream());
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on stream 'b'{{.*}} [cuda-capture-escaped-work]
  cudaMemsetAsync(d, 0, 4, b);
  graph.capture_end();
}
// A guard that may be empty.
void optional(at::cuda::CUDAGraph &graph, float *d, bool own) {
  c10::cuda::OptionalCUDAStreamGuard guard;
  if (own)
    guard.reset_stream(at::cuda::getStreamFromPool());
  graph.capture_begin();
  cudaMemsetAsync(d, 0, 4, at::cuda::getCurrentCUDAStream());
  graph.capture_end();
}
// Set and put back by hand.
void byHand(at::cuda::CUDAGraph &graph, float *d) {
  auto old = at::cuda::getCurrentCUDAStream();
  auto s = at::cuda::getStreamFromPool();
  at::cuda::setCurrentCUDAStream(s);
  graph.capture_begin();
  cudaMemsetAsync(d, 0, 4, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on stream 'old'{{.*}} [cuda-capture-escaped-work]
  cudaMemsetAsync(d, 0, 4, old);
  graph.capture_end();
  at::cuda::setCurrentCUDAStream(old);
}
// Begun and ended in other functions, on a stream in a member.
struct M {
  c10::cuda::CUDAStream s = at::cuda::getStreamFromPool();
  at::cuda::CUDAGraph g;
  void begin() {
    c10::cuda::setCurrentCUDAStream(s);
    g.capture_begin();
  }
  void end() { g.capture_end(); }
  void run(float *d) {
    begin();
    cudaMemsetAsync(d, 0, 4, s);
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'torch::cuda::synchronize'{{.*}} [cuda-capture-synchronization]
    torch::cuda::synchronize();
    end();
  }
  void ok(float *d) {
    begin();
    cudaMemsetAsync(d, 0, 4, s);
    end();
    s.synchronize();
  }
};
// A graph behind a pointer.
void ptr(std::unique_ptr<at::cuda::CUDAGraph> &g, torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  g = std::make_unique<at::cuda::CUDAGraph>();
  g->capture_begin();
  x.add_(x);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::item'{{.*}} [cuda-capture-synchronization]
  x.item<float>();
  g->capture_end();
  g->replay();
}
// Other names.
namespace tc = at::cuda;
using Graph = tc::CUDAGraph;
void aliasNs(Graph &g, torch::Tensor x) {
  x = x.cuda();
  g.capture_begin();
  // CHECK: :[[#@LINE+1]]:12: warning: call to 'at::Tensor::to'{{.*}} [cuda-capture-synchronization]
  auto v = x.to(x.options().device(torch::kCPU));
  // CHECK: :[[#@LINE+1]]:12: warning: call to 'at::Tensor::to'{{.*}} [cuda-capture-synchronization]
  auto w = x.to(torch::kCPU, torch::kFloat);
  auto u = x.to(torch::kCPU, /*non_blocking=*/true);
  g.capture_end();
}
// A class of the program that is a graph.
struct MyGraph : at::cuda::CUDAGraph {};
void derived(MyGraph &g, torch::Tensor x) {
  x = x.cuda();
  g.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::cpu'{{.*}} [cuda-capture-synchronization]
  x.cpu();
  g.capture_end();
}
// The program asks where the tensor is.
void cond(at::cuda::CUDAGraph &g, torch::Tensor x) {
  bool gpu = x.is_cuda();
  g.capture_begin();
  if (gpu)
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'at::Tensor::item'{{.*}} [cuda-capture-synchronization]
    x.item<float>();
  if (!gpu)
    x.item<float>();
  g.capture_end();
}
// A guard that is made later, and ends early.
void heap(at::cuda::CUDAGraph &g, float *d) {
  std::optional<c10::cuda::CUDAStreamGuard> guard;
  guard.emplace(at::cuda::getStreamFromPool());
  g.capture_begin();
  cudaMemsetAsync(d, 0, 4, at::cuda::getCurrentCUDAStream());
  guard.reset();
  g.capture_end();
}
// The program asks which stream is current.
void cmp(at::cuda::CUDAGraph &g, c10::cuda::CUDAStream s, float *d) {
  g.capture_begin();
  if (s == at::cuda::getCurrentCUDAStream())
    cudaMemsetAsync(d, 0, 4, s);
  g.capture_end();
}
