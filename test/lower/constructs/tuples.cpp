// RUN: %lint-cxx
// Handles that are returned in pairs and tuples.
#include <cuda_runtime.h>
#include <tuple>
#include <utility>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

std::pair<cudaStream_t, cudaEvent_t> makeBoth() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaStreamCreate(&s);
  cudaEventCreate(&e);
  return {s, e};
}

std::tuple<cudaStream_t, int> makeStream(int device) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  return std::make_tuple(s, device);
}

void firesForForkThatIsNotJoined(cudaGraph_t *g) {
  auto [s, e] = makeBoth();
  auto [t, f] = makeBoth();
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaMemsetAsync(nullptr, 0, 16, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}

void silentForForkThatIsJoined(cudaGraph_t *g) {
  auto [s, e] = makeBoth();
  auto both = makeBoth();
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(both.first, e, 0);
  cudaMemsetAsync(nullptr, 0, 16, both.first);
  cudaEventRecord(both.second, both.first);
  cudaStreamWaitEvent(s, std::get<1>(both), 0);
  cudaStreamEndCapture(s, g);
}

void firesForTiedStream(cudaGraph_t *g) {
  cudaStream_t s;
  int device;
  std::tie(s, device) = makeStream(0);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing{{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
}

class Owner {
public:
  explicit Owner(cudaStream_t s) : s_(s) {}
  Owner(Owner &&other) : s_(other.s_) { other.s_ = nullptr; }
  ~Owner() {
    if (s_)
      cudaStreamDestroy(s_);
  }
  cudaStream_t get() const { return s_; }

private:
  cudaStream_t s_;
};

std::pair<Owner, int> makeOwner() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  Owner owner(s);
  return {std::move(owner), 0};
}

void silentForOwnersInPairs(cudaGraph_t *g) {
  std::pair<Owner, int> pair = makeOwner();
  cudaStreamBeginCapture(pair.first.get(), kGlobal);
  cudaStreamEndCapture(pair.first.get(), g);
}
