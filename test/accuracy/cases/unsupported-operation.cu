#include "cases.h"

namespace unsupported_operation {

static void CUDART_CB note(cudaStream_t, cudaError_t, void *data) { ++*static_cast<int *>(data); }
static void CUDART_CB count(void *data) { ++*static_cast<int *>(data); }

// violation [helper at depth]: a notifier adds a callback
struct Notifier {
  int *counter;
  void notify(cudaStream_t s) const { CHECK_CUDA(cudaStreamAddCallback(s, note, counter, 0)); }
  void notifyHost(cudaStream_t s) const { CHECK_CUDA(cudaLaunchHostFunc(s, count, counter)); }
};
void notified(cudaStream_t s, cudaGraph_t *g, const Notifier &notifier) {
  cudaStreamBeginCapture(s, kRelaxed);
  notifier.notify(s); // expect: unsupported-operation
  cudaStreamEndCapture(s, g);
}
// legal: a host function
void notifiedByHost(cudaStream_t s, cudaGraph_t *g, const Notifier &notifier) {
  cudaStreamBeginCapture(s, kRelaxed);
  notifier.notifyHost(s);
  cudaStreamEndCapture(s, g);
}

// violation [forked stream]: the callback is added to a fork
void callbackOnFork(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g, int *n) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaStreamAddCallback(t, note, n, 0); // expect: unsupported-operation
  cudaEventRecord(f, t);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, g);
}
// legal: added to a stream that takes no part
void callbackElsewhere(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, int *n) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamAddCallback(t, note, n, 0);
  cudaStreamEndCapture(s, g);
}

// violation [loop]: the second round begins without an end
void beginsEachRound(cudaStream_t s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kGlobal); // expect: unsupported-operation
    if (i == 3)
      continue;
    cudaStreamEndCapture(s, g);
  }
}
// legal: the end is in front of the jump
void endsEachRound(cudaStream_t s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kGlobal);
    cudaStreamEndCapture(s, g);
    if (i == 3)
      continue;
    step<<<1, 1, 0, s>>>(nullptr, 1);
  }
}

// violation [member RAII]: a guard within a guard for the same stream
class Capture {
public:
  Capture(cudaStream_t s, cudaGraph_t *g) : stream(s), graph(g) { CHECK_CUDA(cudaStreamBeginCapture(stream, kLocal)); }
  ~Capture() { (void)cudaStreamEndCapture(stream, graph); }
  Capture(const Capture &) = delete;

private:
  cudaStream_t stream;
  cudaGraph_t *graph;
};
void nestedGuards(cudaStream_t s, cudaGraph_t *g, cudaGraph_t *h) {
  Capture outer(s, g);
  Capture inner(s, h); // expect: unsupported-operation
}
// legal: one after the other
void guardsInTurn(cudaStream_t s, cudaGraph_t *g, cudaGraph_t *h) {
  { Capture first(s, g); }
  { Capture second(s, h); }
}
// legal: for two streams
void guardsForTwo(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, cudaGraph_t *h) {
  Capture outer(s, g);
  Capture inner(t, h);
}
// legal: the first guard is in an optional, and reset
void guardInOptional(cudaStream_t s, cudaGraph_t *g, cudaGraph_t *h) {
  std::optional<Capture> first;
  first.emplace(s, g);
  first.reset();
  Capture second(s, h);
}
// violation [optional]: the guard is in an optional, and is not reset
void guardStillInOptional(cudaStream_t s, cudaGraph_t *g, cudaGraph_t *h) {
  std::optional<Capture> first;
  first.emplace(s, g);
  cudaStreamBeginCapture(s, kLocal); // expect: unsupported-operation
}
// legal: reset in time
void guardResetInOptional(cudaStream_t s, cudaGraph_t *g, cudaGraph_t *h) {
  std::optional<Capture> first;
  first.emplace(s, g);
  first = std::nullopt;
  cudaStreamBeginCapture(s, kLocal);
  cudaStreamEndCapture(s, h);
}

// violation [virtual]: the destructor of an owner destroys the origin
struct StreamOwner {
  cudaStream_t stream;
  virtual ~StreamOwner() { cudaStreamDestroy(stream); }
};
void destroysOrigin(StreamOwner *owner, cudaGraph_t *g) {
  cudaStreamBeginCapture(owner->stream, kRelaxed);
  delete owner; // expect: unsupported-operation
}
// legal: it is destroyed after the end
void destroysLater(StreamOwner *owner, cudaGraph_t *g) {
  cudaStreamBeginCapture(owner->stream, kRelaxed);
  cudaStreamEndCapture(owner->stream, g);
  delete owner;
}

// violation [macro wrapper]: a log macro asks for the id of the stream
#define LOG_STREAM(stream)                                                     \
  do {                                                                         \
    unsigned long long id_;                                                    \
    cudaStreamGetId(stream, &id_);                                             \
  } while (0)
void logged(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  LOG_STREAM(s); // expect: unsupported-operation
  cudaStreamEndCapture(s, g);
}
// legal: in front of the capture
void loggedBefore(cudaStream_t s, cudaGraph_t *g) {
  LOG_STREAM(s);
  cudaStreamBeginCapture(s, kLocal);
  cudaStreamEndCapture(s, g);
}

// violation [alias]: a copy between devices on a reference to the stream
void peer(cudaStream_t s, cudaGraph_t *g, float *a, float *b) {
  const cudaStream_t &on = s;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemcpyPeerAsync(a, 0, b, 1, 4, on); // expect: unsupported-operation
  cudaStreamEndCapture(s, g);
}
// legal: cudaMemcpyAsync finds the devices by itself
void peerDefault(cudaStream_t s, cudaGraph_t *g, float *a, float *b) {
  const cudaStream_t &on = s;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemcpyAsync(a, b, 4, cudaMemcpyDefault, on);
  cudaStreamEndCapture(s, g);
}

// violation [function pointer]: the call is handed to a wrapper as an argument
template <typename F, typename... Args> void checked(F function, Args... args) { CHECK_CUDA(function(args...)); }
void attached(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  checked([&] { return cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle); }); // expect: unsupported-operation
  cudaStreamEndCapture(s, g);
}
// legal: after the end
void attachedLater(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
  checked([&] { return cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle); });
}

// violation [straight line]: a free of what no graph has allocated
void freesOfThePool(cudaStream_t s, cudaGraph_t *g) {
  void *p;
  cudaMallocAsync(&p, 64, s);
  cudaStreamBeginCapture(s, kGlobal);
  cudaFreeAsync(p, s); // miss: unsupported-operation (what allocated memory is not known where it is freed)
  cudaStreamEndCapture(s, g);
}
// legal: the graph allocates it
void freesOfTheGraph(cudaStream_t s, cudaGraph_t *g) {
  void *p;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMallocAsync(&p, 64, s);
  cudaFreeAsync(p, s);
  cudaStreamEndCapture(s, g);
}

} // namespace unsupported_operation
