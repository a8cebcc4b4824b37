#include "cases.h"

namespace unbalanced {

// violation [early return]: a cache hit leaves without the end
void cacheHit(cudaStream_t s, cudaGraph_t *g, const std::map<int, int> &cache, int key) {
  cudaStreamBeginCapture(s, kGlobal); // expect: unbalanced
  if (cache.count(key))
    return;
  step<<<1, 1, 0, s>>>(nullptr, key);
  cudaStreamEndCapture(s, g);
}
// legal: the cache is asked first
void cacheFirst(cudaStream_t s, cudaGraph_t *g, const std::map<int, int> &cache, int key) {
  if (cache.count(key))
    return;
  cudaStreamBeginCapture(s, kGlobal);
  step<<<1, 1, 0, s>>>(nullptr, key);
  cudaStreamEndCapture(s, g);
}

// violation [switch]: one case returns
int byKind(cudaStream_t s, cudaGraph_t *g, int kind) {
  cudaStreamBeginCapture(s, kGlobal); // expect: unbalanced
  switch (kind) {
  case 0:
    step<<<1, 1, 0, s>>>(nullptr, 0);
    break;
  case 1:
    step<<<1, 1, 0, s>>>(nullptr, 1);
    break;
  default:
    return -1;
  }
  cudaStreamEndCapture(s, g);
  return 0;
}
// legal: the program ends there
int byKindOrAbort(cudaStream_t s, cudaGraph_t *g, int kind) {
  cudaStreamBeginCapture(s, kGlobal);
  switch (kind) {
  case 0:
    step<<<1, 1, 0, s>>>(nullptr, 0);
    break;
  case 1:
    step<<<1, 1, 0, s>>>(nullptr, 1);
    break;
  default:
    std::abort();
  }
  cudaStreamEndCapture(s, g);
  return 0;
}

// violation [straight line]: ended twice
void endedTwice(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  cudaStreamEndCapture(s, g);
  cudaStreamEndCapture(s, g); // expect: unbalanced
}
// legal: begun anew in between
void begunAnew(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, kLocal);
  cudaStreamEndCapture(s, g);
}

// violation [alias]: the handles were swapped meanwhile
void swapped(cudaStream_t a, cudaStream_t b, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kLocal);
  std::swap(a, b);
  cudaStreamEndCapture(a, g); // expect: unbalanced
}
// legal: and the other name is used
void swappedRight(cudaStream_t a, cudaStream_t b, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kLocal);
  std::swap(a, b);
  cudaStreamEndCapture(b, g);
}

// violation [helper at depth]: begin and end take different members
struct Session {
  cudaStream_t main, side;
  cudaGraph_t graph;
  void begin() { CHECK_CUDA(cudaStreamBeginCapture(main, kLocal)); }
  void end() { CHECK_CUDA(cudaStreamEndCapture(main, &graph)); }
  void endSide() { CHECK_CUDA(cudaStreamEndCapture(side, &graph)); }
};
void wrongMember(Session &session) {
  session.begin();
  session.endSide(); // expect: unbalanced
}
// legal: the same member
void rightMember(Session &session) {
  session.begin();
  session.end();
}

// violation [unique_ptr]: two sessions, owned
void twoSessions(std::unique_ptr<Session> a, std::unique_ptr<Session> b) {
  a->begin();
  b->end(); // miss: unbalanced (two objects may hold one handle)
  (void)a;
}
// legal: one of them
void oneSession(std::unique_ptr<Session> a, std::unique_ptr<Session> b) {
  a->begin();
  a->end();
  b->begin();
  b->end();
}

// violation [member RAII]: ended by hand, and by the guard
struct Guard {
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  bool active = true;
  explicit Guard(cudaStream_t s) : stream(s) { CHECK_CUDA(cudaStreamBeginCapture(stream, kLocal)); }
  ~Guard() {
    if (active)
      (void)cudaStreamEndCapture(stream, &graph);
  }
  Guard(Guard &&other) : stream(other.stream), graph(other.graph), active(std::exchange(other.active, false)) {}
  cudaGraph_t finish() {
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    active = false;
    return graph;
  }
};
void endedByHand(cudaStream_t s) {
  cudaGraph_t graph;
  Guard guard(s); // expect: unbalanced
  cudaStreamEndCapture(s, &graph);
}
// legal: the guard is told
cudaGraph_t finished(cudaStream_t s) {
  Guard guard(s);
  return guard.finish();
}
// legal: the guard was moved
cudaGraph_t movedGuard(cudaStream_t s) {
  Guard guard(s);
  Guard other(std::move(guard));
  return other.finish();
}
// legal: a guard in a unique_ptr
cudaGraph_t ownedGuard(cudaStream_t s) {
  auto guard = std::make_unique<Guard>(s);
  step<<<1, 1, 0, s>>>(nullptr, 1);
  return guard->finish();
}
// violation [unique_ptr]: a guard in a unique_ptr, ended by hand
void ownedGuardByHand(cudaStream_t s) {
  cudaGraph_t graph;
  auto guard = std::make_unique<Guard>(s); // expect: unbalanced
  cudaStreamEndCapture(s, &graph);
}
// legal: the guard in it ends it
void ownedGuardAlone(cudaStream_t s) {
  auto guard = std::make_unique<Guard>(s);
  step<<<1, 1, 0, s>>>(nullptr, 1);
}
// legal: an optional guard under a condition
void optionalGuard(cudaStream_t s, bool capture, void *p) {
  std::optional<Guard> guard;
  if (capture)
    guard.emplace(s);
  step<<<1, 1, 0, s>>>(nullptr, 1);
  guard.reset();
  cudaFree(p);
}

// violation [thread]: a worker ends it
void endedByWorker(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  std::thread worker([=] { cudaStreamEndCapture(s, g); }); // expect: unbalanced
  worker.join();
}
// legal: a Relaxed capture may be ended anywhere
void relaxedEndedByWorker(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  std::thread worker([=] { cudaStreamEndCapture(s, g); });
  worker.join();
}

// violation [goto]: a jump past the end
int jump(cudaStream_t s, cudaGraph_t *g, int n) {
  int rc = 0;
  cudaStreamBeginCapture(s, kGlobal); // expect: unbalanced
  if (n < 0) {
    rc = -1;
    goto out;
  }
  step<<<1, 1, 0, s>>>(nullptr, n);
  cudaStreamEndCapture(s, g);
out:
  return rc;
}
// legal: a jump to the end
int jumpToEnd(cudaStream_t s, cudaGraph_t *g, int n) {
  int rc = 0;
  cudaStreamBeginCapture(s, kGlobal);
  if (n < 0) {
    rc = -1;
    goto out;
  }
  step<<<1, 1, 0, s>>>(nullptr, n);
out:
  cudaStreamEndCapture(s, g);
  return rc;
}

// violation [loop]: a break out of the loop that ends it
void breaks(cudaStream_t s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kGlobal); // expect: unbalanced
    if (i == 7)
      return;
    step<<<1, 1, 0, s>>>(nullptr, i);
    cudaStreamEndCapture(s, g);
  }
}
// legal: in front of the begin
void breaksBefore(cudaStream_t s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 7)
      return;
    cudaStreamBeginCapture(s, kGlobal);
    step<<<1, 1, 0, s>>>(nullptr, i);
    cudaStreamEndCapture(s, g);
  }
}

// violation [straight line]: a stream that was just created is not capturing
void endOnNew(cudaStream_t s, cudaGraph_t *g) {
  cudaStream_t other;
  cudaStreamCreate(&other);
  cudaStreamBeginCapture(s, kLocal);
  cudaStreamEndCapture(other, g); // expect: unbalanced
  cudaStreamEndCapture(s, g);
}
// legal: the new one is captured
void endOnNewAfterBegin(cudaGraph_t *g) {
  cudaStream_t other;
  cudaStreamCreate(&other);
  cudaStreamBeginCapture(other, kLocal);
  cudaStreamEndCapture(other, g);
}

// violation [lambda]: the end is deferred in a scope guard, and called by hand, too
template <typename F> struct AtExit {
  F action;
  ~AtExit() { action(); }
};
template <typename F> AtExit(F) -> AtExit<F>;
void scopeExit(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kLocal);
  AtExit end{[&] { cudaStreamEndCapture(s, g); }}; // expect: unbalanced
  step<<<1, 1, 0, s>>>(nullptr, 1);
  cudaStreamEndCapture(s, g);
}
// legal: only deferred, with an early return
void scopeExitOnly(cudaStream_t s, cudaGraph_t *g, bool tiny) {
  cudaStreamBeginCapture(s, kLocal);
  AtExit end{[&] { cudaStreamEndCapture(s, g); }};
  if (tiny)
    return;
  step<<<1, 1, 0, s>>>(nullptr, 1);
}
// legal: deferred in a unique_ptr with a deleter
void deleterEnds(cudaStream_t s, cudaGraph_t *g, bool tiny) {
  cudaStreamBeginCapture(s, kLocal);
  auto end = [g](CUstream_st *stream) { cudaStreamEndCapture(stream, g); };
  std::unique_ptr<CUstream_st, decltype(end)> guard(s, end);
  if (tiny)
    return;
  step<<<1, 1, 0, s>>>(nullptr, 1);
}
// legal: a shared_ptr<void> with a deleter
void sharedEnds(cudaStream_t s, cudaGraph_t *g, bool tiny) {
  cudaStreamBeginCapture(s, kLocal);
  std::shared_ptr<void> guard(nullptr, [=](void *) { cudaStreamEndCapture(s, g); });
  if (tiny)
    return;
  step<<<1, 1, 0, s>>>(nullptr, 1);
}

// violation [correlated condition]: begun and ended under different values
void byMode(cudaStream_t s, cudaGraph_t *g, int mode) {
  cudaStreamBeginCapture(s, kGlobal); // miss: unbalanced (an end under a condition may be the one that is due on this path)
  if (mode == 1) {
    cudaStreamEndCapture(s, g);
    return;
  }
  if (mode == 2)
    return;
  cudaStreamEndCapture(s, g);
}
// legal: every value has an end
void byModeAll(cudaStream_t s, cudaGraph_t *g, int mode) {
  cudaStreamBeginCapture(s, kGlobal);
  if (mode == 1) {
    cudaStreamEndCapture(s, g);
    return;
  }
  if (mode == 2) {
    cudaStreamEndCapture(s, g);
    return;
  }
  cudaStreamEndCapture(s, g);
}

// legal: begun in the first round, ended in the last
void firstToLast(cudaStream_t s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      cudaStreamBeginCapture(s, kGlobal);
    step<<<1, 1, 0, s>>>(nullptr, i);
    if (i == n - 1)
      cudaStreamEndCapture(s, g);
  }
}
// legal: a do-while(false) with breaks, and the end behind it
bool doOnce(cudaStream_t s, cudaGraph_t *g, int n) {
  bool ok = false;
  cudaStreamBeginCapture(s, kGlobal);
  do {
    if (n < 0)
      break;
    step<<<1, 1, 0, s>>>(nullptr, n);
    ok = true;
  } while (false);
  cudaStreamEndCapture(s, g);
  return ok;
}

// violation [conditional operator]: ended on the one that was not chosen
void endsTheOther(cudaStream_t x, cudaStream_t y, bool a, cudaGraph_t *g) {
  cudaStream_t s = a ? x : y;
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(a ? y : x, g); // expect: unbalanced
}
// legal: the same choice is made again, of two conditions
void choosesAgain(cudaStream_t x, cudaStream_t y, bool a, bool b, cudaGraph_t *g) {
  cudaStream_t s = a || b ? x : y;
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(a || b ? x : y, g); // false: unbalanced (which of two conditions held is forgotten where the choice was made)
}
} // namespace unbalanced
