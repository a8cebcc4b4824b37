// RUN: %tidy %all-checks %s -- %cuda-flags -std=c++20 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// Threads that nothing keeps apart: one captures in global mode, another one
// makes a call that such a capture prohibits.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cuda_runtime.h>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <semaphore>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
__global__ void kernel();
void unseen();
std::mutex mutex;
std::condition_variable changed;
bool ready, enabled;
std::atomic<bool> stop{false}, go{false};

static void capture(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
static void captureHere(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kThreadLocal);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}

//===--- A thread beside a capture ---===//

void firesForALoader(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+3]]:28: warning: call to 'cudaMalloc' while 's' may be capturing in global mode in another thread; if the two meet, the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-unsafe-call]
  // CHECK: note: capture of 's' begins here
  // CHECK: note: begin the capture with cudaStreamCaptureModeThreadLocal
  std::thread loader([&] { cudaMalloc(&p, 16); });
  capture(s, g);
  loader.join();
}
void silentForALocalCapture(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] { cudaMalloc(&p, 16); });
  captureHere(s, g);
  loader.join();
}
void silentIfJoinedBefore(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] { cudaMalloc(&p, 16); });
  loader.join();
  capture(s, g);
}
void silentIfJoinedBeforeIfItRuns(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader;
  if (p)
    loader = std::thread([&] { cudaMalloc(&p, 16); });
  if (loader.joinable())
    loader.join();
  capture(s, g);
}
void silentIfTheScopeJoins(cudaStream_t s, cudaGraph_t *g, void *p) {
  {
    std::jthread loader([&] { cudaMalloc(&p, 16); });
  }
  capture(s, g);
}
void silentIfStartedAfter(cudaStream_t s, cudaGraph_t *g, void *p) {
  capture(s, g);
  std::thread loader([&] { cudaMalloc(&p, 16); });
  loader.join();
}
void silentForWork(cudaStream_t s, cudaStream_t other, cudaGraph_t *g, void *p) {
  std::thread worker([=] {
    kernel<<<1, 1, 0, other>>>();
    cudaMemsetAsync(p, 0, 16, other);
  });
  capture(s, g);
  worker.join();
}
void silentIfTheThreadRelaxes(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
    cudaThreadExchangeStreamCaptureMode(&mode);
    cudaMalloc(&p, 16);
  });
  capture(s, g);
  loader.join();
}

//===--- What a thread does before ---===//

void firesAfterWhatNeverWaits(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  std::thread loader([&, n] {
    std::printf("loading %d\n", n);
    std::vector<int> host(n);
    host.push_back(n);
    for (int i = 0; i < n; ++i)
      host[i] = i;
    if (n > 1)
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaMalloc' while 's' may be capturing {{.*}} [cuda-capture-unsafe-call]
      cudaMalloc(&p, n);
  });
  capture(s, g);
  loader.join();
}
void firesInALoopThatIsStopped(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread worker([=] {
    while (!stop) {
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaFree' while 's' may be capturing {{.*}} [cuda-capture-unsafe-call]
      cudaFree(p);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  capture(s, g);
  stop = true;
  worker.join();
}
void silentUnderALock(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    std::lock_guard<std::mutex> lock(mutex);
    cudaMalloc(&p, 16);
  });
  {
    std::lock_guard<std::mutex> lock(mutex);
    capture(s, g);
  }
  loader.join();
}
void silentUnderALockOfC(cudaStream_t s, cudaGraph_t *g, void *p, pthread_mutex_t *m) {
  std::thread loader([&] {
    pthread_mutex_lock(m);
    cudaMalloc(&p, 16);
    pthread_mutex_unlock(m);
  });
  pthread_mutex_lock(m);
  capture(s, g);
  pthread_mutex_unlock(m);
  loader.join();
}
struct Guard {
  Guard() { mutex.lock(); }
  ~Guard() { mutex.unlock(); }
};
void silentUnderALockOfOnesOwn(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    Guard guard;
    cudaMalloc(&p, 16);
  });
  {
    Guard guard;
    capture(s, g);
  }
  loader.join();
}
void silentIfItIsToldToGo(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return ready; });
    cudaMalloc(&p, 16);
  });
  capture(s, g);
  {
    std::lock_guard<std::mutex> lock(mutex);
    ready = true;
  }
  changed.notify_one();
  loader.join();
}
void silentIfItSpins(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    while (!go.load())
      ;
    cudaMalloc(&p, 16);
  });
  std::thread another([&] {
    while (!go)
      kernel<<<1, 1>>>();
    cudaMalloc(&p, 16);
  });
  std::thread third([&] {
    do {
    } while (!ready);
    cudaMalloc(&p, 16);
  });
  capture(s, g);
  go = true;
  ready = true;
  loader.join();
  another.join();
  third.join();
}
void silentIfItAsks(cudaStream_t s, cudaGraph_t *g, void *p, bool wanted) {
  std::thread loader([&] {
    if (enabled)
      cudaMalloc(&p, 16);
  });
  std::thread another([&] {
    if (wanted)
      cudaMalloc(&p, 16);
  });
  std::thread third([&] {
    while (!stop)
      if (go)
        cudaMalloc(&p, 16);
  });
  capture(s, g);
  wanted = enabled = true;
  go = true;
  loader.join();
  another.join();
  third.join();
}
void silentIfItWaitsForAPromise(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::promise<void> captured;
  std::thread loader([&] {
    captured.get_future().wait();
    cudaMalloc(&p, 16);
  });
  capture(s, g);
  captured.set_value();
  loader.join();
}
void silentIfItWaitsForASemaphore(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::binary_semaphore captured{0};
  std::latch done{1};
  std::thread loader([&] {
    captured.acquire();
    cudaMalloc(&p, 16);
  });
  std::thread another([&] {
    done.wait();
    cudaMalloc(&p, 16);
  });
  capture(s, g);
  captured.release();
  done.count_down();
  loader.join();
  another.join();
}
void silentIfItReads(cudaStream_t s, cudaGraph_t *g, void *p, int pipe) {
  std::thread loader([&] {
    char c;
    read(pipe, &c, 1);
    cudaMalloc(&p, 16);
  });
  capture(s, g);
  loader.join();
}
void silentIfItCallsWhatCannotBeSeen(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    unseen();
    cudaMalloc(&p, 16);
  });
  capture(s, g);
  loader.join();
}
void silentIfItSleeps(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    std::this_thread::sleep_for(std::chrono::seconds(10));
    cudaMalloc(&p, 16);
  });
  capture(s, g);
  loader.join();
}

//===--- What the starter does before ---===//

void firesAfterOtherCalls(cudaStream_t s, cudaGraph_t *g, void *p, int n) {
  // CHECK: :[[#@LINE+1]]:28: warning: call to 'cudaMalloc' while 's' may be capturing {{.*}} [cuda-capture-unsafe-call]
  std::thread loader([&] { cudaMalloc(&p, 16); });
  cudaEvent_t e;
  cudaEventCreate(&e);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1, 0, s>>>();
  cudaStreamSynchronize(s);
  capture(s, g);
  loader.join();
}
void silentIfItIsToldThatTheThreadIsReady(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::promise<void> loaded;
  std::thread loader([&] {
    cudaMalloc(&p, 16);
    loaded.set_value();
    unseen();
  });
  loaded.get_future().get();
  capture(s, g);
  loader.join();
}
void silentIfItWaitsSometimes(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    cudaMalloc(&p, 16);
    ready = true;
    changed.notify_all();
  });
  if (!ready) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock);
  }
  capture(s, g);
  loader.join();
}
void silentIfItSpinsBefore(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    cudaMalloc(&p, 16);
    go = true;
  });
  while (!go)
    std::this_thread::yield();
  while (!go.load(std::memory_order_acquire)) {
  }
  capture(s, g);
  loader.join();
}
void silentBehindWhatCannotBeSeen(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] { cudaMalloc(&p, 16); });
  unseen();
  capture(s, g);
  loader.join();
}
static void waitForLoader() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [] { return ready; });
}
void silentBehindAHelperThatWaits(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader([&] {
    cudaMalloc(&p, 16);
    ready = true;
    changed.notify_all();
  });
  waitForLoader();
  capture(s, g);
  loader.join();
}
bool mayStart();
void silentIfTheStartIsGuarded(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread loader;
  if (mayStart())
    loader = std::thread([&] { cudaMalloc(&p, 16); });
  capture(s, g);
  if (loader.joinable())
    loader.join();
}

//===--- Started elsewhere ---===//

static std::thread startLoader(void **p) {
  return std::thread([p] { { { cudaMalloc(p, 16); } } });
}
void firesIfAHelperStarts(cudaStream_t s, cudaGraph_t *g, void *p) {
  // CHECK: :[[#@LINE+1]]:24: warning: call to 'startLoader' reaches 'cudaMalloc' while 's' may be capturing {{.*}} [cuda-capture-unsafe-call]
  std::thread loader = startLoader(&p);
  capture(s, g);
  loader.join();
}
struct Prefetcher {
  std::thread thread;
  std::atomic<bool> stop{false};
  void *p = nullptr;
  void start() {
    thread = std::thread([this] {
      while (!stop.load()) {
        cudaMallocHost(&p, 16);
        cudaFreeHost(p);
      }
    });
  }
  ~Prefetcher() {
    stop = true;
    if (thread.joinable())
      thread.join();
  }
};
void firesForAPrefetcher(cudaStream_t s, cudaGraph_t *g) {
  Prefetcher prefetcher;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Prefetcher::start' reaches 'cudaMallocHost' while 's' may be capturing {{.*}} [cuda-capture-unsafe-call]
  prefetcher.start();
  capture(s, g);
}
void silentIfThePrefetcherIsGone(cudaStream_t s, cudaGraph_t *g) {
  {
    Prefetcher prefetcher;
    prefetcher.start();
  }
  capture(s, g);
}
void silentIfNobodyStartsThePrefetcher(cudaStream_t s, cudaGraph_t *g) {
  Prefetcher prefetcher;
  capture(s, g);
}

//===--- A thread that captures ---===//

void firesBesideAThreadThatCaptures(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread capturing([=] { capture(s, g); });
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' may be capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  capturing.join();
}
void silentBeforeAndBehindAThreadThatCaptures(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaMalloc(&p, 16);
  std::thread capturing([=] { capture(s, g); });
  capturing.join();
  cudaFree(p);
}
void firesForTwoThreads(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread capturing([=] { capture(s, g); });
  // CHECK: :[[#@LINE+1]]:31: warning: call to 'cudaFree' while 's' may be capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
  std::thread releasing([=] { cudaFree(p); });
  capturing.join();
  releasing.join();
}
void silentForTwoThreadsOneBehindTheOther(cudaStream_t s, cudaGraph_t *g, void *p) {
  std::thread capturing([=] { capture(s, g); });
  capturing.join();
  std::thread releasing([=] { cudaFree(p); });
  releasing.join();
}
void silentForTwoLocalCaptures(cudaGraph_t *g, cudaStream_t s, void *p) {
  std::thread capturing([=] { captureHere(s, g); });
  std::thread releasing([=] { cudaFree(p); });
  capturing.join();
  releasing.join();
}
void firesForAThreadForEachDevice(cudaGraph_t *graphs, int n) {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i)
    threads.emplace_back([=] {
      cudaSetDevice(i);
      cudaStream_t s;
      cudaStreamCreate(&s);
      void *p;
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaMalloc' while 's' may be capturing in global mode in another thread; {{.*}} [cuda-capture-unsafe-call]
      cudaMalloc(&p, 16);
      capture(s, &graphs[i]);
    });
  for (std::thread &t : threads)
    t.join();
}
void silentForOneThreadAfterTheOther(cudaGraph_t *graphs, int n) {
  for (int i = 0; i < n; ++i) {
    std::thread t([=] {
      cudaStream_t s;
      cudaStreamCreate(&s);
      void *p;
      cudaMalloc(&p, 16);
      capture(s, &graphs[i]);
    });
    t.join();
  }
}
void silentForOneThread(cudaGraph_t *g) {
  std::thread t([=] {
    cudaStream_t s;
    cudaStreamCreate(&s);
    void *p;
    cudaMalloc(&p, 16);
    capture(s, g);
  });
  t.join();
}
void silentForThreadsThatTakeTurns(cudaGraph_t *graphs, int n) {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i)
    threads.emplace_back([=] {
      std::lock_guard<std::mutex> lock(mutex);
      cudaStream_t s;
      cudaStreamCreate(&s);
      void *p;
      cudaMalloc(&p, 16);
      capture(s, &graphs[i]);
    });
  for (std::thread &t : threads)
    t.join();
}
void silentForThreadsWithLocalCaptures(cudaGraph_t *graphs, int n) {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i)
    threads.emplace_back([=] {
      cudaStream_t s;
      cudaStreamCreate(&s);
      void *p;
      cudaMalloc(&p, 16);
      captureHere(s, &graphs[i]);
    });
  for (std::thread &t : threads)
    t.join();
}
static void startAndWait(cudaGraph_t *g) {
  std::thread t([=] {
    cudaStream_t s;
    cudaStreamCreate(&s);
    void *p;
    cudaMalloc(&p, 16);
    capture(s, g);
  });
  t.detach();
  unseen();
}
void silentForAHelperThatWaits(cudaGraph_t *graphs, int n) {
  for (int i = 0; i < n; ++i)
    startAndWait(&graphs[i]);
}
