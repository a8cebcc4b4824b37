// flags: -DALONE
// Compiled alone, as it updates graphs.
#include "cases.h"
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <deque>
#include <future>
#include <random>
#include <ranges>
#include <string>

namespace hosts {

__global__ void relu(float *x, int n);
__global__ void dropout(float *x, int n, unsigned long long seed, float p);
__global__ void dropoutFrom(float *x, int n, const unsigned long long *seed, float p);

// host-callback --------------------------------------------------------------
namespace completion {
struct Completion {
  std::promise<void> promise;
  cudaEvent_t event;
  void *staging;
};
// violation [promise]: the callback tidies up
std::future<void> notify(cudaStream_t s, void *staging, cudaEvent_t event) {
  auto *c = new Completion{{}, event, staging};
  auto future = c->promise.get_future();
  cudaLaunchHostFunc(
      s,
      [](void *p) {
        std::unique_ptr<Completion> c(static_cast<Completion *>(p));
        cudaFreeHost(c->staging); // expect: host-callback
        c->promise.set_value();
      },
      c);
  return future;
}
// legal: the waiter does
std::future<void> notifyOnly(cudaStream_t s, void *staging, cudaEvent_t event) {
  auto *c = new Completion{{}, event, staging};
  auto future = c->promise.get_future();
  cudaLaunchHostFunc(
      s,
      [](void *p) {
        std::unique_ptr<Completion> c(static_cast<Completion *>(p));
        c->promise.set_value();
      },
      c);
  return std::async(std::launch::deferred, [future = std::move(future), staging]() mutable {
    future.wait();
    cudaFreeHost(staging);
  });
}
} // namespace completion

namespace chain {
// violation [recursion]: a callback enqueues the next chunk, and itself
struct Transfer {
  const char *source;
  char *target;
  size_t left, chunk;
  cudaStream_t stream;
  static void CUDART_CB next(cudaStream_t stream, cudaError_t status, void *data) {
    auto *t = static_cast<Transfer *>(data);
    if (status != cudaSuccess || !t->left) {
      delete t;
      return;
    }
    size_t n = std::min(t->left, t->chunk);
    cudaMemcpyAsync(t->target, t->source, n, cudaMemcpyHostToDevice, stream); // expect: host-callback
    t->left -= n;
    cudaStreamAddCallback(stream, next, t, 0); // expect: host-callback
  }
};
void transfer(Transfer *t) { CHECK_CUDA(cudaStreamAddCallback(t->stream, Transfer::next, t, 0)); }
// legal: the chunks are enqueued at once
void transferAll(Transfer *t) {
  while (t->left) {
    size_t n = std::min(t->left, t->chunk);
    CHECK_CUDA(cudaMemcpyAsync(t->target, t->source, n, cudaMemcpyHostToDevice, t->stream));
    t->left -= n;
  }
  auto finish = [](void *data) { delete static_cast<Transfer *>(data); };
  CHECK_CUDA(cudaLaunchHostFunc(t->stream, finish, t));
}
} // namespace chain

namespace userobject {
struct DeviceBuffer {
  float *p = nullptr;
  explicit DeviceBuffer(size_t n) { CHECK_CUDA(cudaMalloc(&p, n)); }
  ~DeviceBuffer() { cudaFree(p); }
};
struct HostBuffer {
  std::vector<float> data;
};
// violation [user object]: a graph keeps a device buffer alive, whose destructor frees
template <typename T> void keepAlive(cudaGraph_t graph, T *object) {
  cudaUserObject_t handle;
  CHECK_CUDA(cudaUserObjectCreate(&handle, object, [](void *p) { delete static_cast<T *>(p); }, 1, cudaUserObjectNoDestructorSync)); // expect: host-callback
  CHECK_CUDA(cudaGraphRetainUserObject(graph, handle, 1, cudaGraphUserObjectMove));
}
void keepDevice(cudaGraph_t graph) { keepAlive(graph, new DeviceBuffer(4096)); }
// legal: it keeps host memory alive
void keepHost(cudaGraph_t graph) { keepAlive(graph, new HostBuffer{std::vector<float>(64)}); }
} // namespace userobject

namespace trampoline {
class HostTask {
public:
  template <typename F> static void enqueue(cudaStream_t s, F f) {
    auto task = std::make_unique<F>(std::move(f));
    CHECK_CUDA(cudaLaunchHostFunc(s, &HostTask::run<F>, task.release()));
  }

private:
  template <typename F> static void CUDART_CB run(void *data) {
    std::unique_ptr<F> task(static_cast<F *>(data));
    (*task)();
  }
};
class Pool {
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;

public:
  void post(std::function<void()> f) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      queue_.push_back(std::move(f));
    }
    changed_.notify_one();
  }
  void work() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [&] { return !queue_.empty(); });
      auto f = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      f();
    }
  }
};
// violation [trampoline]: a task of the host asks how much memory is left
void logMemory(cudaStream_t s, const char *what) {
  HostTask::enqueue(s, [what] {
    size_t free, total;
    if (cudaMemGetInfo(&free, &total) == cudaSuccess) // miss: host-callback (which questions are permitted is documented for none of them)
      std::printf("%s: %zu of %zu\n", what, free, total);
  });
}
// legal: it posts to a pool of threads that does
void logMemoryLater(cudaStream_t s, const char *what, Pool &pool) {
  HostTask::enqueue(s, [what, &pool] {
    pool.post([what] {
      size_t free, total;
      if (cudaMemGetInfo(&free, &total) == cudaSuccess)
        std::printf("%s: %zu of %zu\n", what, free, total);
    });
  });
}
// violation [host node]: the function of a node launches a graph
struct Relaunch {
  cudaGraphExec_t exec;
  cudaStream_t stream;
  int left;
};
static void relaunch(void *data) {
  auto &r = *static_cast<Relaunch *>(data);
  if (r.left-- > 0)
    cudaGraphLaunch(r.exec, r.stream); // expect: host-callback
}
void addRelaunch(cudaGraph_t g, Relaunch *r) {
  const cudaHostNodeParams params{.fn = relaunch, .userData = r};
  cudaGraphNode_t node;
  CHECK_CUDA(cudaGraphAddHostNode(&node, g, nullptr, 0, &params));
}
// legal: it counts, and the host launches
static void count(void *data) { static_cast<Relaunch *>(data)->left--; }
void addCount(cudaGraph_t g, Relaunch *r) {
  const cudaHostNodeParams params{.fn = count, .userData = r};
  cudaGraphNode_t node;
  CHECK_CUDA(cudaGraphAddHostNode(&node, g, nullptr, 0, &params));
  for (; r->left > 0;) {
    CHECK_CUDA(cudaGraphLaunch(r->exec, r->stream));
    CHECK_CUDA(cudaStreamSynchronize(r->stream));
  }
}
// violation [shared_ptr]: the last owner is the callback
struct Tensor {
  float *p;
  ~Tensor() { cudaFree(p); }
};
void keepTensor(cudaStream_t s, std::shared_ptr<Tensor> t) {
  cudaLaunchHostFunc(s, [](void *p) { delete static_cast<std::shared_ptr<Tensor> *>(p); }, new std::shared_ptr<Tensor>(std::move(t))); // miss: host-callback (whether it is the last owner is not known)
}
// legal: it hands the owner back
struct Graveyard {
  std::mutex mutex;
  std::vector<std::shared_ptr<Tensor>> dead;
};
static Graveyard graveyard;
void buryTensor(cudaStream_t s, std::shared_ptr<Tensor> t) {
  cudaLaunchHostFunc(
      s,
      [](void *p) {
        std::unique_ptr<std::shared_ptr<Tensor>> owner(static_cast<std::shared_ptr<Tensor> *>(p));
        std::lock_guard<std::mutex> lock(graveyard.mutex);
        graveyard.dead.push_back(std::move(*owner));
      },
      new std::shared_ptr<Tensor>(std::move(t)));
}
} // namespace trampoline

// host-effect ------------------------------------------------------------------
namespace dropouts {
class Dropout {
  std::mt19937_64 rng_{42};
  float p_ = 0.1f;
  unsigned long long *deviceSeed_ = nullptr;

public:
  void forward(float *x, int n, cudaStream_t s) {
    const auto seed = rng_();
    dropout<<<(n + 255) / 256, 256, 0, s>>>(x, n, seed, p_);
  }
  void forwardFrom(float *x, int n, cudaStream_t s) { dropoutFrom<<<(n + 255) / 256, 256, 0, s>>>(x, n, deviceSeed_, p_); }
  void refresh(unsigned long long *pinned, cudaStream_t s) {
    *pinned = rng_();
    CHECK_CUDA(cudaMemcpyAsync(deviceSeed_, pinned, sizeof(*pinned), cudaMemcpyHostToDevice, s));
  }
};
struct Block {
  Dropout attention, mlp;
  void forward(float *x, int n, cudaStream_t s) {
    relu<<<4, 256, 0, s>>>(x, n);
    attention.forward(x, n, s);
  }
  void forwardFrom(float *x, int n, cudaStream_t s) {
    relu<<<4, 256, 0, s>>>(x, n);
    attention.forwardFrom(x, n, s);
  }
};
// violation [layers]: a block of a network draws its seed
void train(std::vector<Block> &blocks, float *x, int n, cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  for (auto &block : blocks)
    block.forward(x, n, s); // expect: host-effect
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 100; ++i)
    CHECK_CUDA(cudaGraphLaunch(exec, s));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}
// legal: it reads the seed from memory
void trainFrom(std::vector<Block> &blocks, float *x, int n, unsigned long long *pinned, cudaStream_t s) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  for (auto &block : blocks)
    block.forwardFrom(x, n, s);
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 100; ++i) {
    for (auto &block : blocks)
      block.attention.refresh(pinned, s);
    CHECK_CUDA(cudaGraphLaunch(exec, s));
    CHECK_CUDA(cudaStreamSynchronize(s));
  }
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}
// violation [C launch]: the seed is one of the arguments' addresses
void captureArguments(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  std::random_device device;
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  unsigned long long seed = device();
  float p = 0.5f;
  void *args[] = {&x, &n, &seed, &p};
  CHECK_CUDA(cudaLaunchKernel(reinterpret_cast<const void *>(dropout), 4, 256, args, 0, s)); // expect: host-effect
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: a constant
void captureConstants(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  unsigned long long seed = 42;
  float p = 0.5f;
  void *args[] = {&x, &n, &seed, &p};
  CHECK_CUDA(cudaLaunchKernel(reinterpret_cast<const void *>(dropout), 4, 256, args, 0, s));
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// violation [chrono]: nanoseconds as a seed
static unsigned long long clockNow() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}
void captureTime(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  dropout<<<4, 256, 0, s>>>(x, n, clockNow(), 0.5f); // expect: host-effect
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: how long the capture took
void captureTimed(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  auto begin = clockNow();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  dropout<<<4, 256, 0, s>>>(x, n, 1, 0.5f);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
  std::printf("%llu ns\n", clockNow() - begin);
}
// violation [random crop]: an offset into the data
void captureCrop(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  int offset = std::rand() % (n - 224);
  relu<<<4, 256, 0, s>>>(x + offset, 224); // miss: host-effect (an address that is computed of it counts as an address)
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the graph is made for this crop, and launched once
void captureCropOnce(float *x, int n, cudaStream_t s) {
  cudaGraph_t g;
  cudaGraphExec_t exec;
  int offset = std::rand() % (n - 224);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  relu<<<4, 256, 0, s>>>(x + offset, 224);
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&exec, g, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(g));
}
// violation [config launch]: through cudaLaunchKernelEx
void captureEx(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  cudaLaunchConfig_t config{.gridDim = 4, .blockDim = 256, .dynamicSmemBytes = 0, .stream = s};
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK_CUDA(cudaLaunchKernelEx(&config, dropout, x, n, (unsigned long long)std::time(nullptr), 0.5f)); // expect: host-effect
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the graph is updated at each step
void stepUpdated(float *x, int n, cudaStream_t s, cudaGraphExec_t exec) {
  cudaGraph_t g;
  cudaLaunchConfig_t config{.gridDim = 4, .blockDim = 256, .dynamicSmemBytes = 0, .stream = s};
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK_CUDA(cudaLaunchKernelEx(&config, dropout, x, n, (unsigned long long)std::time(nullptr), 0.5f));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  cudaGraphExecUpdateResultInfo info;
  CHECK_CUDA(cudaGraphExecUpdate(exec, g, &info));
  CHECK_CUDA(cudaGraphLaunch(exec, s));
  CHECK_CUDA(cudaGraphDestroy(g));
}
} // namespace dropouts

// unsupported-operation ----------------------------------------------------------
namespace pipeline {
struct Stage {
  int device;
  float *in;
  cudaStream_t stream;
};
static cudaError_t hand(const Stage &from, const Stage &to, size_t n) {
  if (from.device == to.device)
    return cudaMemcpyAsync(to.in, from.in, n, cudaMemcpyDeviceToDevice, from.stream);
  return cudaMemcpyPeerAsync(to.in, to.device, from.in, from.device, n, from.stream);
}
// violation [pipeline]: a stage hands on to another device
void captureStage(const Stage &a, const Stage &b, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(a.stream, cudaStreamCaptureModeRelaxed));
  relu<<<4, 256, 0, a.stream>>>(a.in, 1024);
  CHECK_CUDA(hand(a, b, 4096)); // expect: unsupported-operation
  CHECK_CUDA(cudaStreamEndCapture(a.stream, g));
}
// legal: to the same one
void captureSameDevice(const Stage &a, float *out, cudaGraph_t *g) {
  Stage b{.device = a.device, .in = out, .stream = a.stream};
  CHECK_CUDA(cudaStreamBeginCapture(a.stream, cudaStreamCaptureModeRelaxed));
  relu<<<4, 256, 0, a.stream>>>(a.in, 1024);
  CHECK_CUDA(hand(a, b, 4096));
  CHECK_CUDA(cudaStreamEndCapture(a.stream, g));
}

// violation [graph cache]: a part captures itself when it is first used
class Part {
  cudaGraphExec_t exec_ = nullptr;

public:
  void run(float *x, cudaStream_t s) {
    if (!exec_) {
      cudaGraph_t graph;
      CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
      relu<<<4, 256, 0, s>>>(x, 1024);
      CHECK_CUDA(cudaStreamEndCapture(s, &graph));
      CHECK_CUDA(cudaGraphInstantiate(&exec_, graph, 0));
      cudaGraphDestroy(graph);
    }
    CHECK_CUDA(cudaGraphLaunch(exec_, s));
  }
};
void captureWhole(Part &part, float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  part.run(x, s); // expect: unsupported-operation
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: it runs behind the capture
void captureWholeBehind(float *x, cudaStream_t s, cudaGraph_t *g) {
  Part part;
  part.run(x, s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
  part.run(x, s);
}

// violation [graph cache]: it has been used before, and launches its graph
void captureWholeWarm(float *x, cudaStream_t s, cudaGraph_t *g) {
  Part part;
  part.run(x, s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  part.run(x, s); // expect: unsupported-operation
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: it runs before the capture
void captureWholeBefore(float *x, cudaStream_t s, cudaGraph_t *g) {
  Part part;
  part.run(x, s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [managed memory]: a buffer attaches itself to the stream that uses it
struct Managed {
  float *p = nullptr;
  cudaStream_t owner = nullptr;
  void use(cudaStream_t s) {
    if (owner != s) {
      CHECK_CUDA(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
      owner = s;
    }
  }
};
void captureManaged(Managed &m, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  m.use(s); // expect: unsupported-operation
  relu<<<4, 256, 0, s>>>(m.p, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: it is attached already
void captureAttached(Managed &m, cudaStream_t s, cudaGraph_t *g) {
  m.use(s);
  CHECK_CUDA(cudaStreamSynchronize(s));
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  m.use(s);
  relu<<<4, 256, 0, s>>>(m.p, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [guard]: a guard that switches to the device of the stream
class DeviceOf {
  int before_;

public:
  explicit DeviceOf(cudaStream_t s) {
    CHECK_CUDA(cudaGetDevice(&before_));
    int device;
    CHECK_CUDA(cudaStreamGetDevice(s, &device));
    CHECK_CUDA(cudaSetDevice(device));
  }
  ~DeviceOf() { cudaSetDevice(before_); }
};
void captureGuarded(float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  {
    DeviceOf guard(s); // expect: unsupported-operation
    relu<<<4, 256, 0, s>>>(x, 1024);
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: around the capture
void captureInGuard(float *x, cudaStream_t s, cudaGraph_t *g) {
  DeviceOf guard(s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [retry]: a failed body goes on to the next attempt
static cudaError_t launchBody(float *x, int n, cudaStream_t s) {
  if (n <= 0)
    return cudaErrorInvalidValue;
  relu<<<4, 256, 0, s>>>(x, n);
  return cudaSuccess;
}
bool captureRetrying(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  for (int attempt = 0; attempt < 3; ++attempt, n /= 2) {
    CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); // expect: unsupported-operation
    if (launchBody(x, n, s) != cudaSuccess)
      continue;
    CHECK_CUDA(cudaStreamEndCapture(s, g));
    return true;
  }
  return false;
}
// legal: it is ended first
bool captureRetryingEnded(float *x, int n, cudaStream_t s, cudaGraph_t *g) {
  for (int attempt = 0; attempt < 3; ++attempt, n /= 2) {
    CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    cudaError_t status = launchBody(x, n, s);
    CHECK_CUDA(cudaStreamEndCapture(s, g));
    if (status != cudaSuccess) {
      cudaGraphDestroy(*g);
      continue;
    }
    return true;
  }
  return false;
}

// violation [assignment]: a wrapper's stream is replaced while it captures
class Stream {
  cudaStream_t s_ = nullptr;

public:
  Stream() { CHECK_CUDA(cudaStreamCreate(&s_)); }
  ~Stream() { reset(); }
  Stream(Stream &&o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
  Stream &operator=(Stream &&o) noexcept {
    if (this != &o) {
      reset();
      s_ = std::exchange(o.s_, nullptr);
    }
    return *this;
  }
  void reset() {
    if (s_)
      cudaStreamDestroy(s_);
    s_ = nullptr;
  }
  cudaStream_t get() const { return s_; }
};
struct Worker {
  Stream stream;
  float *x;
  void recover() { stream = Stream(); }
  void captureRecovering(cudaGraph_t *g) {
    cudaStream_t s = stream.get();
    CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    relu<<<4, 256, 0, s>>>(x, 1024);
    recover(); // expect: unsupported-operation
    CHECK_CUDA(cudaStreamEndCapture(s, g)); // expect: use-after-destroy
  }
  // legal: after the end
  void captureThenRecover(cudaGraph_t *g) {
    cudaStream_t s = stream.get();
    CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    relu<<<4, 256, 0, s>>>(x, 1024);
    CHECK_CUDA(cudaStreamEndCapture(s, g));
    recover();
  }
};
} // namespace pipeline

// mode-leak ------------------------------------------------------------------------
namespace modes {
template <typename T, typename E> struct Expected {
  bool ok;
  T value{};
  E error{};
};
// violation [result type]: an error is returned in between
Expected<void *, cudaError_t> allocate(size_t n) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  if (auto e = cudaThreadExchangeStreamCaptureMode(&mode); e != cudaSuccess) // expect: mode-leak
    return {.ok = false, .error = e};
  void *p = nullptr;
  if (auto e = cudaMalloc(&p, n); e != cudaSuccess)
    return {.ok = false, .error = e};
  if (auto e = cudaThreadExchangeStreamCaptureMode(&mode); e != cudaSuccess)
    return {.ok = false, .error = e};
  return {.ok = true, .value = p};
}
// legal: put back first
Expected<void *, cudaError_t> allocateAndRestore(size_t n) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  if (auto e = cudaThreadExchangeStreamCaptureMode(&mode); e != cudaSuccess)
    return {.ok = false, .error = e};
  void *p = nullptr;
  auto status = cudaMalloc(&p, n);
  if (auto e = cudaThreadExchangeStreamCaptureMode(&mode); e != cudaSuccess)
    return {.ok = false, .error = e};
  if (status != cudaSuccess)
    return {.ok = false, .error = status};
  return {.ok = true, .value = p};
}
// violation [correlated condition]: only while capturing, and only on success
void *allocateMaybe(cudaStream_t s, size_t n) {
  cudaStreamCaptureStatus status;
  if (cudaStreamIsCapturing(s, &status) != cudaSuccess)
    return nullptr;
  const bool capturing = status == cudaStreamCaptureStatusActive;
  auto mode = cudaStreamCaptureModeRelaxed;
  if (capturing)
    cudaThreadExchangeStreamCaptureMode(&mode); // miss: mode-leak (a condition on the exchange may mean the same as another one on the restoration)
  void *p = nullptr;
  if (cudaMalloc(&p, n) != cudaSuccess)
    return nullptr;
  if (capturing)
    cudaThreadExchangeStreamCaptureMode(&mode);
  return p;
}
// legal: only while capturing
void *allocateWhenever(cudaStream_t s, size_t n) {
  cudaStreamCaptureStatus status;
  if (cudaStreamIsCapturing(s, &status) != cudaSuccess)
    return nullptr;
  const bool capturing = status == cudaStreamCaptureStatusActive;
  auto mode = cudaStreamCaptureModeRelaxed;
  if (capturing)
    cudaThreadExchangeStreamCaptureMode(&mode);
  void *p = nullptr;
  cudaError_t e = cudaMalloc(&p, n);
  if (capturing)
    cudaThreadExchangeStreamCaptureMode(&mode);
  return e == cudaSuccess ? p : nullptr;
}
// violation [cleanup flag]: the flag is set too late
#define TRY(call)                                                              \
  do {                                                                         \
    if ((err = (call)) != cudaSuccess)                                         \
      goto fail;                                                               \
  } while (0)
int setUp(void **a, void **b) {
  cudaError_t err = cudaSuccess;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  int exchanged = 0;
  TRY(cudaThreadExchangeStreamCaptureMode(&mode)); // expect: mode-leak
  TRY(cudaMalloc(a, 64));
  exchanged = 1;
  TRY(cudaMallocHost(b, 64));
fail:
  if (exchanged)
    cudaThreadExchangeStreamCaptureMode(&mode);
  return err == cudaSuccess ? 0 : -1;
}
// legal: at once
int setUpFlagged(void **a, void **b) {
  cudaError_t err = cudaSuccess;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  int exchanged = 0;
  TRY(cudaThreadExchangeStreamCaptureMode(&mode));
  exchanged = 1;
  TRY(cudaMalloc(a, 64));
  TRY(cudaMallocHost(b, 64));
fail:
  if (exchanged)
    cudaThreadExchangeStreamCaptureMode(&mode);
  return err == cudaSuccess ? 0 : -1;
}
// violation [scope guard]: dismissed on success
template <typename F> class OnFailure {
  F f_;
  bool active_ = true;

public:
  explicit OnFailure(F f) : f_(std::move(f)) {}
  ~OnFailure() {
    if (active_)
      f_();
  }
  void dismiss() { active_ = false; }
};
bool guarded(void **p) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode); // expect: mode-leak
  OnFailure restore([&] { cudaThreadExchangeStreamCaptureMode(&mode); });
  if (cudaMalloc(p, 64) != cudaSuccess)
    return false;
  restore.dismiss();
  return true;
}
// legal: never
bool guardedAlways(void **p) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  OnFailure restore([&] { cudaThreadExchangeStreamCaptureMode(&mode); });
  return cudaMalloc(p, 64) == cudaSuccess;
}
// legal: a worker that sets its mode once, and one of two that is told to
void worker(std::deque<std::function<void()>> &queue, bool strict) {
  cudaStreamCaptureMode mode = strict ? cudaStreamCaptureModeGlobal : cudaStreamCaptureModeThreadLocal;
  cudaThreadExchangeStreamCaptureMode(&mode);
  while (!queue.empty()) {
    queue.front()();
    queue.pop_front();
  }
}
// legal: the outer one restores whatever it was
bool twice(void **p, void **q) {
  cudaStreamCaptureMode outer = cudaStreamCaptureModeThreadLocal;
  cudaThreadExchangeStreamCaptureMode(&outer);
  cudaStreamCaptureMode inner = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&inner);
  bool ok = cudaMalloc(p, 64) == cudaSuccess;
  if (ok)
    cudaThreadExchangeStreamCaptureMode(&inner);
  ok = ok && cudaMalloc(q, 64) == cudaSuccess;
  cudaThreadExchangeStreamCaptureMode(&outer);
  return ok;
}
} // namespace modes

} // namespace hosts
