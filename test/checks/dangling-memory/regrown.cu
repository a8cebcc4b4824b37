// RUN: %lint-cu
// Containers whose elements move elsewhere while a graph refers to them.
#include <cuda_runtime.h>
#include <memory>
#include <utility>
#include <vector>

struct Kept {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  std::vector<float> host;
  std::unique_ptr<float[]> numbers;
};
static cudaGraphExec_t end(cudaStream_t s) {
  cudaGraph_t graph;
  cudaStreamEndCapture(s, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  return exec;
}
static void begin(cudaStream_t s) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
}
static void launch(cudaGraphExec_t exec, cudaStream_t s) {
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(exec);
}

//===--- A vector that grows ---===//

void firesIfItGrows(cudaStream_t s, float *d) {
  std::vector<float> host(4);
  begin(s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'host', which is released before the graph is launched; the graph silently uses whatever is there then [cuda-capture-dangling-memory]
  // CHECK: :[[#@LINE+3]]:3: note: the memory is released here
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host.push_back(1);
  launch(exec, s);
}
void firesIfItGrowsInPlace(cudaStream_t s, float *d) {
  std::vector<float> host{1, 2, 3, 4};
  begin(s);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &host[0], 16, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host.emplace_back(1);
  launch(exec, s);
}
void firesIfItIsResized(cudaStream_t s, float *d) {
  std::vector<float> host(4);
  begin(s);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host.resize(400);
  launch(exec, s);
}
void firesIfAnotherIsAssigned(cudaStream_t s, float *d, int n) {
  std::vector<float> host(4);
  begin(s);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host = std::vector<float>(n);
  launch(exec, s);
}
void silentIfItGrowsBefore(cudaStream_t s, float *d) {
  std::vector<float> host(4);
  host.push_back(1);
  begin(s);
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  launch(end(s), s);
}
void silentIfItGrowsBehind(cudaStream_t s, float *d) {
  std::vector<float> host(4);
  begin(s);
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  launch(end(s), s);
  host.push_back(1);
}
void silentIfThereIsRoom(cudaStream_t s, float *d) {
  std::vector<float> host(4);
  host.reserve(100);
  begin(s);
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host.push_back(1);
  launch(exec, s);
}
void reserves(std::vector<float> &host);
void silentIfThereMayBeRoom(cudaStream_t s, float *d) {
  std::vector<float> host(4), other(4), third, fourth(4);
  reserves(host);
  other.pop_back();
  third.push_back(1);
  fourth.push_back(1);
  begin(s);
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(d, other.data(), 16, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(d, third.data(), 4, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(d, fourth.data(), 4, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host.push_back(1);
  other.push_back(1);
  third.push_back(1);
  fourth.push_back(1);
  launch(exec, s);
}
void silentIfItIsCleared(cudaStream_t s, float *d) {
  std::vector<float> host(4);
  begin(s);
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host.clear();
  host.push_back(1);
  launch(exec, s);
}
void silentIfItShrinks(cudaStream_t s, float *d, int n) {
  std::vector<float> host(4), other(n);
  begin(s);
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(d, other.data(), 16, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host.resize(2);
  other.resize(10);
  launch(exec, s);
}
void silentIfItIsFilled(cudaStream_t s, float *d, const std::vector<float> &from) {
  std::vector<float> host(4);
  begin(s);
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host = from;
  for (float &f : host)
    f = 1;
  host[0] = 2;
  launch(exec, s);
}
void silentIfItIsSwapped(cudaStream_t s, float *d, Kept &kept) {
  std::vector<float> host(4), other(4);
  begin(s);
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(d, other.data(), 16, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &kept.graph);
  kept.host.swap(host);
  std::swap(kept.host, other);
}
void silentIfItIsMoved(cudaStream_t s, float *d, Kept &kept) {
  std::vector<float> host(4);
  begin(s);
  cudaMemcpyAsync(d, host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &kept.graph);
  kept.host = std::move(host);
}

//===--- A pointer that owns numbers ---===//

void firesIfItIsInABlock(cudaStream_t s, float *d) {
  begin(s);
  {
    auto host = std::make_unique<float[]>(4);
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} [cuda-capture-dangling-memory]
    cudaMemcpyAsync(d, host.get(), 16, cudaMemcpyHostToDevice, s);
  }
  launch(end(s), s);
}
void firesIfItIsReset(cudaStream_t s, float *d) {
  auto host = std::make_unique<float[]>(4);
  begin(s);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, host.get(), 16, cudaMemcpyHostToDevice, s);
  cudaGraphExec_t exec = end(s);
  host.reset();
  launch(exec, s);
}
void firesIfTheGraphIsKept(cudaStream_t s, float *d, Kept &kept) {
  std::unique_ptr<float> host(new float);
  begin(s);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, host.get(), 4, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &kept.graph);
}
void silentIfItLives(cudaStream_t s, float *d) {
  auto host = std::make_unique<float[]>(4);
  begin(s);
  cudaMemcpyAsync(d, host.get(), 16, cudaMemcpyHostToDevice, s);
  launch(end(s), s);
}
void silentIfItIsKept(cudaStream_t s, float *d, Kept &kept) {
  auto host = std::make_unique<float[]>(4);
  begin(s);
  cudaMemcpyAsync(d, host.get(), 16, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &kept.graph);
  kept.numbers = std::move(host);
}
void silentIfItIsReleased(cudaStream_t s, float *d, Kept &kept) {
  auto host = std::make_unique<float[]>(4);
  begin(s);
  cudaMemcpyAsync(d, host.get(), 16, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &kept.graph);
  host.release();
}
struct BackToPool {
  void operator()(float *p) const;
};
void silentIfAPoolGetsIt(cudaStream_t s, float *d, Kept &kept, float *p) {
  std::unique_ptr<float[], BackToPool> host(p);
  begin(s);
  cudaMemcpyAsync(d, host.get(), 16, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &kept.graph);
}
void silentForAMember(cudaStream_t s, float *d, Kept &kept) {
  begin(s);
  cudaMemcpyAsync(d, kept.numbers.get(), 16, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(d, kept.host.data(), 16, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &kept.graph);
}
std::shared_ptr<float> shared();
void silentIfItIsShared(cudaStream_t s, float *d, Kept &kept) {
  std::shared_ptr<float> host = shared();
  begin(s);
  cudaMemcpyAsync(d, host.get(), 4, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &kept.graph);
}
