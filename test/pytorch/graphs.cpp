// RUN: %lint-torch
// at::cuda::CUDAGraph, and the stream that is current.
#include <memory>
#include <thread>
#include <torch/torch.h>

void launch(cudaStream_t);

// --- must be reported --------------------------------------------------------

void firesForAWaitInTheRegion(const torch::Tensor &x) {
  auto stream = at::cuda::getStreamFromPool();
  at::cuda::CUDAGraph graph;
  c10::cuda::CUDAStreamGuard guard(stream);
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'c10::cuda::CUDAStream::synchronize' while the current stream is capturing in global mode; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-synchronization]
  stream.synchronize();
  graph.capture_end();
}

void firesForARawWaitOnTheCurrentStream(at::cuda::CUDAGraph &graph) {
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while the current stream is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(at::cuda::getCurrentCUDAStream());
  graph.capture_end();
}

void firesForAnAllocation(at::cuda::CUDAGraph &graph, void **p) {
  graph.capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while the current stream is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 4);
  graph.capture_end();
}

void firesForTheDevice(at::cuda::CUDAGraph &graph, at::MempoolId_t pool) {
  graph.capture_begin(pool, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'torch::cuda::synchronize' while the current stream is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  torch::cuda::synchronize();
  graph.capture_end();
}

void firesForTheDefaultStream(at::cuda::CUDAGraph &graph) {
  c10::cuda::CUDAStreamGuard guard(at::cuda::getDefaultCUDAStream());
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::CUDAGraph::capture_begin' begins a capture of the legacy default stream, which cannot be captured; PyTorch rejects it {{.*}}[cuda-capture-legacy-stream]
  graph.capture_begin();
  graph.capture_end();
}

void firesForTheEndOnAnotherStream(at::cuda::CUDAGraph &graph) {
  {
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    graph.capture_begin();
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::CUDAGraph::capture_end' ends a capture of the current stream, which is another one than that whose capture was begun; PyTorch rejects it {{.*}}[cuda-capture-unbalanced]
  graph.capture_end();
}

bool firesForAnEarlyReturn(at::cuda::CUDAGraph &graph, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::CUDAGraph::capture_begin' begins a capture of the current stream that is not ended on every path: the stream keeps capturing [cuda-capture-unbalanced]
  graph.capture_begin();
  if (n == 0)
    return false;
  launch(at::cuda::getCurrentCUDAStream());
  graph.capture_end();
  return true;
}

void firesForEmptyingTheCache(at::cuda::CUDAGraph &graph) {
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'c10::cuda::CUDACachingAllocator::emptyCache' while the current stream is capturing in global mode; PyTorch rejects it {{.*}}[cuda-capture-unsafe-call]
  c10::cuda::CUDACachingAllocator::emptyCache();
  graph.capture_end();
}

void firesForAnAssertion(at::cuda::CUDAGraph &graph) {
  graph.capture_begin();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::assertNotCapturing' while the current stream is capturing in global mode; PyTorch rejects it [cuda-capture-synchronization]
  at::cuda::assertNotCapturing("benchmark");
  graph.capture_end();
}

void firesForARawBegin(cudaGraph_t *graph) {
  auto stream = at::cuda::getCurrentCUDAStream();
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 'stream' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(at::cuda::getCurrentCUDAStream().stream());
  cudaStreamEndCapture(stream, graph);
}

void firesForWorkBesideARawBegin(torch::Tensor x, cudaGraph_t *graph) {
  auto stream = at::cuda::getStreamFromPool();
  TORCH_CHECK(x.is_cuda());
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::Tensor::zero_' on the current stream, which takes no part in the capture of 'stream'; it runs at once, and the graph silently lacks it [cuda-capture-escaped-work]
  x.zero_();
  cudaStreamEndCapture(stream, graph);
}

void firesBehindAGuardThatEnded(at::cuda::CUDAGraph &graph, void **p) {
  auto stream = at::cuda::getStreamFromPool();
  c10::cuda::CUDAStreamGuard guard(stream);
  graph.capture_begin();
  {
    c10::cuda::CUDAStreamCaptureModeGuard relaxed(cudaStreamCaptureModeRelaxed);
    cudaMalloc(p, 4);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while the current stream is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 4);
  graph.capture_end();
}

struct Runner {
  at::cuda::CUDAGraph graph_;
  c10::cuda::CUDAStream stream_ = at::cuda::getStreamFromPool();
  template <typename F> void capture(F &&body) {
    c10::cuda::CUDAStreamGuard guard(stream_);
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} nothing ends it if a callable that is run in it throws [cuda-capture-leak-on-error]
    graph_.capture_begin();
    body();
    graph_.capture_end();
  }
};
void firesInALambda(Runner &runner, cudaEvent_t event) {
  runner.capture([&] {
    cudaEventRecord(event, at::cuda::getCurrentCUDAStream());
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaEventSynchronize' while {{.*}} is capturing in global mode; {{.*}} [cuda-capture-synchronization]
    cudaEventSynchronize(event);
  });
}

void firesForAnUnjoinedFork(at::cuda::CUDAGraph &graph) {
  auto stream = at::cuda::getStreamFromPool();
  auto side = at::cuda::getStreamFromPool();
  at::cuda::CUDAEvent fork;
  c10::cuda::CUDAStreamGuard guard(stream);
  graph.capture_begin();
  fork.record();
  fork.block(side);
  cudaMemsetAsync(nullptr, 0, 4, side);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'at::cuda::CUDAGraph::capture_end' ends the capture of the current stream while the work of 'side' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  graph.capture_end();
}

void firesForACapturedEvent(at::cuda::CUDAGraph &graph, at::cuda::CUDAEvent &event) {
  graph.capture_begin();
  event.record();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'c10::cuda::CUDAEvent::query' while the current stream is capturing in global mode; the runtime rejects it with cudaErrorCapturedEvent (907) {{.*}} [cuda-capture-synchronization]
  event.query();
  graph.capture_end();
}

void firesForAnEventOfAnEarlierCapture(at::cuda::CUDAGraph &graph) {
  at::cuda::CUDAEvent start(cudaEventDefault), end(cudaEventDefault);
  graph.capture_begin();
  start.record();
  end.record();
  graph.capture_end();
  graph.replay();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'c10::cuda::CUDAEvent::elapsed_time' waits for event 'start', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
  start.elapsed_time(end);
}

// The stream of the body is not known; these are illegal on any.
void firesInAConditionalBody(at::cuda::CUDAGraph &graph, const torch::Tensor &p, void **q) {
  auto x = torch::zeros({4}, torch::kCUDA);
  auto stream = at::cuda::getStreamFromPool();
  c10::cuda::CUDAStreamGuard guard(stream);
  graph.capture_begin();
  graph.begin_capture_to_if_node(p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while {{.*}} is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(q, 16);
  graph.end_capture_to_conditional_node();
  graph.capture_end();
}

// --- must be silent ----------------------------------------------------------

// PyTorch's own flag: the event is recorded anew by each replay.
void silentForExternalEvents(at::cuda::CUDAGraph &graph) {
  unsigned flags = cudaEventDefault | 0x08;
  auto one = at::cuda::CUDAEvent(flags), two = at::cuda::CUDAEvent(cudaEventDefault | 0x08);
  auto start = std::move(one);
  auto end = std::move(two);
  graph.capture_begin();
  start.record();
  end.record();
  graph.capture_end();
  graph.replay();
  start.elapsed_time(end);
}

void silentForTheIdiom(torch::Tensor x, torch::Tensor y) {
  auto stream = at::cuda::getStreamFromPool();
  at::cuda::CUDAGraph graph;
  {
    c10::cuda::CUDAStreamGuard guard(stream);
    graph.capture_begin();
    y.add_(x);
    graph.capture_end();
  }
  torch::cuda::synchronize();
  graph.replay();
  stream.synchronize();
}

void silentWithPoolsAndModes(at::cuda::CUDAGraph &a, at::cuda::CUDAGraph &b, void **p) {
  c10::cuda::OptionalCUDAStreamGuard guard;
  guard.reset_stream(at::cuda::getStreamFromPool(true));
  a.capture_begin(at::cuda::graph_pool_handle(), cudaStreamCaptureModeRelaxed);
  cudaMalloc(p, 4);
  a.capture_end();
  b.capture_begin(a.pool());
  b.capture_end();
  guard.reset();
  cudaMalloc(p, 4);
}

void silentForAForkThatJoins(at::cuda::CUDAGraph &graph) {
  auto stream = at::cuda::getStreamFromPool(), side = at::cuda::getStreamFromPool();
  at::cuda::CUDAEvent fork, join;
  c10::cuda::CUDAStreamGuard guard(stream);
  graph.capture_begin();
  fork.record();
  fork.block(side);
  {
    c10::cuda::CUDAStreamGuard inner(side);
    cudaMemsetAsync(nullptr, 0, 4, at::cuda::getCurrentCUDAStream());
    join.record();
  }
  join.block(at::cuda::getCurrentCUDAStream());
  graph.capture_end();
}

void silentForAGuardedWait(at::cuda::CUDAGraph &graph) {
  graph.capture_begin();
  if (at::cuda::currentStreamCaptureStatus() == at::cuda::CaptureStatus::None)
    torch::cuda::synchronize();
  if (c10::cuda::currentStreamCaptureStatusMayInitCtx() == c10::cuda::CaptureStatus::None)
    at::cuda::getCurrentCUDAStream().synchronize();
  graph.capture_end();
}

void silentForTheWrapper(Runner &runner) {
  runner.capture([] { launch(at::cuda::getCurrentCUDAStream()); });
  cudaDeviceSynchronize();
}

// Opaque guards of the program may make the stream that they are given current.
struct StreamScope {
  explicit StreamScope(at::cuda::CUDAStream stream);
  ~StreamScope();
};
void silentUnderAGuardOfTheProgram(torch::Tensor x, cudaGraph_t *graph) {
  TORCH_CHECK(x.is_cuda());
  auto stream = at::cuda::getStreamFromPool();
  StreamScope scope(stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  x.zero_();
  cudaStreamEndCapture(stream, graph);
}

// So may what the standard library makes.
void silentForAGuardInAnOptional(torch::Tensor x, cudaGraph_t *graph) {
  TORCH_CHECK(x.is_cuda());
  auto stream = at::cuda::getStreamFromPool();
  std::optional<c10::cuda::CUDAStreamGuard> guard;
  guard.emplace(stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  x.zero_();
  cudaStreamEndCapture(stream, graph);
}
void silentForAGuardOnTheHeap(torch::Tensor x, cudaGraph_t *graph) {
  TORCH_CHECK(x.is_cuda());
  auto stream = at::cuda::getStreamFromPool();
  auto guard = std::make_unique<c10::cuda::CUDAStreamGuard>(stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  x.zero_();
  cudaStreamEndCapture(stream, graph);
}

// An event that was never recorded is none of the driver's.
void silentForAnEventThatWasNeverRecorded(at::cuda::CUDAGraph &graph) {
  at::cuda::CUDAEvent event;
  graph.capture_begin();
  event.query();
  graph.capture_end();
}

// Each thread has a current stream of its own.
void silentInAnotherThread(at::cuda::CUDAGraph &graph, torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
  graph.capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
  std::thread worker([&] { x.cpu(); });
  worker.join();
  graph.capture_end();
}

void silentForEventsThatMove(std::vector<at::cuda::CUDAEvent> &events) {
  at::cuda::CUDAEvent event;
  event.record();
  at::cuda::CUDAEvent moved = std::move(event);
  moved.record();
  events.push_back(std::move(moved));
  moved = at::cuda::CUDAEvent(cudaEventDefault);
  moved.record();
}

void silentForOtherDevices(std::vector<at::cuda::CUDAGraph *> graphs, int n) {
  for (int device = 0; device < n; ++device) {
    at::cuda::CUDAGuard on(device);
    c10::cuda::CUDAStreamGuard guard(at::cuda::getStreamFromPool());
    graphs[device]->capture_begin();
    launch(at::cuda::getCurrentCUDAStream(device));
    graphs[device]->capture_end();
  }
}

void silentForAConditionalBody(at::cuda::CUDAGraph &graph, const torch::Tensor &p) {
  auto stream = at::cuda::getStreamFromPool();
  c10::cuda::CUDAStreamGuard guard(stream);
  graph.capture_begin();
  graph.begin_capture_to_if_node(p);
  cudaMemsetAsync(nullptr, 0, 4, at::cuda::getCurrentCUDAStream());
  graph.end_capture_to_conditional_node();
  graph.capture_end();
}

// Which of its streams is that of the device is not known.
void silentForAGuardOfSeveralStreams(c10::cuda::CUDAStream a, c10::cuda::CUDAStream b, cudaGraph_t *graph, float *d) {
  c10::cuda::CUDAStreamGuard outer(a);
  auto error = cudaStreamBeginCapture(a.stream(), cudaStreamCaptureModeRelaxed);
  if (error != cudaSuccess)
    return;
  {
    c10::cuda::CUDAMultiStreamGuard guard({b});
    cudaMemsetAsync(d, 0, 4, at::cuda::getCurrentCUDAStream());
    cudaStreamSynchronize(at::cuda::getCurrentCUDAStream());
  }
  error = cudaStreamEndCapture(a.stream(), graph);
  if (error != cudaSuccess)
    return;
}

namespace other {
struct CUDAGraph {
  void capture_begin();
  void capture_end();
};
} // namespace other
void silentForANamesake(other::CUDAGraph &graph) {
  graph.capture_begin();
  cudaDeviceSynchronize();
  graph.capture_end();
}
