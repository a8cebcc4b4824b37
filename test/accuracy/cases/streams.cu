// Several streams: forked and joined in loops, by ranges, by classes.
#include "cases.h"
#include <numeric>
#include <ranges>
#include <span>

namespace streams {

// violation [owned streams]: a class makes four side streams, and joins all but the last
template <int N> class Lanes {
public:
  explicit Lanes(cudaStream_t origin) : origin_(origin) {
    CHECK_CUDA(cudaEventCreateWithFlags(&fork_, cudaEventDisableTiming));
    for (int i = 0; i < N; ++i) {
      CHECK_CUDA(cudaStreamCreateWithFlags(&side_[i], cudaStreamNonBlocking));
      CHECK_CUDA(cudaEventCreateWithFlags(&done_[i], cudaEventDisableTiming));
    }
  }
  Lanes(const Lanes &) = delete;
  ~Lanes() {
    for (int i = 0; i < N; ++i) {
      cudaStreamDestroy(side_[i]);
      cudaEventDestroy(done_[i]);
    }
    cudaEventDestroy(fork_);
  }
  void fork() {
    CHECK_CUDA(cudaEventRecord(fork_, origin_));
    for (cudaStream_t s : side_)
      CHECK_CUDA(cudaStreamWaitEvent(s, fork_, 0));
  }
  void join(int n = N) {
    for (int i = 0; i < n; ++i) {
      CHECK_CUDA(cudaEventRecord(done_[i], side_[i]));
      CHECK_CUDA(cudaStreamWaitEvent(origin_, done_[i], 0));
    }
  }
  cudaStream_t operator[](int i) const { return side_[i]; }

private:
  cudaStream_t origin_;
  cudaEvent_t fork_;
  std::array<cudaStream_t, N> side_;
  std::array<cudaEvent_t, N> done_;
};
void allButLast(cudaStream_t s, cudaGraph_t *g, float *p) {
  Lanes<4> lanes(s);
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  lanes.fork();
  for (int i = 0; i < 4; ++i)
    step<<<1, 1, 0, lanes[i]>>>(p, i);
  lanes.join(3);
  CHECK_CUDA(cudaStreamEndCapture(s, g)); // expect: unjoined-stream
}
// legal: all
void allLanes(cudaStream_t s, cudaGraph_t *g, float *p) {
  Lanes<4> lanes(s);
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  lanes.fork();
  for (int i = 0; i < 4; ++i)
    step<<<1, 1, 0, lanes[i]>>>(p, i);
  lanes.join();
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [owned streams]: two lanes of its own, and one is never joined
void twoOwnLanes(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStream_t a, b;
  cudaEvent_t fork, joined;
  CHECK_CUDA(cudaStreamCreate(&a));
  CHECK_CUDA(cudaStreamCreate(&b));
  CHECK_CUDA(cudaEventCreate(&fork));
  CHECK_CUDA(cudaEventCreate(&joined));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaEventRecord(fork, s));
  for (cudaStream_t lane : {a, b}) {
    CHECK_CUDA(cudaStreamWaitEvent(lane, fork, 0));
    step<<<1, 1, 0, lane>>>(p, 1);
  }
  CHECK_CUDA(cudaEventRecord(joined, b));
  CHECK_CUDA(cudaStreamWaitEvent(s, joined, 0));
  CHECK_CUDA(cudaStreamEndCapture(s, g)); // expect: unjoined-stream
}
// legal: both, with one event that is recorded again
void twoOwnLanesJoined(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStream_t a, b;
  cudaEvent_t fork, joined;
  CHECK_CUDA(cudaStreamCreate(&a));
  CHECK_CUDA(cudaStreamCreate(&b));
  CHECK_CUDA(cudaEventCreate(&fork));
  CHECK_CUDA(cudaEventCreate(&joined));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaEventRecord(fork, s));
  for (cudaStream_t lane : {a, b}) {
    CHECK_CUDA(cudaStreamWaitEvent(lane, fork, 0));
    step<<<1, 1, 0, lane>>>(p, 1);
  }
  for (cudaStream_t lane : {a, b}) {
    CHECK_CUDA(cudaEventRecord(joined, lane));
    CHECK_CUDA(cudaStreamWaitEvent(s, joined, 0));
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [re-record]: the join event is recorded again for the second lane before the first is waited for
void rerecorded(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t fork, cudaEvent_t done, cudaGraph_t *g, float *p) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
  CHECK_CUDA(cudaEventRecord(fork, s));
  CHECK_CUDA(cudaStreamWaitEvent(a, fork, 0));
  CHECK_CUDA(cudaStreamWaitEvent(b, fork, 0));
  step<<<1, 1, 0, a>>>(p, 1);
  step<<<1, 1, 0, b>>>(p, 2);
  CHECK_CUDA(cudaEventRecord(done, a));
  CHECK_CUDA(cudaEventRecord(done, b));
  CHECK_CUDA(cudaStreamWaitEvent(s, done, 0));
  CHECK_CUDA(cudaStreamEndCapture(s, g)); // expect: unjoined-stream
}
// legal: waited for in between
void rerecordedRight(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t fork, cudaEvent_t done, cudaGraph_t *g, float *p) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kGlobal));
  CHECK_CUDA(cudaEventRecord(fork, s));
  CHECK_CUDA(cudaStreamWaitEvent(a, fork, 0));
  CHECK_CUDA(cudaStreamWaitEvent(b, fork, 0));
  step<<<1, 1, 0, a>>>(p, 1);
  step<<<1, 1, 0, b>>>(p, 2);
  CHECK_CUDA(cudaEventRecord(done, a));
  CHECK_CUDA(cudaStreamWaitEvent(s, done, 0));
  CHECK_CUDA(cudaEventRecord(done, b));
  CHECK_CUDA(cudaStreamWaitEvent(s, done, 0));
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [third stream]: joined into a stream that is itself not joined any more
void throughThird(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e0, cudaEvent_t e1, cudaEvent_t e2, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e0, s);
  cudaStreamWaitEvent(a, e0, 0);
  cudaStreamWaitEvent(b, e0, 0);
  step<<<1, 1, 0, a>>>(p, 1);
  step<<<1, 1, 0, b>>>(p, 1);
  cudaEventRecord(e2, b);
  cudaStreamWaitEvent(s, e2, 0);
  cudaEventRecord(e1, a);
  cudaStreamWaitEvent(b, e1, 0);
  step<<<1, 1, 0, b>>>(p, 2);
  cudaStreamEndCapture(s, g); // expect: unjoined-stream
}
// legal: first into the third, then that into the origin
void throughThirdRight(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e0, cudaEvent_t e1, cudaEvent_t e2, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e0, s);
  cudaStreamWaitEvent(a, e0, 0);
  cudaStreamWaitEvent(b, e0, 0);
  step<<<1, 1, 0, a>>>(p, 1);
  step<<<1, 1, 0, b>>>(p, 1);
  cudaEventRecord(e1, a);
  cudaStreamWaitEvent(b, e1, 0);
  step<<<1, 1, 0, b>>>(p, 2);
  cudaEventRecord(e2, b);
  cudaStreamWaitEvent(s, e2, 0);
  cudaStreamEndCapture(s, g);
}

// violation [double buffering]: the copy stream is forked for each layer, and the last copy is not joined
struct Pipeline {
  cudaStream_t compute, copy;
  cudaEvent_t ready[2], consumed[2];
  void prefetch(float *to, const float *from, int slot) {
    CHECK_CUDA(cudaStreamWaitEvent(copy, consumed[slot], 0));
    CHECK_CUDA(cudaMemcpyAsync(to, from, 64, cudaMemcpyHostToDevice, copy));
    CHECK_CUDA(cudaEventRecord(ready[slot], copy));
  }
  void consume(float *p, int slot) {
    CHECK_CUDA(cudaStreamWaitEvent(compute, ready[slot], 0));
    step<<<1, 1, 0, compute>>>(p, slot);
    CHECK_CUDA(cudaEventRecord(consumed[slot], compute));
  }
};
void lastPrefetchLeft(Pipeline &pl, float *const *buffers, const float *weights, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(pl.compute, kGlobal));
  CHECK_CUDA(cudaEventRecord(pl.consumed[0], pl.compute));
  CHECK_CUDA(cudaEventRecord(pl.consumed[1], pl.compute));
  pl.prefetch(buffers[0], weights, 0);
  pl.prefetch(buffers[1], weights + 64, 1);
  pl.consume(buffers[0], 0);
  CHECK_CUDA(cudaStreamEndCapture(pl.compute, g)); // expect: unjoined-stream
}
// legal: each prefetch is consumed
void allPrefetchesConsumed(Pipeline &pl, float *const *buffers, const float *weights, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(pl.compute, kGlobal));
  CHECK_CUDA(cudaEventRecord(pl.consumed[0], pl.compute));
  CHECK_CUDA(cudaEventRecord(pl.consumed[1], pl.compute));
  pl.prefetch(buffers[0], weights, 0);
  pl.prefetch(buffers[1], weights + 64, 1);
  pl.consume(buffers[0], 0);
  pl.consume(buffers[1], 1);
  CHECK_CUDA(cudaStreamEndCapture(pl.compute, g));
}
// legal: a loop over layers with slots, the last ones consumed behind it
void layersWithSlots(Pipeline &pl, float *const *buffers, const float *weights, int layers, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(pl.compute, kGlobal));
  CHECK_CUDA(cudaEventRecord(pl.consumed[0], pl.compute));
  CHECK_CUDA(cudaEventRecord(pl.consumed[1], pl.compute));
  pl.prefetch(buffers[0], weights, 0);
  for (int l = 0; l < layers; ++l) {
    if (l + 1 < layers)
      pl.prefetch(buffers[(l + 1) & 1], weights + 64 * (l + 1), (l + 1) & 1);
    pl.consume(buffers[l & 1], l & 1);
  }
  CHECK_CUDA(cudaStreamEndCapture(pl.compute, g));
}

// violation [span]: streams in a span, the first is the origin, and the fork loop begins at 1 but nothing joins
void overSpan(std::span<const cudaStream_t> streams, std::span<const cudaEvent_t> done, cudaEvent_t fork, float *p, cudaGraph_t *g) {
  const cudaStream_t origin = streams.front();
  CHECK_CUDA(cudaStreamBeginCapture(origin, kLocal));
  CHECK_CUDA(cudaEventRecord(fork, origin));
  for (size_t i = 1; i < streams.size(); ++i) {
    CHECK_CUDA(cudaStreamWaitEvent(streams[i], fork, 0));
    step<<<1, 1, 0, streams[i]>>>(p, static_cast<int>(i));
    CHECK_CUDA(cudaEventRecord(done[i], streams[i]));
  }
  CHECK_CUDA(cudaStreamEndCapture(origin, g)); // miss: unjoined-stream (a loop over elements whose calls are checked is not followed to its end)
}
// legal: joined in subspan loops
void overSpanJoined(std::span<const cudaStream_t> streams, std::span<const cudaEvent_t> done, cudaEvent_t fork, float *p, cudaGraph_t *g) {
  const cudaStream_t origin = streams.front();
  CHECK_CUDA(cudaStreamBeginCapture(origin, kLocal));
  CHECK_CUDA(cudaEventRecord(fork, origin));
  for (cudaStream_t s : streams.subspan(1)) {
    CHECK_CUDA(cudaStreamWaitEvent(s, fork, 0));
    step<<<1, 1, 0, s>>>(p, 1);
  }
  for (size_t i = 1; i < streams.size(); ++i) {
    CHECK_CUDA(cudaEventRecord(done[i], streams[i]));
    CHECK_CUDA(cudaStreamWaitEvent(origin, done[i], 0));
  }
  CHECK_CUDA(cudaStreamEndCapture(origin, g));
}
// legal: with ranges::views
void overViews(std::vector<cudaStream_t> &streams, std::vector<cudaEvent_t> &done, cudaEvent_t fork, float *p, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(streams[0], kLocal));
  CHECK_CUDA(cudaEventRecord(fork, streams[0]));
  for (cudaStream_t s : streams | std::views::drop(1)) {
    CHECK_CUDA(cudaStreamWaitEvent(s, fork, 0));
    step<<<1, 1, 0, s>>>(p, 1);
  }
  for (int i : std::views::iota(1, static_cast<int>(streams.size()))) {
    CHECK_CUDA(cudaEventRecord(done[i], streams[i]));
    CHECK_CUDA(cudaStreamWaitEvent(streams[0], done[i], 0));
  }
  CHECK_CUDA(cudaStreamEndCapture(streams[0], g));
}

// violation [struct field]: the join helper takes its arguments in the other order
struct Side {
  cudaStream_t stream;
  cudaEvent_t fork, join;
};
static void enter(cudaStream_t from, const Side &side) {
  CHECK_CUDA(cudaEventRecord(side.fork, from));
  CHECK_CUDA(cudaStreamWaitEvent(side.stream, side.fork, 0));
}
static void leave(const Side &side, cudaStream_t to) {
  CHECK_CUDA(cudaEventRecord(side.join, side.stream));
  CHECK_CUDA(cudaStreamWaitEvent(to, side.join, 0));
}
void branches(cudaStream_t s, const Side &left, float *p, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  enter(s, left);
  step<<<1, 1, 0, left.stream>>>(p, 1);
  leave(left, left.stream);
  CHECK_CUDA(cudaStreamEndCapture(s, g)); // expect: unjoined-stream
}
// legal: to the origin
void branchesRight(cudaStream_t s, const Side &left, float *p, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  enter(s, left);
  step<<<1, 1, 0, left.stream>>>(p, 1);
  leave(left, s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [training loop]: gradients are reduced on a side stream, which one of two phases joins
class Trainer {
public:
  void backward(float *p, bool last) {
    step<<<1, 1, 0, main_>>>(p, 1);
    CHECK_CUDA(cudaEventRecord(grads_, main_));
    CHECK_CUDA(cudaStreamWaitEvent(comm_, grads_, 0));
    step<<<1, 1, 0, comm_>>>(p, 2);
    if (last) {
      CHECK_CUDA(cudaEventRecord(reduced_, comm_));
      CHECK_CUDA(cudaStreamWaitEvent(main_, reduced_, 0));
    }
  }
  void captureMicro(float *p) {
    CHECK_CUDA(cudaStreamBeginCapture(main_, kLocal));
    for (int i = 0; i < 3; ++i)
      backward(p, false);
    CHECK_CUDA(cudaStreamEndCapture(main_, &micro_)); // expect: unjoined-stream
  }
  // legal: the last one joins
  void captureAll(float *p) {
    CHECK_CUDA(cudaStreamBeginCapture(main_, kLocal));
    for (int i = 0; i < 3; ++i)
      backward(p, i == 2);
    CHECK_CUDA(cudaStreamEndCapture(main_, &all_));
  }

private:
  cudaStream_t main_, comm_;
  cudaEvent_t grads_, reduced_;
  cudaGraph_t micro_, all_;
};

// violation [iterations]: an event of the last iteration's graph is waited for by work outside
void eventAcrossIterations(cudaStream_t s, cudaStream_t other, cudaEvent_t done, float *p, int n) {
  cudaGraphExec_t e = nullptr;
  cudaGraph_t g;
  CHECK_CUDA(cudaStreamBeginCapture(s, kRelaxed));
  step<<<1, 1, 0, s>>>(p, 1);
  CHECK_CUDA(cudaEventRecord(done, s));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
  for (int i = 0; i < n; ++i) {
    CHECK_CUDA(cudaGraphLaunch(e, s));
    CHECK_CUDA(cudaEventSynchronize(done)); // expect: invalid-handle
  }
}
// legal: recorded after each launch
void eventEachIteration(cudaStream_t s, cudaStream_t other, cudaEvent_t done, float *p, int n) {
  cudaGraphExec_t e = nullptr;
  cudaGraph_t g;
  CHECK_CUDA(cudaStreamBeginCapture(s, kRelaxed));
  step<<<1, 1, 0, s>>>(p, 1);
  CHECK_CUDA(cudaEventRecord(done, s));
  CHECK_CUDA(cudaStreamEndCapture(s, &g));
  CHECK_CUDA(cudaGraphInstantiate(&e, g, 0));
  for (int i = 0; i < n; ++i) {
    CHECK_CUDA(cudaGraphLaunch(e, s));
    CHECK_CUDA(cudaEventRecord(done, s));
    CHECK_CUDA(cudaEventSynchronize(done));
  }
}

// violation [scoped fork]: a fork object that joins in its destructor lives longer than the capture
class ScopedFork {
public:
  ScopedFork(cudaStream_t from, const Side &to) : from_(from), to_(to) { enter(from, to); }
  ~ScopedFork() { leave(to_, from_); }
  ScopedFork(const ScopedFork &) = delete;

private:
  cudaStream_t from_;
  const Side &to_;
};
void forkOutlives(cudaStream_t s, const Side &side, float *p, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  ScopedFork fork(s, side);
  step<<<1, 1, 0, side.stream>>>(p, 1);
  CHECK_CUDA(cudaStreamEndCapture(s, g)); // expect: unjoined-stream
}
// legal: its scope ends first
void forkEnds(cudaStream_t s, const Side &side, float *p, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  {
    ScopedFork fork(s, side);
    step<<<1, 1, 0, side.stream>>>(p, 1);
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// violation [member RAII]: the order of two objects: the capture's guard goes before the fork's
class CaptureGuard {
public:
  CaptureGuard(cudaStream_t s, cudaGraph_t *g) : s_(s), g_(g) { CHECK_CUDA(cudaStreamBeginCapture(s_, kLocal)); }
  ~CaptureGuard() { CHECK_CUDA(cudaStreamEndCapture(s_, g_)); }
  CaptureGuard(const CaptureGuard &) = delete;

private:
  cudaStream_t s_;
  cudaGraph_t *g_;
};
void nestedScopes(cudaStream_t s, const Side &side, float *p, cudaGraph_t *g) {
  std::optional<ScopedFork> fork;
  CaptureGuard capture(s, g); // expect: unjoined-stream
  fork.emplace(s, side);
  step<<<1, 1, 0, side.stream>>>(p, 1);
}
// legal: the fork's goes first
void nestedScopesRight(cudaStream_t s, const Side &side, float *p, cudaGraph_t *g) {
  CaptureGuard capture(s, g);
  std::optional<ScopedFork> fork;
  fork.emplace(s, side);
  step<<<1, 1, 0, side.stream>>>(p, 1);
}

// violation [escaped]: the side stream waits for the event before it is recorded in this capture
void waitsTooEarly(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStream_t side;
  cudaEvent_t fork;
  CHECK_CUDA(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
  CHECK_CUDA(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaStreamWaitEvent(side, fork, 0));
  CHECK_CUDA(cudaEventRecord(fork, s));
  step<<<1, 1, 0, side>>>(p, 1); // expect: escaped-work
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: recorded first
void waitsThen(cudaStream_t s, float *p, cudaGraph_t *g) {
  cudaStream_t side;
  cudaEvent_t fork, join;
  CHECK_CUDA(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
  CHECK_CUDA(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK_CUDA(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaEventRecord(fork, s));
  CHECK_CUDA(cudaStreamWaitEvent(side, fork, 0));
  step<<<1, 1, 0, side>>>(p, 1);
  CHECK_CUDA(cudaEventRecord(join, side));
  CHECK_CUDA(cudaStreamWaitEvent(s, join, 0));
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// violation [round robin]: work goes round over the streams, one of which never joined
void roundRobin(cudaStream_t s, cudaEvent_t fork, cudaEvent_t done, float *p, int n, cudaGraph_t *g) {
  cudaStream_t pool[2];
  for (auto &t : pool)
    CHECK_CUDA(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaEventRecord(fork, s));
  CHECK_CUDA(cudaStreamWaitEvent(pool[0], fork, 0));
  step<<<1, 1, 0, pool[0]>>>(p, 0);
  step<<<1, 1, 0, pool[1]>>>(p, 1); // expect: escaped-work
  CHECK_CUDA(cudaEventRecord(done, pool[0]));
  CHECK_CUDA(cudaStreamWaitEvent(s, done, 0));
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
// legal: both joined, work by i % 2
void roundRobinRight(cudaStream_t s, cudaEvent_t fork, cudaEvent_t done, float *p, int n, cudaGraph_t *g) {
  cudaStream_t pool[2];
  for (auto &t : pool)
    CHECK_CUDA(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  CHECK_CUDA(cudaStreamBeginCapture(s, kLocal));
  CHECK_CUDA(cudaEventRecord(fork, s));
  for (auto t : pool)
    CHECK_CUDA(cudaStreamWaitEvent(t, fork, 0));
  for (int i = 0; i < n; ++i)
    step<<<1, 1, 0, pool[i % 2]>>>(p, i);
  for (auto t : pool) {
    CHECK_CUDA(cudaEventRecord(done, t));
    CHECK_CUDA(cudaStreamWaitEvent(s, done, 0));
  }
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

} // namespace streams
