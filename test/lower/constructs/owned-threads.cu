// RUN: %tidy %all-checks %s -- %cuda-flags -std=c++20 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Threads that smart pointers own, and functions of the API as what a thread runs.
#include <cuda_runtime.h>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
__global__ void kernel();

static void capture(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}

//===--- The API itself ---===//

void firesForAnApi(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:15: warning: {{.*}}'cudaFree'{{.*}} while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  std::thread freeing(cudaFree, p);
  freeing.join();
  cudaStreamEndCapture(s, g);
}
void firesForAnAddress(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:16: warning: {{.*}}'cudaDeviceSynchronize'{{.*}} while 's' is capturing in global mode{{.*}} [cuda-capture-synchronization]
  std::jthread waiting(&cudaDeviceSynchronize);
  waiting.join();
  cudaStreamEndCapture(s, g);
}
void firesForATask(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}'cudaFree'{{.*}} while 's' is capturing in global mode{{.*}} [cuda-capture-unsafe-call]
  auto task = std::async(std::launch::async, cudaFree, p);
  task.wait();
  cudaStreamEndCapture(s, g);
}
void firesBesideACapture(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:15: warning: {{.*}}'cudaFree'{{.*}} while 's' may be capturing in global mode in another thread{{.*}} [cuda-capture-unsafe-call]
  std::thread freeing(cudaFree, p);
  capture(s, g);
  freeing.join();
}
void silentForAnApiBefore(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread freeing(cudaFree, p);
  freeing.join();
  capture(s, g);
}
void silentForAnApiBesideALocalCapture(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kThreadLocal);
  std::thread freeing(cudaFree, p);
  freeing.join();
  cudaStreamEndCapture(s, g);
}
void silentForANeutralApi(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread asking(cudaGetLastError);
  asking.join();
  cudaStreamEndCapture(s, g);
}

//===--- Smart pointers ---===//

void firesForAUniquePointer(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto loader = std::make_unique<std::thread>([&] { cudaMalloc(&p, 16); });
  // CHECK: :[[#@LINE-1]]:53: warning: call to 'cudaMalloc' while 's' may be capturing in global mode in another thread{{.*}} [cuda-capture-unsafe-call]
  capture(s, g);
  loader->join();
}
void firesForANewThread(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::unique_ptr<std::thread> loader(new std::thread([&] { cudaMalloc(&p, 16); }));
  // CHECK: :[[#@LINE-1]]:61: warning: call to 'cudaMalloc' while 's' may be capturing in global mode in another thread{{.*}} [cuda-capture-unsafe-call]
  capture(s, g);
  loader->join();
}
void firesInTheRegion(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:61: warning: call to 'cudaMalloc' while 's' is capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  std::shared_ptr<std::thread> loader(new std::thread([&] { cudaMalloc(&p, 16); }));
  (*loader).join();
  cudaStreamEndCapture(s, g);
}
void firesForAVectorOfPointers(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  std::vector<std::unique_ptr<std::thread>> workers;
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i)
    // CHECK: :[[#@LINE+1]]:59: warning: call to 'cudaMalloc' while 's' is capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
    workers.push_back(std::make_unique<std::thread>([&] { cudaMalloc(&p, 16); }));
  for (auto &worker : workers)
    worker->join();
  cudaStreamEndCapture(s, g);
}
void firesForAVectorOfNewThreads(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::vector<std::unique_ptr<std::thread>> workers;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:46: warning: call to 'cudaMalloc' while 's' is capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  workers.emplace_back(new std::thread([&] { cudaMalloc(&p, 16); }));
  workers[0]->join();
  cudaStreamEndCapture(s, g);
}
void firesForAnOptional(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::optional<std::thread> loader;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:24: warning: call to 'cudaMalloc' while 's' is capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  loader.emplace([&] { cudaMalloc(&p, 16); });
  loader->join();
  cudaStreamEndCapture(s, g);
}

void silentIfJoinedBefore(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto loader = std::make_unique<std::thread>([&] { cudaMalloc(&p, 16); });
  loader->join();
  capture(s, g);
}
void silentIfANewThreadIsJoinedBefore(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::unique_ptr<std::thread> loader(new std::thread([&] { cudaMalloc(&p, 16); }));
  loader->join();
  capture(s, g);
}
void silentIfAssigned(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::unique_ptr<std::thread> loader;
  loader = std::make_unique<std::thread>([&] { cudaMalloc(&p, 16); });
  loader->join();
  capture(s, g);
}
void silentIfReset(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::unique_ptr<std::thread> loader;
  loader.reset(new std::thread([&] { cudaMalloc(&p, 16); }));
  if (loader && loader->joinable())
    loader->join();
  capture(s, g);
}
void silentIfMoved(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto loader = std::make_unique<std::thread>([&] { cudaMalloc(&p, 16); });
  std::unique_ptr<std::thread> other = std::move(loader);
  other->join();
  capture(s, g);
}
void silentIfShared(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto loader = std::make_shared<std::thread>([&] { cudaMalloc(&p, 16); });
  auto other = loader;
  loader->join();
  capture(s, g);
}
void silentIfAllAreJoined(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  std::vector<std::unique_ptr<std::thread>> workers;
  for (int i = 0; i < n; ++i)
    workers.push_back(std::make_unique<std::thread>([&] { cudaMalloc(&p, 16); }));
  for (auto &worker : workers)
    worker->join();
  capture(s, g);
}
void silentIfRawPointersAreJoined(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  std::vector<std::thread *> workers;
  for (int i = 0; i < n; ++i)
    workers.push_back(new std::thread([&] { cudaMalloc(&p, 16); }));
  for (std::thread *worker : workers) {
    worker->join();
    delete worker;
  }
  capture(s, g);
}
void silentIfTheOptionalIsJoined(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::optional<std::thread> loader(std::thread([&] { cudaMalloc(&p, 16); }));
  loader->join();
  capture(s, g);
}
void silentIfTheDestructorJoins(cudaStream_t s, cudaGraph_t *g, void *p) {
  {
    auto loader = std::make_unique<std::jthread>([&] { cudaMalloc(&p, 16); });
  }
  capture(s, g);
}
struct Loader {
  void start(void *p) {
    worker = std::make_unique<std::thread>([p] { cudaFree(p); });
  }
  void stop() {
    if (worker)
      worker->join();
    worker.reset();
  }
  std::unique_ptr<std::thread> worker;
};
void silentForAMember(cudaStream_t s, cudaGraph_t *g, void *p) {
  Loader loader;
  loader.start(p);
  loader.stop();
  capture(s, g);
}
