// RUN: %tidy %all-checks %s -- %cuda-flags -std=c++20 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Code that runs in another thread: std::thread, std::jthread, std::async,
// pthread_create.
#include <atomic>
#include <cstdlib>
#include <cuda_runtime.h>
#include <functional>
#include <future>
#include <pthread.h>
#include <thread>
#include <utility>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
void unseen();
void handToPool(std::function<void()> task);
extern bool running;

//===--- A Global capture of another thread ---===//

void firesIfJoinedInTheRegion(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+3]]:25: warning: call to 'cudaMalloc' while 's' is capturing in global mode in another thread; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+1]]:15: note: 'firesIfJoinedInTheRegion' starts a thread that runs 'lambda' here
  std::thread t([&] { { cudaMalloc(&p, 16); } });
  // CHECK: note: begin the capture with cudaStreamCaptureModeThreadLocal, or exchange the mode
  t.join();
  cudaStreamEndCapture(s, g);
}
void silentIfTheCaptureIsThreadLocal(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kThreadLocal);
  std::thread t([&] { cudaMalloc(&p, 16); });
  t.join();
  cudaStreamEndCapture(s, g);
}
void silentIfTheCaptureIsRelaxed(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  std::thread t([&] { cudaMalloc(&p, 16); });
  t.join();
  cudaStreamEndCapture(s, g);
}
void silentIfTheModeIsNotKnown(cudaStream_t s, cudaGraph_t *g, void *p, cudaStreamCaptureMode m) {
  cudaStreamBeginCapture(s, m);
  std::thread t([&] { cudaMalloc(&p, 16); });
  t.join();
  cudaStreamEndCapture(s, g);
}
// When it runs is not known, and nothing keeps the two apart.
void firesIfJoinedBehindTheEnd(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:23: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  std::thread t([&] { cudaMalloc(&p, 16); });
  cudaStreamEndCapture(s, g);
  t.join();
}
void firesIfDetached(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t([=] {
    void *q = p;
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&q, 16);
  });
  t.detach();
  // CHECK: :[[#@LINE+1]]:21: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  std::thread([=] { cudaFree(p); }).detach();
  cudaStreamEndCapture(s, g);
}
void firesIfStartedBefore(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:23: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  std::thread t([&] { cudaMalloc(&p, 16); });
  cudaStreamBeginCapture(s, kGlobal);
  t.join();
  cudaStreamEndCapture(s, g);
}
void firesIfJoinedInAnotherCapture(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:23: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  std::thread t([&] { cudaMalloc(&p, 16); });
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, kThreadLocal);
  t.join();
  cudaStreamEndCapture(s, g);
}
void firesIfJoinedInTheNextRound(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  std::thread t;
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kGlobal);
    if (t.joinable())
      t.join();
    // CHECK: :[[#@LINE+1]]:27: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
    t = std::thread([&] { cudaMalloc(&p, 16); });
    cudaStreamEndCapture(s, g);
  }
  t.join();
}
void mayJoin(std::thread &t);
void firesWhoeverJoins(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:23: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  std::thread t([&] { cudaMalloc(&p, 16); });
  mayJoin(t);
  cudaStreamEndCapture(s, g);
}

static void release(void *p) { cudaFree(p); }
void firesForAFunction(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:15: warning: thread that runs 'release' reaches 'cudaFree' while 's' is capturing in global mode in another thread{{.*}} [cuda-capture-unsafe-call]
  std::thread t(release, p);
  t.join();
  cudaStreamEndCapture(s, g);
}
void firesForAPointerToAFunction(cudaStream_t s, cudaGraph_t *g, void *p) {
  void (*f)(void *) = &release;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:15: warning: thread that runs 'release' reaches 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
  std::thread t{f, p};
  t.join();
  cudaStreamEndCapture(s, g);
}
void firesForAStdFunction(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::function<void()> task = [=] {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
  };
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t(task);
  t.join();
  cudaStreamEndCapture(s, g);
}
struct Engine {
  cudaStream_t stream;
  cudaGraph_t graph;
  void *data;
  std::thread worker;
  std::vector<std::thread> workers;
  void grow(size_t n) { cudaMalloc(&data, n); }
  void firesForAMember() {
    cudaStreamBeginCapture(stream, kGlobal);
    // CHECK: :[[#@LINE+1]]:17: warning: thread that runs 'Engine::grow' reaches 'cudaMalloc' while 'stream' is capturing in global mode in another thread{{.*}} [cuda-capture-unsafe-call]
    std::thread t(&Engine::grow, this, 16);
    t.join();
    cudaStreamEndCapture(stream, &graph);
  }
  void firesForAThreadInAMember() {
    cudaStreamBeginCapture(stream, kGlobal);
    // CHECK: :[[#@LINE+1]]:35: warning: call to 'Engine::grow' reaches 'cudaMalloc'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
    worker = std::thread([this] { grow(16); });
    worker.join();
    cudaStreamEndCapture(stream, &graph);
  }
  void firesForAThreadThatStays() {
    cudaStreamBeginCapture(stream, kGlobal);
    // CHECK: :[[#@LINE+1]]:35: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
    worker = std::thread([this] { grow(16); });
    cudaStreamEndCapture(stream, &graph);
  }
  void firesForAWorker() {
    worker = std::thread([this] {
      while (running)
        // CHECK: :[[#@LINE+1]]:9: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
        grow(16);
    });
    cudaStreamBeginCapture(stream, kGlobal);
    kernel<<<1, 1, 0, stream>>>();
    cudaStreamEndCapture(stream, &graph);
    worker.join();
  }
};
void firesForAReference(Engine &e) {
  cudaStreamBeginCapture(e.stream, kGlobal);
  // CHECK: :[[#@LINE+1]]:15: warning: thread that runs 'Engine::grow'{{.*}} [cuda-capture-unsafe-call]
  std::thread t(&Engine::grow, std::ref(e), 16);
  t.join();
  cudaStreamEndCapture(e.stream, &e.graph);
}

void firesForAContainer(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  std::vector<std::thread> threads;
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i)
    // CHECK: :[[#@LINE+1]]:35: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
    threads.emplace_back([p, i] { cudaFree(p); });
  for (std::thread &t : threads)
    t.join();
  cudaStreamEndCapture(s, g);
}
void firesForAContainerThatIsPushedTo(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::vector<std::thread> threads;
  threads.reserve(2);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:39: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
  threads.push_back(std::thread([=] { cudaFree(p); }));
  // CHECK: :[[#@LINE+1]]:23: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
  std::thread t([=] { cudaFree(p); });
  threads.push_back(std::move(t));
  for (size_t i = 0; i < threads.size(); ++i)
    threads[i].join();
  cudaStreamEndCapture(s, g);
}
void firesForAnArray(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread threads[2];
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < 2; ++i)
    // CHECK: :[[#@LINE+1]]:36: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
    threads[i] = std::thread([=] { cudaFree(p); });
  for (auto &t : threads)
    t.join();
  cudaStreamEndCapture(s, g);
}
void firesForAContainerThatIsJoinedLater(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  std::vector<std::thread> threads;
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < n; ++i)
    // CHECK: :[[#@LINE+1]]:32: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
    threads.emplace_back([=] { cudaFree(p); });
  cudaStreamEndCapture(s, g);
  for (std::thread &t : threads)
    t.join();
}
void firesForAThreadThatIsMoved(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:23: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
  std::thread t([=] { cudaFree(p); });
  std::thread u(std::move(t));
  u.join();
  cudaStreamEndCapture(s, g);
}
void firesForAPointerToAThread(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:39: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
  auto *t = new std::thread([=] { { { cudaFree(p); } } });
  t->join();
  delete t;
  cudaStreamEndCapture(s, g);
}

//===--- std::jthread ---===//

void firesForAJoiningThread(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  {
    // CHECK: :[[#@LINE+1]]:26: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
    std::jthread t([=] { cudaFree(p); });
  }
  cudaStreamEndCapture(s, g);
}
void firesForAStopToken(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  {
    // CHECK: :[[#@LINE+1]]:56: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
    std::jthread t([](std::stop_token stop, void *q) { cudaFree(q); }, p);
  }
  cudaStreamEndCapture(s, g);
}
void firesForAJoiningThreadThatOutlives(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:24: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  std::jthread t([=] { cudaFree(p); });
  cudaStreamEndCapture(s, g);
}
struct Pool {
  std::vector<std::jthread> threads;
};
void firesForAJoiningThreadThatIsGivenAway(Pool &pool, cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  {
    // CHECK: :[[#@LINE+1]]:26: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
    std::jthread t([=] { cudaFree(p); });
    pool.threads.push_back(std::move(t));
  }
  cudaStreamEndCapture(s, g);
}

//===--- std::async ---===//

void firesForAFuture(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:56: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
  auto done = std::async(std::launch::async, [=] { { { cudaFree(p); } } });
  done.get();
  cudaStreamEndCapture(s, g);
}
void firesForAFutureThatIsWaitedFor(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::future<void> done;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:10: warning: thread that runs 'release'{{.*}} [cuda-capture-unsafe-call]
  done = std::async(std::launch::async, release, p);
  done.wait();
  cudaStreamEndCapture(s, g);
}
// The destructor of the future waits.
void firesForAFutureThatNobodyKeeps(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: thread that runs 'release'{{.*}} [cuda-capture-unsafe-call]
  std::async(std::launch::async, release, p);
  cudaStreamEndCapture(s, g);
}
void firesForAFutureThatOutlives(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:15: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  auto done = std::async(std::launch::async, release, p);
  cudaStreamEndCapture(s, g);
  done.get();
}
void silentIfItMayBeDeferred(cudaStream_t s, cudaGraph_t *g, void *p, std::launch policy) {
  cudaStreamBeginCapture(s, kGlobal);
  auto a = std::async(release, p);
  auto b = std::async(policy, release, p);
  auto c = std::async(std::launch::async | std::launch::deferred, release, p);
  auto d = std::async(std::launch::deferred, release, p);
  a.get();
  cudaStreamEndCapture(s, g);
}
void firesForAPromise(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::promise<void> done;
  std::future<void> future = done.get_future();
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t([=, &done] {
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
    cudaFree(p);
    done.set_value();
  });
  t.detach();
  cudaStreamEndCapture(s, g);
  future.get();
}
void silentForAPool(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  handToPool([=] { cudaFree(p); });
  cudaStreamEndCapture(s, g);
}

//===--- Threads of C ---===//

static void *releaseForC(void *p) {
  cudaFree(p);
  return nullptr;
}
void firesForAThreadOfC(cudaStream_t s, cudaGraph_t *g, void *p) {
  pthread_t t;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: thread that runs 'releaseForC' reaches 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
  pthread_create(&t, nullptr, releaseForC, p);
  pthread_join(t, nullptr);
  cudaStreamEndCapture(s, g);
}
void firesForThreadsOfC(cudaStream_t s, cudaGraph_t *g, void *p) {
  pthread_t t[4];
  cudaStreamBeginCapture(s, kGlobal);
  for (int i = 0; i < 4; ++i)
    // CHECK: :[[#@LINE+1]]:9: warning: thread that runs 'releaseForC'{{.*}} [cuda-capture-unsafe-call]
    if (pthread_create(&t[i], nullptr, &releaseForC, p) != 0)
      exit(1);
  for (int i = 0; i < 4; ++i)
    pthread_join(t[i], nullptr);
  cudaStreamEndCapture(s, g);
}
void firesForAThreadOfCThatIsJoinedLater(cudaStream_t s, cudaGraph_t *g, void *p) {
  pthread_t t;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  pthread_create(&t, nullptr, releaseForC, p);
  cudaStreamEndCapture(s, g);
  pthread_join(t, nullptr);
}

//===--- The thread's mode ---===//

void silentIfTheThreadExchangesItsMode(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t([=] {
    cudaStreamCaptureMode mode = kThreadLocal;
    cudaThreadExchangeStreamCaptureMode(&mode);
    cudaFree(p);
  });
  t.join();
  cudaStreamEndCapture(s, g);
}
void firesIfTheOtherThreadExchangesItsMode(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t([=] {
    cudaStreamCaptureMode mode = kRelaxed;
    cudaThreadExchangeStreamCaptureMode(&mode);
  });
  t.join();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}
void firesIfOnlyTheStarterIsRelaxed(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamCaptureMode mode = kRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStreamBeginCapture(s, kGlobal);
  cudaFree(p);
  // CHECK: :[[#@LINE+1]]:23: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
  std::thread t([=] { cudaFree(p); });
  t.join();
  cudaFree(p);
  cudaStreamEndCapture(s, g);
  cudaThreadExchangeStreamCaptureMode(&mode);
}

//===--- What touches the capture itself ---===//

void silentForWorkOnTheCapturingStream(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t([=] { kernel<<<1, 1, 0, s>>>(); });
  t.join();
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
void silentForWorkElsewhere(cudaStream_t s, cudaStream_t other, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t([=] {
    kernel<<<1, 1, 0, other>>>();
    kernel<<<1, 1>>>();
  });
  t.join();
  cudaStreamEndCapture(s, g);
}
void firesForAWaitForTheCapturingStream(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:23: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode in another thread{{.*}} [cuda-capture-synchronization]
  std::thread t([=] { cudaStreamSynchronize(s); });
  t.join();
  cudaStreamEndCapture(s, g);
}
void silentForAWaitBehindTheCapture(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  std::thread t([=] {
    unseen();
    cudaStreamSynchronize(s);
  });
  cudaStreamEndCapture(s, g);
  t.join();
}
// A device that has a capturing stream must not be waited for, whichever thread
// waits, and whatever the mode.
void firesForTheDevice(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kThreadLocal);
  // CHECK: :[[#@LINE+1]]:23: warning: call to 'cudaDeviceSynchronize' while 's' is capturing in thread-local mode in another thread{{.*}} [cuda-capture-synchronization]
  std::thread t([=] { cudaDeviceSynchronize(); });
  t.join();
  cudaStreamEndCapture(s, g);
}

//===--- What the starter knows meanwhile ---===//

void silentWhileTheOtherMayStillDestroy(cudaStream_t s, cudaEvent_t e) {
  std::thread t([=] {
    unseen();
    cudaEventDestroy(e);
  });
  cudaEventRecord(e, s);
  t.join();
}
void silentForATest(cudaStream_t s, cudaGraph_t *g, void *p, bool stop) {
  std::thread t([&] {
    while (!stop)
      cudaFree(p);
  });
  if (stop)
    return;
  t.join();
}
void firesBesideAThread(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread t([=] {
    while (true)
      unseen();
  });
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
  t.join();
}
void firesForACaptureOfAThreadThatRuns(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread t([=] {
    cudaStreamBeginCapture(s, kGlobal);
    kernel<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, g);
  });
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  t.join();
}
void firesInANestedThread(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t([=] {
    // CHECK: :[[#@LINE+1]]:29: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
    std::thread inner([=] { cudaFree(p); });
    inner.join();
  });
  t.join();
  cudaStreamEndCapture(s, g);
}
void silentIfANestedThreadIsNotJoined(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  std::thread t([=] {
    std::thread inner([=] { cudaFree(p); });
    inner.detach();
  });
  t.join();
  cudaStreamEndCapture(s, g);
}

//===--- Objects that own threads ---===//

struct Worker {
  void *p;
  std::atomic<bool> stop{false};
  std::thread thread;
  Worker(void *p) : p(p), thread([this] { loop(); }) {}
  ~Worker() {
    stop = true;
    thread.join();
  }
  void loop() {
    while (!stop)
      cudaFree(p);
  }
};
void firesForAWorkerAroundTheRegion(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:10: warning: {{.*}} may be capturing in global mode in another thread; if the two meet, the runtime rejects it with {{.*}} [cuda-capture-unsafe-call]
  Worker worker(p);
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
void firesForAWorkerInTheRegion(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  {
    // CHECK: :[[#@LINE+1]]:12: warning: call to 'Worker::Worker' reaches 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
    Worker worker(p);
  }
  cudaStreamEndCapture(s, g);
}
static void joinAll(std::vector<std::thread> &threads) {
  for (std::thread &t : threads)
    t.join();
}
void firesIfAHelperJoins(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::vector<std::thread> threads;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:30: warning: call to 'cudaFree'{{.*}} in another thread{{.*}} [cuda-capture-unsafe-call]
  threads.emplace_back([=] { cudaFree(p); });
  joinAll(threads);
  cudaStreamEndCapture(s, g);
}
