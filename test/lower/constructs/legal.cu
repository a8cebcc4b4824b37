// RUN: %tidy %all-checks %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %tidy '--checks=-*,cuda-capture-unchecked-result' %s -- %cuda-flags 2>&1 | %FileCheck %s --allow-empty --implicit-check-not=overwrites --implicit-check-not=error:
// Shapes of legal code, met in the wild, on which findings were once false.
// CHECK-NOT: overwrites
#include <array>
#include <cuda_runtime.h>
#include <iostream>
#include <memory>
#include <vector>

namespace n1 {
// Forks 1..width-1 in one loop, works on 0..width-1 in the next one: legal. The
// finding takes no round of the first loop and two of the second.
__global__ void k();
std::vector<cudaStream_t> st;
cudaEvent_t ev[1];
cudaGraph_t chain(int length, int width) {
  cudaGraph_t g;
  cudaStreamBeginCapture(st[0], cudaStreamCaptureModeGlobal);
  int at = 0;
  cudaEventRecord(ev[0], st[0]);
  for (int i = 1; i < width; i++)
    cudaStreamWaitEvent(st[i], ev[0]);
  for (int i = 0; i < width; i++) {
    at = i;
    for (int j = 0; j < length; j++)
      k<<<1, 1, 0, st[at]>>>();
  }
  for (int i = 1; i < width; i++) {
    cudaEventRecord(ev[0], st[i]);
    cudaStreamWaitEvent(st[0], ev[0]);
  }
  cudaStreamEndCapture(st[0], &g);
  return g;
}
cudaGraph_t top(int length, int width, int trials, int max) {
  cudaGraph_t g;
  int streams = width;
  if (streams == 1)
    streams = 2;
  st.resize(streams);
  for (int i = 0; i < streams; i++)
    cudaStreamCreate(&st[i]);
  cudaEventCreateWithFlags(&ev[0], cudaEventDisableTiming);
  for (int i = 0; i < width; i++)
    k<<<1, 1, 0, st[i]>>>();
  cudaStreamSynchronize(st[0]);
  g = chain(length, width);
  while (length <= max) {
    for (int i = 0; i < trials; i++)
      g = chain(length, width);
    length++;
  }
  return g;
}
} // namespace n1

namespace n2 {
// The guard remembers that the exchange failed; nothing to restore then.
struct Guard {
  cudaStreamCaptureMode mode;
  bool active;
  Guard() : mode(cudaStreamCaptureModeRelaxed), active(true) {
    cudaError_t r = cudaThreadExchangeStreamCaptureMode(&mode);
    if (r == cudaErrorCudartUnloading || r == cudaErrorInitializationError)
      active = false;
    else if (r != cudaSuccess)
      throw r;
  }
  ~Guard() {
    if (!active) return;
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
  }
};
void work(void **p) {
  Guard g;
  (void)cudaMalloc(p, 16);
}
} // namespace n2

namespace n3 {
// Two sections of a test, as Catch2 writes them: a run takes one of them.
class Section {
public:
  explicit Section(const char *);
  ~Section();
  explicit operator bool() const;
private:
  bool in;
};
void fail(cudaError_t e);
#undef MUST
#define MUST(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) fail(e_); } while (0)
void test() {
  cudaStream_t s; cudaGraph_t g;
  MUST(cudaStreamCreate(&s));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  if (Section const &x = Section("a")) {
    MUST(cudaStreamEndCapture(s, &g));
  }
  if (Section const &x = Section("b")) {
    MUST(cudaStreamEndCapture(s, &g));
  }
}
} // namespace n3

namespace n4 {
// fail() does not return (it throws), which cannot be seen here.
void fail(const char *file, int line, cudaError_t e);
#undef MUST
#define MUST(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) fail(__FILE__, __LINE__, e_); } while (0)
void both(cudaStream_t a, cudaStream_t b, void *p, void *q) {
  cudaGraph_t g, h;
  MUST(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
  MUST(cudaStreamBeginCapture(b, cudaStreamCaptureModeGlobal));
  MUST(cudaMemsetAsync(p, 0, 4, a));
  MUST(cudaMemsetAsync(q, 0, 4, b));
  MUST(cudaStreamEndCapture(a, &g));
  MUST(cudaStreamEndCapture(b, &h));
}
} // namespace n4

namespace n5 {
void fail(cudaError_t e);
#undef MUST
#define MUST(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) fail(e_); } while (0)
class Streams {
public:
  Streams(int n) : st(n) { for (auto &s : st) MUST(cudaStreamCreate(&s)); }
  ~Streams() { for (auto &s : st) (void)cudaStreamDestroy(s); }
  std::vector<cudaStream_t> &list() { return st; }
private:
  std::vector<cudaStream_t> st;
};
class Events {
public:
  Events(int n) : ev(n) { for (auto &e : ev) MUST(cudaEventCreate(&e)); }
  ~Events() { for (auto &e : ev) (void)cudaEventDestroy(e); }
  std::vector<cudaEvent_t> &list() { return ev; }
private:
  std::vector<cudaEvent_t> ev;
};
static void branched(cudaStream_t cap, std::vector<cudaStream_t> &st, std::vector<cudaEvent_t> &ev, void *p, void *q) {
  MUST(cudaEventRecord(ev[0], cap));
  MUST(cudaStreamWaitEvent(st[0], ev[0], 0));
  MUST(cudaStreamWaitEvent(st[1], ev[0], 0));
  MUST(cudaMemsetAsync(p, 0, 4, st[0]));
  MUST(cudaEventRecord(ev[1], st[0]));
  MUST(cudaMemsetAsync(q, 0, 4, st[1]));
  MUST(cudaEventRecord(ev[2], st[1]));
  MUST(cudaStreamWaitEvent(cap, ev[1], 0));
  MUST(cudaStreamWaitEvent(cap, ev[2], 0));
}
static void test(cudaStream_t s, void *p, void *q) {
  Events ev(3);
  Streams st(2);
  cudaGraph_t g;
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  branched(s, st.list(), ev.list(), p, q);
  MUST(cudaStreamEndCapture(s, &g));
}
void top(void *p, void *q) {
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  test(s, p, q);
}
} // namespace n5

namespace n6 {
void fail(const char *file, int line, cudaError_t e);
void require(bool);
#undef MUST
#define MUST(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) fail(__FILE__, __LINE__, e_); } while (0)
void test(cudaStream_t s) {
  cudaGraph_t g{nullptr}, cg{nullptr};
  cudaStreamCaptureStatus st; unsigned long long id;
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  MUST(cudaStreamGetCaptureInfo(s, &st, &id, &cg));
  require(cg != nullptr);
  cudaGraphNode_t n;
  MUST(cudaGraphAddEmptyNode(&n, cg, nullptr, 0));
  MUST(cudaStreamEndCapture(s, &g));
}
} // namespace n6

namespace n8 {
// Captured into g: the end returns g itself, nothing is lost.
void test(cudaStream_t s, void *p) {
  cudaGraph_t g{nullptr};
  if (cudaGraphCreate(&g, 0)) return;
  if (cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal)) return;
  (void)cudaMemsetAsync(p, 0, 4, s);
  if (cudaStreamEndCapture(s, &g)) return;
  (void)cudaGraphDestroy(g);
}
} // namespace n8

namespace n9 {
void fail(const char *file, int line, cudaError_t e);
#undef MUST
#define MUST(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) fail(__FILE__, __LINE__, e_); } while (0)
// Each round destroys its graph.
void test(cudaStream_t *st, int n) {
  cudaGraph_t g{nullptr};
  for (int i = 0; i < n; i++)
    MUST(cudaStreamBeginCapture(st[i], cudaStreamCaptureModeGlobal));
  for (int i = 0; i < n; i++) {
    MUST(cudaStreamEndCapture(st[i], &g));
    MUST(cudaGraphDestroy(g));
  }
}
// Same as 8 with an opaque error handler.
void toGraph(cudaStream_t s, void *p) {
  cudaGraph_t g{nullptr};
  MUST(cudaGraphCreate(&g, 0));
  MUST(cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  MUST(cudaMemsetAsync(p, 0, 4, s));
  MUST(cudaStreamEndCapture(s, &g));
  MUST(cudaGraphDestroy(g));
}
} // namespace n9

namespace n11 {
// The thread's mode, exchanged in one section of a test each.
class Section {
public:
  explicit Section(const char *);
  ~Section();
  explicit operator bool() const;
};
void require(bool);
void test() {
  cudaStreamCaptureMode mode;
  if (Section const &x = Section("a")) {
    mode = cudaStreamCaptureMode(-1);
    require(cudaThreadExchangeStreamCaptureMode(&mode) == cudaErrorInvalidValue);
  }
  if (Section const &x = Section("b")) {
    require(cudaThreadExchangeStreamCaptureMode(&mode) == cudaErrorInvalidValue);
  }
}
} // namespace n11

namespace n13 {
void fail(cudaError_t e);
void require(bool);
#undef MUST
#define MUST(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) fail(e_); } while (0)
template <class T> void sync(cudaStream_t s, T *p, std::array<cudaEvent_t, 2> &ev) {
  MUST(cudaEventSynchronize(ev[0]));
  require(p[0] == 1);
  MUST(cudaEventQuery(ev[1]));
}
template <class T> void wait() {
  cudaStream_t s{};
  MUST(cudaStreamCreate(&s));
  auto p = std::make_unique<T[]>(2);
  std::array<cudaEvent_t, 2> ev;
  MUST(cudaEventCreate(&ev[0]));
  MUST(cudaEventCreate(&ev[1]));
  MUST(cudaEventRecord(ev[0], s));
  MUST(cudaEventRecord(ev[1], s));
  sync(s, p.get(), ev);
  MUST(cudaEventDestroy(ev[0]));
  MUST(cudaEventDestroy(ev[1]));
  MUST(cudaStreamDestroy(s));
}
void top() { wait<int>(); }
} // namespace n13

namespace n14 {
// The only exits without the second exchange are those whose exchange failed.
int alloc(void **p) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  int result = 0;
  if (cudaThreadExchangeStreamCaptureMode(&mode) != cudaSuccess) return 1;
  if (cudaMalloc(p, 16) != cudaSuccess) { result = 1; goto finish; }
finish:
  if (cudaThreadExchangeStreamCaptureMode(&mode) != cudaSuccess) return 1;
  return result;
}
} // namespace n14

namespace n15 {
// Restored unless the mode was the same before.
int alloc(void **p) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  int result = 0;
  if (cudaThreadExchangeStreamCaptureMode(&mode) != cudaSuccess) { result = 1; goto finish; }
  if (cudaMalloc(p, 16) != cudaSuccess) { result = 1; goto finish; }
finish:
  if (mode != cudaStreamCaptureModeRelaxed) (void)cudaThreadExchangeStreamCaptureMode(&mode);
  return result;
}
} // namespace n15

namespace n16 {
// The failed destruction of the previous graph is no reason to keep it.
void fail(cudaError_t e);
#undef MUST
#define MUST(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) fail(e_); } while (0)
struct G {
  cudaGraph_t g{};
  cudaGraphExec_t x{};
  void begin(cudaStream_t s) { MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); }
  void end(cudaStream_t s) {
    MUST(cudaStreamEndCapture(s, &g));
    MUST(cudaGraphInstantiate(&x, g, 0));
    MUST(cudaGraphDestroy(g));
  }
};
void test(cudaStream_t s, void *p, int n) {
  G g;
  for (int i = 0; i < n; i++) {
    g.begin(s);
    MUST(cudaMemsetAsync(p, 0, 4, s));
    g.end(s);
  }
}
} // namespace n16

namespace n18 {
// Both elements of an array are created, used and destroyed, each in a loop.
struct Result { float ms; cudaError_t error; };
static Result profile(int n) {
  Result result;
  if (n > 1) {
    cudaEvent_t events[2];
    for (auto &event : events) {
      result.error = cudaEventCreate(&event);
      if (result.error != cudaSuccess) {
        std::cerr << "create" << cudaGetErrorString(result.error) << std::endl;
        return result;
      }
    }
    result.error = cudaEventRecord(events[0]);
    if (result.error != cudaSuccess) return result;
    result.error = cudaEventRecord(events[1]);
    if (result.error != cudaSuccess) return result;
    result.error = cudaEventSynchronize(events[1]);
    if (result.error != cudaSuccess) return result;
    result.error = cudaEventElapsedTime(&result.ms, events[0], events[1]);
    if (result.error != cudaSuccess) return result;
    for (auto event : events)
      (void)cudaEventDestroy(event);
  }
  return result;
}
int main() {
  int sizes[] = {1, 2, 4};
  for (int n : sizes)
    for (int c : sizes) {
      Result r = profile(n + c);
      std::cout << r.ms;
    }
  profile(7);
}
} // namespace n18
