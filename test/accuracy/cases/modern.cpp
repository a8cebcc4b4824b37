// flags: -std=c++23
#include <cuda.h>
#include <expected>
#include <functional>
#include <hip/hip_runtime_api.h>
#include <memory>
#include <mutex>
#include <random>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace modern {

#define CU(call)                                                               \
  do {                                                                         \
    if (CUresult r_ = (call); r_ != CUDA_SUCCESS) {                            \
      const char *name_ = nullptr;                                             \
      cuGetErrorName(r_, &name_);                                              \
      throw std::runtime_error(name_ ? name_ : "CUDA");                        \
    }                                                                          \
  } while (0)

// A table of functions, as frameworks load them
struct Driver {
  decltype(&cuStreamBeginCapture) streamBeginCapture = cuStreamBeginCapture;
  decltype(&cuStreamEndCapture) streamEndCapture = cuStreamEndCapture;
  decltype(&cuMemAlloc) memAlloc = cuMemAlloc;
  decltype(&cuStreamSynchronize) streamSynchronize = cuStreamSynchronize;
  decltype(&cuMemsetD8Async) memsetAsync = cuMemsetD8Async;
};
static const Driver driver;

// violation [driver API]: waits through a table of functions
void tableWaits(CUstream s, CUdeviceptr p, CUgraph *g) {
  driver.streamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  driver.memsetAsync(p, 0, 64, s);
  driver.streamSynchronize(s); // expect: synchronization
  driver.streamEndCapture(s, g);
}
// legal: after the end
void tableWaitsAfter(CUstream s, CUdeviceptr p, CUgraph *g) {
  driver.streamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  driver.memsetAsync(p, 0, 64, s);
  driver.streamEndCapture(s, g);
  driver.streamSynchronize(s);
}

// Deducing this, and std::expected
struct StreamBase {
  template <typename Self> auto &handle(this Self &self) { return self.stream_; }
  template <typename Self> std::expected<void, CUresult> wait(this Self &self) {
    if (CUresult r = cuStreamSynchronize(self.handle()); r != CUDA_SUCCESS)
      return std::unexpected(r);
    return {};
  }
  template <typename Self> std::expected<CUgraph, CUresult> record(this Self &self, auto &&body) {
    CUgraph graph = nullptr;
    if (CUresult r = cuStreamBeginCapture(self.handle(), CU_STREAM_CAPTURE_MODE_THREAD_LOCAL); r != CUDA_SUCCESS)
      return std::unexpected(r);
    body(self.handle());
    if (CUresult r = cuStreamEndCapture(self.handle(), &graph); r != CUDA_SUCCESS)
      return std::unexpected(r);
    return graph;
  }
};
struct Compute : StreamBase {
  CUstream stream_ = nullptr;
};
// violation [deducing this]: the body waits for its own stream
void deduced(Compute &c, CUdeviceptr p) {
  auto graph = c.record([&](CUstream s) {
    cuMemsetD8Async(p, 0, 64, s);
    (void)c.wait(); // expect: synchronization
  });
  if (graph)
    cuGraphDestroy(*graph);
}
// legal: it is waited for behind it
void deducedAfter(Compute &c, CUdeviceptr p) {
  auto graph = c.record([&](CUstream s) { cuMemsetD8Async(p, 0, 64, s); });
  if (graph)
    cuGraphDestroy(*graph);
  (void)c.wait();
}

// violation [driver API]: a buffer grows in the capture
class Arena {
  CUdeviceptr base_ = 0;
  size_t used_ = 0, size_ = 0;

public:
  CUdeviceptr take(size_t n) {
    if (used_ + n > size_) {
      if (base_)
        CU(cuMemFree(base_));
      size_ = std::max(2 * size_, used_ + n);
      CU(cuMemAlloc(&base_, size_));
    }
    return base_ + std::exchange(used_, used_ + n);
  }
};
void arena(Arena &a, CUstream s, CUgraph *g) {
  CU(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL)); // miss: leak-on-error (what a helper throws is taken for an assertion, whose failure ends the program)
  CUdeviceptr p = a.take(64); // expect: unsafe-call
  cuMemsetD8Async(p, 0, 64, s);
  CU(cuStreamEndCapture(s, g));
}
// legal: taken before
void arenaBefore(Arena &a, CUstream s, CUgraph *g) {
  CUdeviceptr p = a.take(64);
  CU(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  cuMemsetD8Async(p, 0, 64, s);
  CU(cuStreamEndCapture(s, g));
}

// violation [driver API]: a kernel on the null stream
void nullKernel(CUfunction f, void **args, CUstream s, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr); // expect: legacy-stream
  cuStreamEndCapture(s, g);
}
// legal: on the stream
void streamKernel(CUfunction f, void **args, CUstream s, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, s, args, nullptr);
  cuStreamEndCapture(s, g);
}

// violation [driver API]: the context of a stream is asked for
class ContextOf {
public:
  explicit ContextOf(CUstream s) {
    CUcontext c = nullptr;
    cuStreamGetCtx(s, &c);
    cuCtxPushCurrent(c);
  }
  ~ContextOf() {
    CUcontext c;
    cuCtxPopCurrent(&c);
  }
};
void contextInside(CUstream s, CUdeviceptr p, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  {
    ContextOf current(s); // expect: unsupported-operation
    cuMemsetD8Async(p, 0, 64, s);
  }
  cuStreamEndCapture(s, g);
}
// legal: around
void contextAround(CUstream s, CUdeviceptr p, CUgraph *g) {
  ContextOf current(s);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  cuMemsetD8Async(p, 0, 64, s);
  cuStreamEndCapture(s, g);
}

// violation [driver API]: the mode is left behind when room cannot be made
std::expected<CUdeviceptr, CUresult> relaxedAlloc(size_t n) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  cuThreadExchangeStreamCaptureMode(&mode); // expect: mode-leak
  CUdeviceptr p;
  if (CUresult r = cuMemAlloc(&p, n); r != CUDA_SUCCESS)
    return std::unexpected(r);
  cuThreadExchangeStreamCaptureMode(&mode);
  return p;
}
// legal: put back
std::expected<CUdeviceptr, CUresult> relaxedAllocRestored(size_t n) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  cuThreadExchangeStreamCaptureMode(&mode);
  CUdeviceptr p;
  CUresult r = cuMemAlloc(&p, n);
  cuThreadExchangeStreamCaptureMode(&mode);
  if (r != CUDA_SUCCESS)
    return std::unexpected(r);
  return p;
}

// violation [driver API]: a member of the callback's object frees
struct Job {
  CUdeviceptr p;
  std::move_only_function<void()> then;
  void finish() {
    cuMemFree(p);
    then();
  }
};
void enqueueJob(CUstream s, Job *job) {
  cuLaunchHostFunc(s, [](void *data) { static_cast<Job *>(data)->finish(); }, job); // expect: host-callback
}
// legal: it counts
struct Counter {
  int left = 0;
  void finish() { --left; }
};
void enqueueCounter(CUstream s, Counter *counter) {
  cuLaunchHostFunc(s, [](void *data) { static_cast<Counter *>(data)->finish(); }, counter);
}

// violation [driver API]: an event of the upload is waited for in the capture
struct Upload {
  CUstream stream;
  CUevent done;
  void start(CUdeviceptr p, const void *pinned, size_t n) {
    CU(cuMemcpyHtoDAsync(p, pinned, n, stream));
    CU(cuEventRecord(done, stream));
  }
};
void uploadInside(Upload &u, CUdeviceptr p, const void *pinned, CUstream s, CUgraph *g) {
  u.start(p, pinned, 64);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuStreamWaitEvent(s, u.done, CU_EVENT_WAIT_DEFAULT); // expect: isolation
  cuMemsetD8Async(p, 0, 64, s);
  cuStreamEndCapture(s, g);
}
// legal: externally
void uploadExternal(Upload &u, CUdeviceptr p, const void *pinned, CUstream s, CUgraph *g) {
  u.start(p, pinned, 64);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuStreamWaitEvent(s, u.done, CU_EVENT_WAIT_EXTERNAL);
  cuMemsetD8Async(p, 0, 64, s);
  cuStreamEndCapture(s, g);
}

// HIP -----------------------------------------------------------------------
class HipGraph {
  hipStream_t stream_;
  hipGraph_t graph_ = nullptr;

public:
  explicit HipGraph(hipStream_t s) : stream_(s) { (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal); }
  ~HipGraph() { (void)hipStreamEndCapture(stream_, &graph_); }
  hipStream_t stream() const { return stream_; }
};
struct HipBuffer {
  void *p = nullptr;
  size_t n = 0;
  void resize(size_t size) {
    if (size <= n)
      return;
    if (p)
      (void)hipFree(p);
    (void)hipMalloc(&p, size);
    n = size;
  }
};
// violation [HIP]: resized in the scope of a graph
void hipResize(HipBuffer &b, hipStream_t s) {
  HipGraph graph(s);
  b.resize(4096); // expect: unsafe-call
  (void)hipMemsetAsync(b.p, 0, b.n, graph.stream());
}
// legal: resized before
void hipResizeBefore(HipBuffer &b, hipStream_t s) {
  b.resize(4096);
  HipGraph graph(s);
  (void)hipMemsetAsync(b.p, 0, b.n, graph.stream());
}
// legal: resized twice, and the second time does nothing
void hipResizeAgain(HipBuffer &b, hipStream_t s, size_t n) {
  b.resize(n);
  HipGraph graph(s);
  b.resize(n);
  (void)hipMemsetAsync(b.p, 0, b.n, graph.stream());
}
// violation [HIP]: a copy that waits
void hipCopies(void *d, const void *h, hipStream_t s, hipGraph_t *g) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  (void)hipMemcpy(d, h, 64, hipMemcpyHostToDevice); // expect: legacy-stream
  (void)hipStreamEndCapture(s, g);
}
// legal: on the stream
void hipCopiesAsync(void *d, const void *h, hipStream_t s, hipGraph_t *g) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  (void)hipMemcpyAsync(d, h, 64, hipMemcpyHostToDevice, s);
  (void)hipStreamEndCapture(s, g);
}
// violation [HIP]: a host function copies
void hipHostFunction(hipStream_t s, void *p) {
  (void)hipLaunchHostFunc(s, [](void *q) { (void)hipFree(q); }, p); // expect: host-callback
}
// legal: it deletes host memory
void hipHostFunctionDeletes(hipStream_t s, int *p) {
  (void)hipLaunchHostFunc(s, [](void *q) { delete static_cast<int *>(q); }, p);
}
} // namespace modern
