// RUN: %lint-torch
// The nine most frequent kinds of bugs in captures, as extensions of PyTorch
// have them.
#include <functional>
#include <stdexcept>
#include <thread>
#include <torch/torch.h>

void launch(cudaStream_t);

// --- 1: the end is not reached if something throws ----------------------------

struct Runner {
  at::cuda::CUDAGraph graph;
  void capture(const std::function<void()> &body) {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'at::cuda::CUDAGraph::capture_begin' begins a capture of the current stream, and nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
    graph.capture_begin();
    body();
    graph.capture_end();
  }
  void captureGuarded(const std::function<void()> &body) {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    graph.capture_begin();
    try {
      body();
    } catch (...) {
      graph.capture_end();
      throw;
    }
    graph.capture_end();
  }
};
void use(Runner &runner) {
  runner.capture([] { throw std::runtime_error("no kernel"); });
  runner.captureGuarded([] { throw std::runtime_error("no kernel"); });
}

// --- 2: another thread while a Global capture runs ----------------------------

static void prefetch(void **buffer) { cudaMallocHost(buffer, 1 << 20); }
void firesBesideAnotherThread(at::cuda::CUDAGraph &graph, void **buffer) {
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:15: warning: thread that runs 'prefetch' reaches 'cudaMallocHost' while {{.*}} is capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  std::thread loader(prefetch, buffer);
  launch(at::cuda::getCurrentCUDAStream());
  loader.join();
  graph.capture_end();
}
void silentInThreadLocalMode(at::cuda::CUDAGraph &graph, void **buffer) {
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
  std::thread loader(prefetch, buffer);
  launch(at::cuda::getCurrentCUDAStream());
  loader.join();
  graph.capture_end();
}

// --- 3: synchronization ------------------------------------------------------

static torch::Tensor layer(const torch::Tensor &x, bool debug) {
  auto y = x.relu();
  if (debug)
    torch::cuda::synchronize();
  return y;
}
void firesInDebugMode(at::cuda::CUDAGraph &graph, torch::Tensor x) {
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'layer' reaches 'torch::cuda::synchronize' while {{.*}} [cuda-capture-synchronization]
  layer(x, true);
  layer(x, false);
  graph.capture_end();
}

// --- 4: the legacy default stream ---------------------------------------------

void firesOnTheDefaultStream(at::cuda::CUDAGraph &graph, float *d) {
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on the legacy default stream while {{.*}} it runs at once, and the graph silently lacks it [cuda-capture-escaped-work]
  cudaMemsetAsync(d, 0, 4, at::cuda::getDefaultCUDAStream());
  cudaMemsetAsync(d, 0, 4, at::cuda::getCurrentCUDAStream());
  graph.capture_end();
}

// --- 5: what grows when it is first needed -------------------------------------

struct Workspace {
  void *data = nullptr;
  size_t size = 0;
  void *get(size_t n) {
    if (n > size) {
      cudaFree(data);
      cudaMalloc(&data, size = n);
    }
    return data;
  }
};
void firesForALazyWorkspace(at::cuda::CUDAGraph &graph, size_t n) {
  Workspace workspace;
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:19: warning: call to 'Workspace::get' reaches 'cudaFree' while {{.*}} [cuda-capture-unsafe-call]
  cudaMemsetAsync(workspace.get(n), 0, n, at::cuda::getCurrentCUDAStream());
  graph.capture_end();
}
// The allocator of PyTorch is made for it.
void silentForATensor(at::cuda::CUDAGraph &graph, int n) {
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin();
  auto workspace = torch::zeros({n}, torch::kCUDA);
  graph.capture_end();
}

// --- 6: a fork that is not joined ----------------------------------------------

void firesForOneOfTwo(at::cuda::CUDAGraph &graph, float *d) {
  auto a = at::cuda::getStreamFromPool(), b = at::cuda::getStreamFromPool();
  at::cuda::CUDAEvent fork, joinA;
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin();
  fork.record();
  fork.block(a);
  fork.block(b);
  cudaMemsetAsync(d, 0, 4, a);
  cudaMemsetAsync(d, 0, 4, b);
  joinA.record(a);
  joinA.block(at::cuda::getCurrentCUDAStream());
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::CUDAGraph::capture_end' ends the capture of the current stream while the work of 'b' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  graph.capture_end();
}

// --- 7: the library waits ------------------------------------------------------

void firesForAnOperationThatWaits(at::cuda::CUDAGraph &graph) {
  auto scores = torch::zeros({64}, torch::kCUDA);
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:15: warning: call to 'at::Tensor::nonzero' while {{.*}} [cuda-capture-synchronization]
  auto kept = scores.nonzero();
  graph.capture_end();
}

// --- 8: no exchange of the mode around an allocation ---------------------------

void firesWithoutAnExchange(at::cuda::CUDAGraph &graph, void **p) {
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 4);
  graph.capture_end();
}
void silentWithOne(at::cuda::CUDAGraph &graph, void **p) {
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin();
  {
    c10::cuda::CUDAStreamCaptureModeGuard relaxed{cudaStreamCaptureModeRelaxed};
    cudaMalloc(p, 4);
  }
  graph.capture_end();
}

// --- 9: a query ------------------------------------------------------------------

void firesForAPoll(at::cuda::CUDAGraph &graph, at::cuda::CUDAEvent &ready) {
  auto stream = at::cuda::getStreamFromPool();
  c10::cuda::CUDAStreamGuard guard(stream);
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:11: warning: call to 'c10::cuda::CUDAStream::query' while {{.*}} [cuda-capture-synchronization]
  while (!stream.query()) {
  }
  graph.capture_end();
}
