// RUN: %lint-cu
// The end of the capture is not reached if the callback throws. A guard whose
// destructor ends it, once, is what such projects came to.
#include <cuda_runtime.h>
#include <functional>
#include <stdexcept>

class Graph {
public:
  void capture(cudaStream_t s, const std::function<void()> &body) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaStreamBeginCapture' begins a capture of 's', and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    body();
    cudaStreamEndCapture(s, &graph_);
  }

  void captureGuarded(cudaStream_t s, const std::function<void()> &body) {
    Guard guard(s, &graph_);
    body();
    guard.end();
  }

private:
  class Guard {
  public:
    Guard(cudaStream_t s, cudaGraph_t *graph) : s_(s), graph_(graph) {
      cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    }
    ~Guard() { end(); }
    void end() {
      if (open_)
        cudaStreamEndCapture(s_, graph_);
      open_ = false;
    }

  private:
    cudaStream_t s_;
    cudaGraph_t *graph_;
    bool open_ = true;
  };
  cudaGraph_t graph_;
};

void use(Graph &g, cudaStream_t s) {
  g.capture(s, [] { throw std::runtime_error("no kernel"); });
  g.captureGuarded(s, [] { throw std::runtime_error("no kernel"); });
}
