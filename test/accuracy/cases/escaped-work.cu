#include "cases.h"

namespace escaped_work {

// violation [array element]: the other of two streams
void otherOfTwo(cudaStream_t (&streams)[2], cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(streams[0], kGlobal);
  for (int i = 0; i < 2; ++i)
    step<<<1, 1, 0, streams[i]>>>(p, 1); // expect: escaped-work
  cudaStreamEndCapture(streams[0], g);
}
// legal: the same of the two
void sameOfTwo(cudaStream_t (&streams)[2], cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(streams[0], kGlobal);
  for (int i = 0; i < 2; ++i)
    step<<<1, 1, 0, streams[0]>>>(p, 1);
  cudaStreamEndCapture(streams[0], g);
}

// violation [struct field]: the wrong member of a context
struct Context {
  cudaStream_t compute, copy;
  cudaEvent_t ready;
  void upload(float *to, const float *from) const { cudaMemcpyAsync(to, from, 4, cudaMemcpyHostToDevice, copy); }
  void run(float *p) const { step<<<1, 1, 0, compute>>>(p, 1); }
};
void wrongMember(const Context &c, cudaGraph_t *g, float *p, const float *h) {
  cudaStreamBeginCapture(c.compute, kGlobal);
  c.upload(p, h); // expect: escaped-work
  c.run(p);
  cudaStreamEndCapture(c.compute, g);
}
// legal: uploaded in front
void uploadBefore(const Context &c, cudaGraph_t *g, float *p, const float *h) {
  c.upload(p, h);
  cudaStreamBeginCapture(c.compute, kGlobal);
  c.run(p);
  cudaStreamEndCapture(c.compute, g);
}

// violation [straight line]: the event is recorded, and nobody waits for it
void nobodyWaits(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  step<<<1, 1, 0, t>>>(p, 1); // expect: escaped-work
  cudaStreamEndCapture(s, g);
}
// legal: the stream waits, and is joined
void waits(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  step<<<1, 1, 0, t>>>(p, 1);
  cudaEventRecord(f, t);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, g);
}

// violation [alias]: a local copy of another stream
void localCopy(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p) {
  cudaStream_t work = s;
  cudaStreamBeginCapture(work, kGlobal);
  work = t;
  step<<<1, 1, 0, work>>>(p, 1); // expect: escaped-work
  cudaStreamEndCapture(s, g);
}
// legal: it is set back
void localCopyBack(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p) {
  cudaStream_t work = t;
  cudaStreamBeginCapture(s, kGlobal);
  work = s;
  step<<<1, 1, 0, work>>>(p, 1);
  cudaStreamEndCapture(s, g);
}

// violation [member RAII]: a stream owner of the function's own
struct OwnStream {
  cudaStream_t stream = nullptr;
  OwnStream() { CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)); }
  ~OwnStream() { cudaStreamDestroy(stream); }
  OwnStream(const OwnStream &) = delete;
  operator cudaStream_t() const { return stream; }
};
void ownStream(cudaGraph_t *g, float *p) {
  OwnStream a, b;
  cudaStreamBeginCapture(a, kGlobal);
  step<<<1, 1, 0, b>>>(p, 1); // expect: escaped-work
  cudaStreamEndCapture(a, g);
}
// legal: on its own
void ownStreamSame(cudaGraph_t *g, float *p) {
  OwnStream a, b;
  step<<<1, 1, 0, b>>>(p, 1);
  cudaStreamBeginCapture(a, kGlobal);
  step<<<1, 1, 0, a>>>(p, 1);
  cudaStreamEndCapture(a, g);
}
// violation [unique_ptr]: owned by unique_ptr
void uniqueStreams(cudaGraph_t *g, float *p) {
  auto a = std::make_unique<OwnStream>();
  auto b = std::make_unique<OwnStream>();
  cudaStreamBeginCapture(*a, kGlobal);
  step<<<1, 1, 0, b->stream>>>(p, 1); // expect: escaped-work
  cudaStreamEndCapture(*a, g);
}
// legal: the same one
void uniqueStreamsSame(cudaGraph_t *g, float *p) {
  auto a = std::make_unique<OwnStream>();
  auto b = std::make_unique<OwnStream>();
  cudaStreamBeginCapture(*a, kGlobal);
  step<<<1, 1, 0, a->stream>>>(p, 1);
  cudaStreamEndCapture(*a, g);
}
// legal: the pointers were swapped
void uniqueStreamsSwapped(cudaGraph_t *g, float *p) {
  auto a = std::make_unique<OwnStream>();
  auto b = std::make_unique<OwnStream>();
  cudaStreamBeginCapture(*a, kGlobal);
  std::swap(a, b);
  step<<<1, 1, 0, b->stream>>>(p, 1);
  cudaStreamEndCapture(*b, g);
}

// violation [tuple]: the second of a pair
void secondOfPair(std::pair<cudaStream_t, cudaStream_t> streams, cudaGraph_t *g, float *p) {
  auto [compute, copy] = streams;
  cudaStreamBeginCapture(compute, kGlobal);
  cudaMemsetAsync(p, 0, 4, copy); // expect: escaped-work
  cudaStreamEndCapture(compute, g);
}
// legal: the first
void firstOfPair(std::pair<cudaStream_t, cudaStream_t> streams, cudaGraph_t *g, float *p) {
  auto [compute, copy] = streams;
  cudaStreamBeginCapture(compute, kGlobal);
  cudaMemsetAsync(p, 0, 4, streams.first);
  cudaStreamEndCapture(compute, g);
}

// violation [correlated condition]: under a condition that both share
void underCondition(cudaStream_t s, cudaStream_t t, bool split, cudaGraph_t *g, float *p) {
  cudaStream_t on = s;
  if (split)
    on = t;
  cudaStreamBeginCapture(s, kGlobal);
  if (split)
    step<<<1, 1, 0, on>>>(p, 1); // expect: escaped-work
  cudaStreamEndCapture(s, g);
}
// legal: under the opposite one
void underOpposite(cudaStream_t s, cudaStream_t t, bool split, cudaGraph_t *g, float *p) {
  cudaStream_t on = s;
  if (split)
    on = t;
  cudaStreamBeginCapture(s, kGlobal);
  if (!split)
    step<<<1, 1, 0, on>>>(p, 1);
  cudaStreamEndCapture(s, g);
}

// violation [lambda]: a lambda captured another stream by value
void capturedByValue(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p) {
  auto launch = [t, p] { step<<<1, 1, 0, t>>>(p, 1); }; // expect: escaped-work
  cudaStreamBeginCapture(s, kGlobal);
  launch();
  cudaStreamEndCapture(s, g);
}
// legal: captured by reference, and changed meanwhile
void capturedByReference(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *p) {
  auto launch = [&t, p] { step<<<1, 1, 0, t>>>(p, 1); };
  cudaStreamBeginCapture(s, kGlobal);
  t = s;
  launch();
  cudaStreamEndCapture(s, g);
}

// violation [legacy stream]: beside a capture of a non-blocking stream
void besideNonBlocking(cudaGraph_t *g, float *p) {
  OwnStream s;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemset(p, 0, 4); // expect: escaped-work
  cudaStreamEndCapture(s, g);
}
// legal: the asynchronous form
void besideNonBlockingAsync(cudaGraph_t *g, float *p) {
  OwnStream s;
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(p, 0, 4, s);
  cudaStreamEndCapture(s, g);
}

// violation [vector]: the streams that are made in a loop, the wrong index
void wrongIndex(std::vector<cudaStream_t> &pool, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(pool[0], kGlobal);
  step<<<1, 1, 0, pool[1]>>>(p, 1); // expect: escaped-work
  cudaStreamEndCapture(pool[0], g);
}
// legal: an index that may be the same
void someIndex(std::vector<cudaStream_t> &pool, int i, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(pool[0], kGlobal);
  step<<<1, 1, 0, pool[i]>>>(p, 1);
  cudaStreamEndCapture(pool[0], g);
}

// violation [two contexts]: two objects that are handed in side by side
void twoContexts(const Context &a, const Context &b, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(a.compute, kGlobal);
  b.run(p); // miss: escaped-work (two objects may hold one handle)
  cudaStreamEndCapture(a.compute, g);
}
// legal: the same object
void oneContext(const Context &a, const Context &b, cudaGraph_t *g, float *p) {
  b.run(p);
  cudaStreamBeginCapture(a.compute, kGlobal);
  a.run(p);
  cudaStreamEndCapture(a.compute, g);
}

} // namespace escaped_work
