// RUN: %lint-cu
// Streams that are not plain variables. That a region ends is only seen if both
// expressions are understood as the same stream.
#include <cuda_runtime.h>
#include <array>
#include <memory>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
struct Ctx {
  cudaStream_t stream;
  struct {
    cudaStream_t copy;
  } streams;
};

void firesInFieldRegions(Ctx &ref, Ctx *ptr, Ctx value, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(ref.stream, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'ref.stream' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'ref.stream' begins here
  cudaStreamSynchronize(ref.stream);
  cudaStreamEndCapture(ref.stream, g);
  cudaStreamSynchronize(ref.stream);
  cudaStreamBeginCapture(ptr->streams.copy, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'ptr->streams.copy' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'ptr->streams.copy' begins here
  cudaStreamSynchronize(ptr->streams.copy);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'ptr->streams.copy' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 'ptr->streams.copy' begins here
  cudaStreamSynchronize(ptr->stream);
  cudaStreamEndCapture(ptr->streams.copy, g);
  cudaFree(p);
  cudaStreamBeginCapture(value.stream, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'value.stream' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'value.stream' begins here
  cudaFree(p);
  cudaStreamEndCapture(value.stream, g);
  cudaFree(p);
}

class Engine {
  cudaStream_t stream_;
  cudaGraph_t graph_;

public:
  void firesInMember(void *p) {
    cudaStreamBeginCapture(stream_, kGlobal);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaStreamSynchronize' while 'stream_' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
    // CHECK: :[[#@LINE-2]]:5: note: capture of 'stream_' begins here
    cudaStreamSynchronize(this->stream_);
    // CHECK: :[[#@LINE+2]]:5: warning: call to 'cudaFree' while 'stream_' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
    // CHECK: :[[#@LINE-5]]:5: note: capture of 'stream_' begins here
    cudaFree(p);
    cudaStreamEndCapture(stream_, &graph_);
    cudaStreamSynchronize(stream_);
    cudaFree(p);
  }
};

void firesInElementRegions(cudaStream_t *streams, int i, cudaGraph_t *g) {
  cudaStreamBeginCapture(streams[0], kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'streams[0]' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'streams[0]' begins here
  cudaStreamSynchronize(streams[0]);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'streams[0]' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 'streams[0]' begins here
  cudaStreamSynchronize(*streams);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'streams[0]' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-8]]:3: note: capture of 'streams[0]' begins here
  cudaStreamSynchronize(streams[1]);
  cudaStreamEndCapture(streams[0], g);
  cudaStreamSynchronize(streams[0]);
  cudaStreamBeginCapture(streams[i], kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'streams[i]' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'streams[i]' begins here
  cudaStreamSynchronize(streams[i]);
  cudaStreamEndCapture(streams[i], g);
  cudaStreamSynchronize(streams[i]);
}

void firesForLocalArrays(cudaGraph_t *g) {
  cudaStream_t s[2];
  for (int i = 0; i < 2; ++i)
    cudaStreamCreate(&s[i]);
  cudaStreamBeginCapture(s[0], cudaStreamCaptureModeRelaxed);
  cudaStreamSynchronize(s[1]);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's[0]' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-3]]:3: note: capture of 's[0]' begins here
  cudaStreamSynchronize(s[0]);
  cudaStreamEndCapture(s[0], g);
  cudaStreamSynchronize(s[0]);
}

void firesForVectors(std::vector<cudaStream_t> &v, std::array<cudaStream_t, 2> &a, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(v[0], kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'v[0]' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'v[0]' begins here
  cudaFree(p);
  cudaStreamEndCapture(v[0], g);
  cudaFree(p);
  cudaStreamBeginCapture(a[1], kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'a[1]' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'a[1]' begins here
  cudaFree(p);
  cudaStreamEndCapture(a[1], g);
  cudaFree(p);
}

void silentAfterARangeFor(std::vector<cudaStream_t> &streams, std::vector<cudaGraph_t> &graphs, void *p) {
  size_t i = 0;
  for (cudaStream_t s : streams) {
    cudaStreamBeginCapture(s, kGlobal);
    cudaMemsetAsync(p, 0, 1, s);
    cudaStreamEndCapture(s, &graphs[i++]);
  }
  cudaFree(p);
  for (auto &s : streams)
    cudaStreamSynchronize(s);
}

// A getter whose body is here, and one whose body is elsewhere.
class Device {
  cudaStream_t stream_;

public:
  cudaStream_t stream() const { return stream_; }
  cudaStream_t &streamRef() { return stream_; }
  cudaStream_t far() const;
};
void firesForGetters(Device &d, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(d.stream(), kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'd.stream()' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'd.stream()' begins here
  cudaStreamSynchronize(d.stream());
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'd.stream()' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 'd.stream()' begins here
  cudaStreamSynchronize(d.streamRef());
  cudaStreamEndCapture(d.stream(), g);
  cudaStreamSynchronize(d.stream());
  cudaFree(p);
}
void firesForFarGetters(const Device &d, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(d.far(), kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'd.far()' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'd.far()' begins here
  cudaFree(p);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'd.far()' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 'd.far()' begins here
  cudaStreamSynchronize(d.far());
  cudaStreamEndCapture(d.far(), g);
  cudaStreamSynchronize(d.far());
  cudaFree(p);
}

// A function that may return another stream each time.
cudaStream_t currentStream();
void silentAfterAFreeGetter(cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(currentStream(), kGlobal);
  cudaMemsetAsync(p, 0, 1, currentStream());
  cudaStreamEndCapture(currentStream(), g);
  cudaFree(p);
  cudaStreamSynchronize(currentStream());
}

// Stream classes with a conversion operator, as in cudax and PyTorch.
class StreamView {
  cudaStream_t s_;

public:
  StreamView(cudaStream_t s) : s_(s) {}
  operator cudaStream_t() const { return s_; }
  cudaStream_t get() const { return s_; }
};
void firesForConversions(StreamView s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaStreamSynchronize(s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  cudaStreamSynchronize(s.get());
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
}

class OwnedStream {
  cudaStream_t s_ = nullptr;

public:
  OwnedStream() { cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking); }
  ~OwnedStream() { cudaStreamDestroy(s_); }
  operator cudaStream_t() const { return s_; }
};
void firesForAnOwnedStream(cudaGraph_t *g, void *p) {
  OwnedStream s;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaStreamSynchronize(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemset' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-escaped-work]
  cudaMemset(p, 0, 16);
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
}

struct Impl {
  cudaStream_t stream;
};
void firesBehindSmartPointers(const std::unique_ptr<Impl> &u, std::shared_ptr<Impl> sh, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(u->stream, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'u->stream' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'u->stream' begins here
  cudaFree(p);
  cudaStreamEndCapture(u->stream, g);
  cudaFree(p);
  cudaStreamBeginCapture(sh->stream, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaFree' while 'sh->stream' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'sh->stream' begins here
  cudaFree(p);
  cudaStreamEndCapture(sh->stream, g);
  cudaFree(p);
}

void firesForPointersToStreams(cudaStream_t *s, cudaStream_t &r, cudaGraph_t *g) {
  cudaStreamBeginCapture(*s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while '*s' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of '*s' begins here
  cudaStreamSynchronize(*s);
  cudaStreamEndCapture(*s, g);
  cudaStreamSynchronize(*s);
  cudaStreamBeginCapture(r, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'r' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'r' begins here
  cudaStreamSynchronize(r);
  cudaStreamEndCapture(r, g);
  cudaStreamSynchronize(r);
}

// The helper makes the stream.
static void make(cudaStream_t *s) { cudaStreamCreate(s); }
static bool acquire(cudaStream_t &s) { return cudaStreamCreate(&s) == cudaSuccess; }
void makeElsewhere(cudaStream_t *s);
void firesForOutParameters(cudaGraph_t *g) {
  cudaStream_t a, b, c;
  make(&a);
  makeElsewhere(&c);
  cudaStreamBeginCapture(a, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'a' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'a' begins here
  cudaStreamSynchronize(a);
  cudaStreamEndCapture(a, g);
  cudaStreamSynchronize(a);
  if (!acquire(b))
    return;
  cudaStreamBeginCapture(b, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'b' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'b' begins here
  cudaStreamSynchronize(b);
  cudaStreamEndCapture(b, g);
  cudaStreamBeginCapture(c, kGlobal);
  cudaStreamEndCapture(c, g);
  cudaStreamSynchronize(c);
}

static cudaStream_t g_stream;
namespace state {
cudaStream_t stream;
}
void firesForGlobals(cudaGraph_t *g) {
  cudaStreamBeginCapture(g_stream, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'g_stream' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'g_stream' begins here
  cudaStreamSynchronize(g_stream);
  cudaStreamEndCapture(g_stream, g);
  cudaStreamSynchronize(g_stream);
  cudaStreamBeginCapture(state::stream, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'state::stream' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'state::stream' begins here
  cudaStreamSynchronize(state::stream);
  cudaStreamEndCapture(state::stream, g);
  cudaStreamSynchronize(state::stream);
}

struct Runtime {
  cudaStream_t stream;
  static Runtime &get() {
    static Runtime instance;
    return instance;
  }
};
void firesForASingleton(cudaGraph_t *g) {
  cudaStreamBeginCapture(Runtime::get().stream, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'Runtime::get().stream' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'Runtime::get().stream' begins here
  cudaStreamSynchronize(Runtime::get().stream);
  cudaStreamEndCapture(Runtime::get().stream, g);
  cudaStreamSynchronize(Runtime::get().stream);
}

// Opaque handles that are cast back.
void firesForCasts(void *handle, unsigned long long bits, cudaGraph_t *g) {
  cudaStreamBeginCapture((cudaStream_t)handle, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while '(cudaStream_t)handle' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of '(cudaStream_t)handle' begins here
  cudaStreamSynchronize(static_cast<cudaStream_t>(handle));
  cudaStreamEndCapture((cudaStream_t)handle, g);
  cudaStreamSynchronize((cudaStream_t)handle);
  cudaStream_t s = reinterpret_cast<cudaStream_t>(bits);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in global mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
}

void firesForAChosenStream(cudaStream_t a, cudaStream_t b, bool first, cudaGraph_t *g) {
  cudaStream_t s = first ? a : b;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cudaStreamSynchronize(s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  cudaStreamSynchronize(first ? a : b);
  cudaStreamSynchronize(first ? b : a);
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(a);
  cudaStreamSynchronize(b);
}

void firesForACopiedStruct(Ctx c, cudaGraph_t *g) {
  Ctx d = c;
  auto [stream, streams] = c;
  cudaStreamBeginCapture(c.stream, cudaStreamCaptureModeRelaxed);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'c.stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 'c.stream' begins here
  cudaStreamSynchronize(d.stream);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaStreamSynchronize' while 'c.stream' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 'c.stream' begins here
  cudaStreamSynchronize(stream);
  cudaStreamEndCapture(c.stream, g);
  cudaStreamSynchronize(d.stream);
}

// Both members are one object.
union Handle {
  cudaStream_t stream;
  void *raw;
};
void silentAfterTheEndThroughAUnion(Handle h, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(h.stream, kGlobal);
  cudaStreamEndCapture((cudaStream_t)h.raw, g);
  cudaFree(p);
}

// The end names the stream by an expression that cannot be followed.
cudaStream_t lookup(int id);
void silentAfterAnEndByAnotherName(cudaStream_t s, int id, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(lookup(id), g);
  cudaFree(p);
  cudaStreamSynchronize(s);
}
