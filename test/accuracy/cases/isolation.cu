#include "cases.h"

namespace isolation {

struct Lane {
  cudaStream_t stream;
  cudaEvent_t event;
  void mark() const { cudaEventRecord(event, stream); }
  void waitFor(const Lane &other) const { cudaStreamWaitEvent(stream, other.event, 0); }
};

// violation [helper at depth]: recorded before the capture, waited for in it
void recordedBefore(const Lane &a, const Lane &b, cudaGraph_t *g) {
  b.mark();
  cudaStreamBeginCapture(a.stream, kGlobal);
  a.waitFor(b); // expect: isolation
  cudaStreamEndCapture(a.stream, g);
}
// legal: waited for before
void waitedBefore(const Lane &a, const Lane &b, cudaGraph_t *g) {
  b.mark();
  a.waitFor(b);
  cudaStreamBeginCapture(a.stream, kGlobal);
  step<<<1, 1, 0, a.stream>>>(nullptr, 1);
  cudaStreamEndCapture(a.stream, g);
}

// violation [straight line]: recorded on this very stream, before it captured
void recordedOnOrigin(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, s);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamWaitEvent(s, e, 0); // expect: isolation
  cudaStreamEndCapture(s, g);
}
// legal: recorded anew in the capture
void recordedAnew(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaEventRecord(e, s);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}

// violation [correlated condition]: recorded outside under the same condition
void underSame(cudaStream_t s, cudaStream_t t, cudaEvent_t e, bool overlap, cudaGraph_t *g) {
  if (overlap)
    cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kGlobal);
  if (overlap)
    cudaStreamWaitEvent(s, e, 0); // expect: isolation
  cudaStreamEndCapture(s, g);
}
// legal: captured only without it
void underOpposite(cudaStream_t s, cudaStream_t t, cudaEvent_t e, bool overlap, cudaGraph_t *g) {
  if (overlap)
    cudaEventRecord(e, t);
  if (!overlap)
    cudaStreamBeginCapture(s, kGlobal);
  if (overlap)
    cudaStreamWaitEvent(s, e, 0);
  if (!overlap)
    cudaStreamEndCapture(s, g);
}

// violation [struct field]: flags in a variable that are the default
void defaultFlags(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  unsigned flags = cudaEventWaitDefault;
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamWaitEvent(s, e, flags); // expect: isolation
  cudaStreamEndCapture(s, g);
}
// legal: external
void externalFlags(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  unsigned flags = cudaEventWaitExternal;
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamWaitEvent(s, e, flags);
  cudaStreamEndCapture(s, g);
}

// violation [two captures]: a Lane of one capture waits for that of another
void twoCaptures(cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaGraph_t *g, cudaGraph_t *h) {
  cudaStreamBeginCapture(a, kLocal);
  cudaStreamBeginCapture(b, kLocal);
  cudaEventRecord(e, b);
  cudaStreamWaitEvent(a, e, 0); // expect: isolation
  cudaStreamEndCapture(b, h);
  cudaStreamEndCapture(a, g);
}
// legal: the second stream joined the first's capture
void oneCapture(cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kLocal);
  cudaEventRecord(e, a);
  cudaStreamWaitEvent(b, e, 0);
  cudaEventRecord(e, b);
  cudaStreamWaitEvent(a, e, 0);
  cudaStreamEndCapture(a, g);
}

// violation [alias]: an event in a pair, through structured bindings
void boundEvent(cudaStream_t s, cudaStream_t t, std::pair<cudaEvent_t, cudaEvent_t> events, cudaGraph_t *g) {
  auto [first, second] = events;
  cudaEventRecord(events.first, t);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamWaitEvent(s, first, 0); // expect: isolation
  cudaStreamEndCapture(s, g);
}
// legal: the other event, which was never recorded here
void boundOther(cudaStream_t s, cudaStream_t t, std::pair<cudaEvent_t, cudaEvent_t> events, cudaGraph_t *g) {
  auto [first, second] = events;
  cudaEventRecord(events.first, t);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(second, s);
  cudaStreamWaitEvent(s, second, 0);
  cudaStreamEndCapture(s, g);
}

// violation [loop]: the next round waits for what the round before recorded
void rounds(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g, int n) {
  cudaEventRecord(e, t);
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kGlobal);
    cudaStreamWaitEvent(s, e, 0); // expect: isolation
    cudaStreamEndCapture(s, g);
    cudaEventRecord(e, t);
  }
}
// legal: waited for between the captures
void roundsBetween(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g, int n) {
  cudaEventRecord(e, t);
  for (int i = 0; i < n; ++i) {
    cudaStreamWaitEvent(s, e, 0);
    cudaStreamBeginCapture(s, kGlobal);
    step<<<1, 1, 0, s>>>(nullptr, 1);
    cudaStreamEndCapture(s, g);
    cudaEventRecord(e, t);
  }
}

// violation [lambda]: a dependency handed in as a callable
void dependency(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  auto after = [&] { cudaStreamWaitEvent(s, e, 0); }; // expect: isolation
  cudaEventRecord(e, t);
  cudaStreamBeginCapture(s, kGlobal);
  after();
  cudaStreamEndCapture(s, g);
}
// legal: run in front
void dependencyBefore(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  auto after = [&] { cudaStreamWaitEvent(s, e, 0); };
  cudaEventRecord(e, t);
  after();
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
}

// violation [forked stream]: the fork waits for outside work
void forkWaits(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e, cudaEvent_t f, cudaEvent_t x, cudaGraph_t *g) {
  cudaEventRecord(x, u);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  cudaStreamWaitEvent(t, x, 0); // expect: isolation
  cudaEventRecord(f, t);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, g);
}
// legal: a stream that takes no part waits for it
void outsiderWaits(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t x, cudaGraph_t *g) {
  cudaEventRecord(x, u);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamWaitEvent(t, x, 0);
  cudaStreamEndCapture(s, g);
}

// violation [thread]: a worker records the event of another stream
void recordedByAWorker(cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kLocal);
  std::thread([&] { cudaEventRecord(e, b); }).join();
  cudaStreamWaitEvent(a, e, 0); // miss: isolation (what a thread records is not known to the others)
  cudaStreamEndCapture(a, g);
}
// legal: it records that of the capture
void recordedByAWorkerInIt(cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kLocal);
  std::thread([&] { cudaEventRecord(e, a); }).join();
  cudaStreamWaitEvent(a, e, 0);
  cudaStreamEndCapture(a, g);
}

} // namespace isolation
