// RUN: %lint-torch
// What throws for certain between capture_begin and capture_end, and models, which may throw.
#include <exception>
#include <stdexcept>
#include <torch/torch.h>

struct Model {
  at::cuda::CUDAGraph graph;
  torch::jit::Module module;
  at::Tensor in, out;

  void firesForAModel(const std::vector<torch::jit::IValue> &inputs) {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'at::cuda::CUDAGraph::capture_begin' begins a capture of the current stream, and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
    graph.capture_begin();
    module.forward(inputs);
    graph.capture_end();
  }
  void firesIfTheHandlerEndsNothing(const std::vector<torch::jit::IValue> &inputs) {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'at::cuda::CUDAGraph::capture_begin' begins a capture of the current stream, and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
    graph.capture_begin();
    try {
      module.forward(inputs);
      graph.capture_end();
    } catch (const std::exception &e) {
      throw std::runtime_error(e.what());
    }
  }
  void firesForACheck() {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'at::cuda::CUDAGraph::capture_begin' begins a capture of the current stream, and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
    graph.capture_begin();
    TORCH_CHECK(in.defined(), "no input");
    out = in + in;
    graph.capture_end();
  }

  static void run(torch::jit::Module &module, const std::vector<torch::jit::IValue> &inputs) { module.forward(inputs); }
  void firesForAModelInACallee(const std::vector<torch::jit::IValue> &inputs) {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'at::cuda::CUDAGraph::capture_begin' begins a capture of the current stream, and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
    graph.capture_begin();
    run(module, inputs);
    graph.capture_end();
  }

  void silentIfAHandlerEndsIt(const std::vector<torch::jit::IValue> &inputs) {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    graph.capture_begin();
    try {
      module.forward(inputs);
    } catch (...) {
      graph.capture_end();
      throw;
    }
    graph.capture_end();
  }
  void silentOutsideOfTheCapture(const std::vector<torch::jit::IValue> &inputs) {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    TORCH_CHECK(in.defined(), "no input");
    module.forward(inputs);
    graph.capture_begin();
    out = in + in;
    graph.capture_end();
    TORCH_CHECK(out.defined(), "no output");
  }
  void silentForALocalModel() {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    torch::jit::Module own = make();
    graph.capture_begin();
    own.forward({});
    graph.capture_end();
  }
  static torch::jit::Module make();
  void silentBehindTheEnd(std::exception_ptr failed) {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    graph.capture_begin();
    out = in + in;
    graph.capture_end();
    if (failed)
      std::rethrow_exception(failed);
  }
  void firesForAnExceptionThatWasKept(std::exception_ptr failed) {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'at::cuda::CUDAGraph::capture_begin' begins a capture of the current stream, and nothing ends it if the exception is thrown [cuda-capture-leak-on-error]
    graph.capture_begin();
    out = in + in;
    if (failed)
      std::rethrow_exception(failed);
    graph.capture_end();
  }
};
