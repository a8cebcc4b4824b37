#include "cases.h"
#include <condition_variable>
#include <list>
#include <span>
#include <string>
#include <unordered_map>

namespace allocators {

__global__ void relu(float *x, int n);

// A workspace that grows; warm-up, then capture -------------------------------
namespace warmup {
class Workspace {
  void *data_ = nullptr;
  size_t size_ = 0;

public:
  ~Workspace() { cudaFree(data_); }
  void *get(size_t size) {
    if (size > size_) {
      if (data_)
        CHECK_CUDA(cudaFree(data_));
      CHECK_CUDA(cudaMalloc(&data_, size));
      size_ = size;
    }
    return data_;
  }
};
struct Attention {
  int heads, dim;
  size_t bytes(int tokens) const { return size_t(heads) * dim * tokens * 4; }
  void forward(Workspace &w, int tokens, cudaStream_t s) const {
    auto *scratch = static_cast<float *>(w.get(bytes(tokens)));
    relu<<<tokens, 128, 0, s>>>(scratch, dim);
  }
};
struct Model {
  Attention attention{8, 64};
  Workspace workspace;
  cudaStream_t stream;

  // violation [warm-up]: the warm-up is smaller than what is captured
  cudaGraph_t captureColder(int tokens) {
    attention.forward(workspace, 1, stream);
    CHECK_CUDA(cudaStreamSynchronize(stream));
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    attention.forward(workspace, tokens, stream); // expect: unsafe-call
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    return graph;
  }
  // legal: the warm-up has made room
  cudaGraph_t captureWarm(int tokens) {
    attention.forward(workspace, tokens, stream);
    CHECK_CUDA(cudaStreamSynchronize(stream));
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    attention.forward(workspace, tokens, stream);
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    return graph;
  }
  // legal: both rounds of a loop, of which the second captures
  cudaGraph_t captureSecondRound(int tokens) {
    cudaGraph_t graph = nullptr;
    for (bool capturing : {false, true}) {
      if (capturing)
        CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
      attention.forward(workspace, tokens, stream);
      if (capturing)
        CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
      else
        CHECK_CUDA(cudaStreamSynchronize(stream));
    }
    return graph;
  }
};
} // namespace warmup

// A caching allocator ------------------------------------------------------------
namespace allocator {
class ModeGuard {
  cudaStreamCaptureMode mode_;

public:
  explicit ModeGuard(cudaStreamCaptureMode mode) : mode_(mode) { CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode_)); }
  ~ModeGuard() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  ModeGuard(const ModeGuard &) = delete;
};
struct Block {
  void *ptr;
  size_t size;
};
class CachingAllocator {
  std::multimap<size_t, Block> free_;
  std::unordered_map<void *, Block> live_;
  std::mutex mutex_;

  void trim() {
    for (auto &[size, block] : free_)
      cudaFree(block.ptr);
    free_.clear();
  }
  cudaError_t raw(void **p, size_t size) {
    cudaError_t status = cudaMalloc(p, size);
    if (status == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      trim();
      status = cudaMalloc(p, size);
    }
    return status;
  }

public:
  void *allocate(size_t size) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto it = free_.lower_bound(size);
    Block block;
    if (it != free_.end()) {
      block = it->second;
      free_.erase(it);
    } else {
      block.size = size;
      if (raw(&block.ptr, size) != cudaSuccess)
        throw std::bad_alloc();
    }
    live_[block.ptr] = block;
    return block.ptr;
  }
  void *allocateAlways(size_t size) {
    ModeGuard relaxed(cudaStreamCaptureModeRelaxed);
    return allocate(size);
  }
  void release(void *p) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto it = live_.find(p);
    free_.emplace(it->second.size, it->second);
    live_.erase(it);
  }
};
// violation [caching allocator]: a miss of the cache allocates
void captureAllocating(CachingAllocator &a, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  auto *x = static_cast<float *>(a.allocate(4096)); // expect: unsafe-call
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
  a.release(x);
}
// legal: with the mode exchanged
void captureRelaxed(CachingAllocator &a, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  auto *x = static_cast<float *>(a.allocateAlways(4096));
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
  a.release(x);
}

// violation [mode exchange]: ThreadLocal permits nothing to the thread that captures
void exchangedLocal(void **p, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  {
    ModeGuard local(cudaStreamCaptureModeThreadLocal);
    CHECK_CUDA(cudaMalloc(p, 64)); // expect: unsafe-call
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: it does to another thread
void exchangedLocalThread(void **p, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  std::thread helper([p] {
    ModeGuard local(cudaStreamCaptureModeThreadLocal);
    CHECK_CUDA(cudaMalloc(p, 64));
  });
  helper.join();
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// violation [mode exchange]: the outer guard is Relaxed, the inner one is not
void nestedGuards(void **p, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  {
    ModeGuard relaxed(cudaStreamCaptureModeRelaxed);
    ModeGuard strict(cudaStreamCaptureModeGlobal);
    CHECK_CUDA(cudaMalloc(p, 64)); // expect: unsafe-call
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the inner one is gone
void nestedGuardsGone(void **p, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  {
    ModeGuard relaxed(cudaStreamCaptureModeRelaxed);
    { ModeGuard strict(cudaStreamCaptureModeGlobal); }
    CHECK_CUDA(cudaMalloc(p, 64));
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace allocator

// A loader thread ------------------------------------------------------------------
namespace loader {
struct Batch {
  float *host = nullptr;
  size_t bytes = 0;
};
static void fill(Batch &batch, size_t bytes) {
  if (cudaMallocHost(reinterpret_cast<void **>(&batch.host), bytes) != cudaSuccess)
    std::abort();
  batch.bytes = bytes;
}
// violation [thread]: a loader pins memory beside a Global capture
void trainAndLoad(cudaStream_t s, float *x, cudaGraph_t *g) {
  Batch next;
  std::jthread load([&] { fill(next, 1 << 20); }); // expect: unsafe-call
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the loader has its own mode
void trainAndLoadApart(cudaStream_t s, float *x, cudaGraph_t *g) {
  Batch next;
  std::jthread load([&] {
    cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
    CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
    fill(next, 1 << 20);
  });
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the capture begins when the loader is done
void trainThenLoad(cudaStream_t s, float *x, cudaGraph_t *g) {
  Batch next;
  { std::jthread load([&] { fill(next, 1 << 20); }); }
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  relu<<<4, 256, 0, s>>>(x, 1024);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace loader

// Registered callbacks ---------------------------------------------------------------
namespace hooks {
class Module {
public:
  using Hook = std::function<void(cudaStream_t)>;
  void onForward(Hook hook) { hook_ = std::move(hook); }
  void forward(float *x, cudaStream_t s) {
    relu<<<4, 256, 0, s>>>(x, 1024);
    if (hook_)
      hook_(s);
  }

private:
  Hook hook_;
};
// violation [std::function]: a hook pins its output
void hooked(float *x, float **out, cudaStream_t s, cudaGraph_t *g) {
  Module m;
  m.onForward([out](cudaStream_t) {
    CHECK_CUDA(cudaHostAlloc(reinterpret_cast<void **>(out), 4096, cudaHostAllocDefault)); // expect: unsafe-call
  });
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  m.forward(x, s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the hook is replaced before the capture
void unhooked(float *x, float **out, cudaStream_t s, cudaGraph_t *g) {
  Module m;
  m.onForward([out](cudaStream_t) {
    CHECK_CUDA(cudaHostAlloc(reinterpret_cast<void **>(out), 4096, cudaHostAllocDefault));
  });
  m.forward(x, s);
  m.onForward(nullptr);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  m.forward(x, s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [std::function]: a list of steps is filled and run
void steps(float *x, float **out, cudaStream_t s, cudaGraph_t *g) {
  std::vector<std::function<void()>> work;
  work.push_back([=] { relu<<<4, 256, 0, s>>>(x, 1024); });
  work.push_back([=] { CHECK_CUDA(cudaMalloc(reinterpret_cast<void **>(out), 4096)); }); // miss: unsafe-call (what a vector of callables holds is not known)
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  for (auto &f : work)
    f();
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the second step runs outside
void stepsApart(float *x, float **out, cudaStream_t s, cudaGraph_t *g) {
  std::vector<std::function<void()>> before, work;
  work.push_back([=] { relu<<<4, 256, 0, s>>>(x, 1024); });
  before.push_back([=] { CHECK_CUDA(cudaMalloc(reinterpret_cast<void **>(out), 4096)); });
  for (auto &f : before)
    f();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  for (auto &f : work)
    f();
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace hooks

// Policies -------------------------------------------------------------------------
namespace policies {
struct Synchronous {
  static void *allocate(size_t n, cudaStream_t) {
    void *p = nullptr;
    CHECK_CUDA(cudaMalloc(&p, n));
    return p;
  }
  static void release(void *p, cudaStream_t) { CHECK_CUDA(cudaFree(p)); }
};
struct Ordered {
  static void *allocate(size_t n, cudaStream_t s) {
    void *p = nullptr;
    CHECK_CUDA(cudaMallocAsync(&p, n, s));
    return p;
  }
  static void release(void *p, cudaStream_t s) { CHECK_CUDA(cudaFreeAsync(p, s)); }
};
struct FromPool {
  static inline cudaMemPool_t pool = nullptr;
  static void *allocate(size_t n, cudaStream_t s) {
    void *p = nullptr;
    CHECK_CUDA(cudaMallocFromPoolAsync(&p, n, pool, s));
    return p;
  }
  static void release(void *p, cudaStream_t s) { CHECK_CUDA(cudaFreeAsync(p, s)); }
};
template <typename P>
concept Policy = requires(cudaStream_t s, void *p) {
  { P::allocate(size_t{}, s) } -> std::same_as<void *>;
  P::release(p, s);
};
template <Policy P> class Scratch {
  cudaStream_t stream_;
  void *p_;

public:
  Scratch(size_t n, cudaStream_t s) : stream_(s), p_(P::allocate(n, s)) {}
  ~Scratch() { P::release(p_, stream_); }
  Scratch(const Scratch &) = delete;
  float *data() const { return static_cast<float *>(p_); }
};
template <Policy P> void forward(float *x, cudaStream_t s) {
  Scratch<P> scratch(4096, s);
  relu<<<4, 256, 0, s>>>(scratch.data(), 1024);
  relu<<<4, 256, 0, s>>>(x, 1024);
}
// violation [template]: the policy allocates and frees at once
void captureSynchronous(float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  forward<Synchronous>(x, s); // expect: unsafe-call
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: in the order of the stream
void captureOrdered(float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  forward<Ordered>(x, s);
  forward<FromPool>(x, s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace policies

// Owners with deleters ----------------------------------------------------------------
namespace deleters {
struct DeviceFree {
  void operator()(float *p) const noexcept { cudaFree(p); }
};
struct ExecDestroy {
  void operator()(cudaGraphExec_t e) const noexcept { cudaGraphExecDestroy(e); }
};
using Buffer = std::unique_ptr<float[], DeviceFree>;
using Exec = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, ExecDestroy>;
static Buffer makeBuffer(size_t n) {
  float *p = nullptr;
  if (cudaMalloc(&p, n * sizeof(float)) != cudaSuccess)
    throw std::bad_alloc();
  return Buffer(p);
}
class Graphs {
  Exec exec_;
  cudaStream_t stream_;

public:
  // violation [unique_ptr]: the old graph goes while the new one is captured
  void replace(float *x) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
    exec_.reset(); // miss: unsafe-call (whether an owner from outside owns anything is not known)
    relu<<<4, 256, 0, stream_>>>(x, 1024);
    CHECK_CUDA(cudaStreamEndCapture(stream_, &graph));
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    exec_.reset(exec);
    cudaGraphDestroy(graph);
  }
  // legal: it goes when the new one is there
  void replaceAfter(float *x) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
    relu<<<4, 256, 0, stream_>>>(x, 1024);
    CHECK_CUDA(cudaStreamEndCapture(stream_, &graph));
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    exec_.reset(exec);
    cudaGraphDestroy(graph);
  }
};
// violation [unique_ptr]: a temporary buffer of a helper dies in the capture
static void normalise(float *x, size_t n, cudaStream_t s) {
  Buffer sums = makeBuffer(n);
  relu<<<4, 256, 0, s>>>(sums.get(), n);
  relu<<<4, 256, 0, s>>>(x, n);
}
void captureTemporary(float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  normalise(x, 64, s); // expect: unsafe-call
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the buffer is the caller's
static void normaliseInto(float *x, size_t n, const Buffer &sums, cudaStream_t s) {
  relu<<<4, 256, 0, s>>>(sums.get(), n);
  relu<<<4, 256, 0, s>>>(x, n);
}
void captureOwned(float *x, Buffer &sums, cudaStream_t s, cudaGraph_t *g) {
  if (!sums)
    sums = makeBuffer(64);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  normaliseInto(x, 64, sums, s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace deleters

// Retries ------------------------------------------------------------------------------
namespace retry {
struct Session {
  cudaStream_t stream;
  void *scratch = nullptr;
  size_t bytes = 1 << 20;
  bool grow() {
    cudaFree(scratch);
    scratch = nullptr;
    bytes *= 2;
    return cudaMalloc(&scratch, bytes) == cudaSuccess;
  }
  cudaError_t body(float *x) {
    cudaMemsetAsync(scratch, 0, bytes, stream);
    relu<<<4, 256, 0, stream>>>(x, 1024);
    return cudaGetLastError();
  }
};
// violation [retry]: the body fails, and room is made before the end
cudaGraph_t retryInside(Session &s, float *x) {
  cudaGraph_t graph = nullptr;
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (cudaStreamBeginCapture(s.stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
      return nullptr;
    cudaError_t status = s.body(x);
    if (s.bytes < size_t(1) << (20 + attempt))
      s.grow(); // expect: unsafe-call
    cudaError_t end = cudaStreamEndCapture(s.stream, &graph);
    if (status == cudaSuccess && end == cudaSuccess)
      return graph;
    cudaGetLastError();
  }
  return nullptr;
}
// legal: behind it
cudaGraph_t retryOutside(Session &s, float *x) {
  cudaGraph_t graph = nullptr;
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (cudaStreamBeginCapture(s.stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
      return nullptr;
    cudaError_t status = s.body(x);
    cudaError_t end = cudaStreamEndCapture(s.stream, &graph);
    if (status == cudaSuccess && end == cudaSuccess)
      return graph;
    cudaGetLastError();
    if (!s.grow())
      break;
  }
  return nullptr;
}
} // namespace retry

// Lazily made singletons ---------------------------------------------------------------
namespace lazy {
struct DeviceContext {
  int *flags = nullptr;
  cudaStream_t side = nullptr;
  static DeviceContext &instance() {
    static DeviceContext context;
    return context;
  }
  int *deviceFlags() {
    std::call_once(once_, [this] { CHECK_CUDA(cudaMalloc(reinterpret_cast<void **>(&flags), 64)); });
    return flags;
  }

private:
  std::once_flag once_;
  DeviceContext() = default;
};
__global__ void spin(float *x, int *flags);
// violation [singleton]: the first use is in the capture
void firstUse(float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  spin<<<1, 32, 0, s>>>(x, DeviceContext::instance().deviceFlags()); // expect: unsafe-call
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the first use is in front
void warmUse(float *x, cudaStream_t s, cudaGraph_t *g) {
  auto &context = DeviceContext::instance();
  context.deviceFlags();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  spin<<<1, 32, 0, s>>>(x, context.deviceFlags());
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// violation [singleton]: a lazy table of the thread
static int *tableOfThread() {
  static thread_local int *table = nullptr;
  if (!table)
    CHECK_CUDA(cudaMallocManaged(reinterpret_cast<void **>(&table), 64));
  return table;
}
void firstTable(float *x, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  spin<<<1, 32, 0, s>>>(x, tableOfThread()); // expect: unsafe-call
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: made before
void warmTable(float *x, cudaStream_t s, cudaGraph_t *g) {
  (void)tableOfThread();
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  spin<<<1, 32, 0, s>>>(x, tableOfThread());
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace lazy

// Memory by name ---------------------------------------------------------------
namespace named {
class Arena {
  struct Entry {
    void *memory = nullptr;
    size_t bytes = 0;
  };
  std::unordered_map<std::string, Entry> entries_;

  void *add(const std::string &name, size_t bytes) {
    void *memory = nullptr;
    if (cudaMalloc(&memory, bytes) != cudaSuccess)
      return nullptr;
    entries_[name] = {memory, bytes};
    return memory;
  }

public:
  void *get(const std::string &name, size_t bytes) {
    auto it = entries_.find(name);
    if (it != entries_.end()) {
      if (it->second.bytes >= bytes)
        return it->second.memory;
      CHECK_CUDA(cudaFree(it->second.memory));
      entries_.erase(it);
    }
    return add(name, bytes);
  }
  float *scratch(int device) {
    auto [it, isNew] = buffers_.try_emplace(device, nullptr);
    if (isNew)
      CHECK_CUDA(cudaMalloc(reinterpret_cast<void **>(&it->second), 4096));
    return it->second;
  }

private:
  std::map<int, float *> buffers_;
};
struct Layer {
  Arena &arena;
  void forward(int tokens, cudaStream_t s) {
    relu<<<tokens, 128, 0, s>>>(static_cast<float *>(arena.get("hidden", size_t(tokens) * 256)), tokens);
  }
};
// violation [memory by name]: the warm-up is smaller, so the block is replaced in the capture
void colderArena(Layer &layer, cudaStream_t s, cudaGraph_t *g) {
  layer.forward(1, s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  layer.forward(32, s); // expect: unsafe-call
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: the name has a block of that size
void warmArena(Layer &layer, cudaStream_t s, cudaGraph_t *g) {
  layer.forward(32, s);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  layer.forward(32, s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// violation [insertion]: the first insertion is in the capture
void firstScratch(Arena &arena, cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  relu<<<1, 128, 0, s>>>(arena.scratch(0), 128); // expect: unsafe-call
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: a warm-up has inserted it
void warmScratch(Arena &arena, cudaStream_t s, cudaGraph_t *g) {
  relu<<<1, 128, 0, s>>>(arena.scratch(0), 128);
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  relu<<<1, 128, 0, s>>>(arena.scratch(0), 128);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
} // namespace named

} // namespace allocators
