#include "cases.h"

namespace unjoined_stream {

// violation [loop]: forked in a loop over a list, and one is not joined
void oneLane(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaEvent_t ea, cudaEvent_t eb, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  for (cudaStream_t side : {a, b})
    cudaStreamWaitEvent(side, e, 0);
  step<<<1, 1, 0, a>>>(nullptr, 1);
  step<<<1, 1, 0, b>>>(nullptr, 1);
  cudaEventRecord(ea, a);
  cudaStreamWaitEvent(s, ea, 0);
  cudaStreamEndCapture(s, g); // expect: unjoined-stream
}
// legal: both are
void bothLanes(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaEvent_t ea, cudaEvent_t eb, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  for (cudaStream_t side : {a, b})
    cudaStreamWaitEvent(side, e, 0);
  step<<<1, 1, 0, a>>>(nullptr, 1);
  step<<<1, 1, 0, b>>>(nullptr, 1);
  cudaEventRecord(ea, a);
  cudaStreamWaitEvent(s, ea, 0);
  cudaEventRecord(eb, b);
  cudaStreamWaitEvent(s, eb, 0);
  cudaStreamEndCapture(s, g);
}

// violation [struct field]: two lanes in a struct, forked twice and never joined
struct Lanes {
  cudaStream_t main, side;
  cudaEvent_t forked, joined;
};
static void fork(const Lanes &l) {
  cudaEventRecord(l.forked, l.main);
  cudaStreamWaitEvent(l.side, l.forked, 0);
}
static void join(const Lanes &l) {
  cudaEventRecord(l.joined, l.side);
  cudaStreamWaitEvent(l.main, l.joined, 0);
}
void wrongWay(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kLocal);
  fork(l);
  step<<<1, 1, 0, l.side>>>(nullptr, 1);
  fork(l);
  cudaStreamEndCapture(l.main, g); // expect: unjoined-stream
}
// legal: joined the second time
void rightWay(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kLocal);
  fork(l);
  step<<<1, 1, 0, l.side>>>(nullptr, 1);
  join(l);
  cudaStreamEndCapture(l.main, g);
}

// violation [member RAII]: a scope that forks, and whose destructor only records
struct HalfScope {
  const Lanes &lanes;
  explicit HalfScope(const Lanes &l) : lanes(l) { fork(lanes); }
  ~HalfScope() { cudaEventRecord(lanes.joined, lanes.side); }
};
void halfScope(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  {
    HalfScope scope(l);
    step<<<1, 1, 0, l.side>>>(nullptr, 1);
  }
  cudaStreamEndCapture(l.main, g); // expect: unjoined-stream
}
// legal: whose destructor joins
struct FullScope {
  const Lanes &lanes;
  explicit FullScope(const Lanes &l) : lanes(l) { fork(lanes); }
  ~FullScope() { join(lanes); }
};
void fullScope(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  {
    FullScope scope(l);
    step<<<1, 1, 0, l.side>>>(nullptr, 1);
  }
  cudaStreamEndCapture(l.main, g);
}
// legal: the scope is held by a unique_ptr, and destroyed by reset
void fullScopeOwned(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  auto scope = std::make_unique<FullScope>(l);
  step<<<1, 1, 0, l.side>>>(nullptr, 1);
  scope.reset();
  cudaStreamEndCapture(l.main, g);
}
// legal: the scope is held by an optional
void fullScopeOptional(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  {
    std::optional<FullScope> scope;
    scope.emplace(l);
    step<<<1, 1, 0, l.side>>>(nullptr, 1);
  }
  cudaStreamEndCapture(l.main, g);
}
// legal: the join is a deferred lambda in a scope guard
template <typename F> struct Finally {
  F action;
  bool active = true;
  explicit Finally(F f) : action(std::move(f)) {}
  Finally(Finally &&other) : action(std::move(other.action)), active(std::exchange(other.active, false)) {}
  ~Finally() {
    if (active)
      action();
  }
};
template <typename F> Finally<F> finally(F f) { return Finally<F>(std::move(f)); }
void joinedFinally(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  {
    fork(l);
    auto joining = finally([&] { join(l); });
    step<<<1, 1, 0, l.side>>>(nullptr, 1);
  }
  cudaStreamEndCapture(l.main, g);
}
// violation [lambda]: the guard is dismissed
void dismissedFinally(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  {
    fork(l);
    auto joining = finally([&] { join(l); });
    step<<<1, 1, 0, l.side>>>(nullptr, 1);
    joining.active = false;
  }
  cudaStreamEndCapture(l.main, g); // expect: unjoined-stream
}
// legal: the guard is dismissed and joined by hand
void dismissedAndJoined(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  {
    fork(l);
    auto joining = finally([&] { join(l); });
    step<<<1, 1, 0, l.side>>>(nullptr, 1);
    joining.active = false;
    join(l);
  }
  cudaStreamEndCapture(l.main, g);
}

// violation [correlated condition]: joined under the opposite condition
void opposite(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, bool two, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  if (two) {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    step<<<1, 1, 0, t>>>(nullptr, 1);
  }
  if (!two) {
    cudaEventRecord(f, t);
    cudaStreamWaitEvent(s, f, 0); // expect: isolation
  }
  cudaStreamEndCapture(s, g); // expect: unjoined-stream
}
// legal: under the same
void same(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, bool two, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  if (two) {
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    step<<<1, 1, 0, t>>>(nullptr, 1);
  }
  if (two) {
    cudaEventRecord(f, t);
    cudaStreamWaitEvent(s, f, 0);
  }
  cudaStreamEndCapture(s, g);
}

// violation [conditional operator]: the stream that was chosen is forked
void chosen(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaEvent_t f, bool first, cudaGraph_t *g) {
  cudaStream_t side = first ? a : b;
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(side, e, 0);
  step<<<1, 1, 0, side>>>(nullptr, 1);
  cudaStreamEndCapture(s, g); // expect: unjoined-stream
}
// legal: the same choice is joined
void chosenJoined(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaEvent_t f, bool first, cudaGraph_t *g) {
  cudaStream_t side = first ? a : b;
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(side, e, 0);
  step<<<1, 1, 0, side>>>(nullptr, 1);
  cudaEventRecord(f, first ? a : b);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, g);
}

// violation [alias]: the event that is waited for is recorded on an alias of the origin
void aliasOfOrigin(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g) {
  cudaStream_t &origin = s;
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, origin);
  cudaStreamWaitEvent(t, e, 0);
  step<<<1, 1, 0, t>>>(nullptr, 1);
  cudaEventRecord(f, origin);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(origin, g); // expect: unjoined-stream
}
// legal: on an alias of the fork
void aliasOfFork(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g) {
  cudaStream_t &fork = t;
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  step<<<1, 1, 0, t>>>(nullptr, 1);
  cudaEventRecord(f, fork);
  cudaStreamWaitEvent(s, f, 0);
  cudaStreamEndCapture(s, g);
}

// violation [helper at depth]: work after the join, in a helper
static void tail(cudaStream_t t) { step<<<1, 1, 0, t>>>(nullptr, 1); }
void workAfterJoin(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  fork(l);
  tail(l.side);
  join(l);
  tail(l.side);
  cudaStreamEndCapture(l.main, g); // expect: unjoined-stream
}
// legal: work of the origin after the join
void originAfterJoin(const Lanes &l, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  fork(l);
  tail(l.side);
  join(l);
  tail(l.main);
  cudaStreamEndCapture(l.main, g);
}

// violation [goto]: a jump past the join
void jumpPast(const Lanes &l, bool skip, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  fork(l);
  tail(l.side);
  if (skip)
    goto end;
  join(l);
end:
  cudaStreamEndCapture(l.main, g); // expect: unjoined-stream
}
// legal: a jump past the fork and the join
void jumpPastBoth(const Lanes &l, bool skip, cudaGraph_t *g) {
  cudaStreamBeginCapture(l.main, kGlobal);
  if (skip)
    goto end;
  fork(l);
  tail(l.side);
  join(l);
end:
  cudaStreamEndCapture(l.main, g);
}

// violation [function pointer]: a task of a table forks and does not join
static void forks(const Lanes &l) {
  fork(l);
  tail(l.side);
}
static void joins(const Lanes &l) { join(l); }
using Task = void (*)(const Lanes &);
void tasksWithoutJoin(const Lanes &l, cudaGraph_t *g) {
  const Task tasks[] = {forks};
  cudaStreamBeginCapture(l.main, kGlobal);
  for (Task task : tasks)
    task(l);
  cudaStreamEndCapture(l.main, g); // expect: unjoined-stream
}
// legal: the next task joins
void tasksWithJoin(const Lanes &l, cudaGraph_t *g) {
  const Task tasks[] = {forks, joins};
  cudaStreamBeginCapture(l.main, kGlobal);
  for (Task task : tasks)
    task(l);
  cudaStreamEndCapture(l.main, g);
}

struct Lane {
  cudaStream_t stream;
  cudaEvent_t event;
};
static void forkTo(const Lane &from, const Lane &to) {
  cudaEventRecord(from.event, from.stream);
  cudaStreamWaitEvent(to.stream, from.event, 0);
}
static void tailOf(const Lane &lane) { tail(lane.stream); }

// legal: lanes in a vector, forked and joined in range loops
void vectorOfLanes(Lane &main, std::vector<Lane> &lanes, cudaGraph_t *g) {
  cudaStreamBeginCapture(main.stream, kGlobal);
  cudaEventRecord(main.event, main.stream);
  for (auto &lane : lanes)
    cudaStreamWaitEvent(lane.stream, main.event, 0);
  for (auto &lane : lanes)
    step<<<1, 1, 0, lane.stream>>>(nullptr, 1);
  for (auto &lane : lanes) {
    cudaEventRecord(lane.event, lane.stream);
    cudaStreamWaitEvent(main.stream, lane.event, 0);
  }
  cudaStreamEndCapture(main.stream, g);
}
// violation [vector]: nothing joins what the loop forked
void vectorNotJoined(Lane &main, std::vector<Lane> &lanes, cudaGraph_t *g) {
  cudaStreamBeginCapture(main.stream, kGlobal);
  cudaEventRecord(main.event, main.stream);
  for (auto &lane : lanes) {
    cudaStreamWaitEvent(lane.stream, main.event, 0);
    step<<<1, 1, 0, lane.stream>>>(nullptr, 1);
    cudaEventRecord(lane.event, lane.stream);
  }
  cudaStreamEndCapture(main.stream, g); // miss: unjoined-stream (which elements a loop forks, and which another one joins, is not certain)
}
// legal: structs of arrays, with for_each
struct LaneArrays {
  std::array<cudaStream_t, 4> streams;
  std::array<cudaEvent_t, 4> events;
};
void structOfArrays(Lane &main, LaneArrays &lanes, cudaGraph_t *g) {
  cudaStreamBeginCapture(main.stream, kGlobal);
  cudaEventRecord(main.event, main.stream);
  for (size_t i = 0; i < lanes.streams.size(); ++i) {
    cudaStreamWaitEvent(lanes.streams[i], main.event, 0);
    step<<<1, 1, 0, lanes.streams[i]>>>(nullptr, 1);
    cudaEventRecord(lanes.events[i], lanes.streams[i]);
  }
  for (cudaEvent_t event : lanes.events)
    cudaStreamWaitEvent(main.stream, event, 0);
  cudaStreamEndCapture(main.stream, g);
}
// legal: a chain of lanes, each forked from the one before and joined into it
void chain(std::array<Lane, 3> &lanes, cudaGraph_t *g) {
  cudaStreamBeginCapture(lanes[0].stream, kGlobal);
  for (int i = 1; i < 3; ++i)
    forkTo(lanes[i - 1], lanes[i]);
  for (int i = 1; i < 3; ++i)
    tailOf(lanes[i]);
  for (int i = 2; i > 0; --i)
    forkTo(lanes[i], lanes[i - 1]);
  cudaStreamEndCapture(lanes[0].stream, g);
}
// violation [array element]: a chain that forgets the last
void chainForgets(std::array<Lane, 3> &lanes, cudaGraph_t *g) {
  cudaStreamBeginCapture(lanes[0].stream, kGlobal);
  forkTo(lanes[0], lanes[1]);
  forkTo(lanes[1], lanes[2]);
  tailOf(lanes[2]);
  forkTo(lanes[1], lanes[0]);
  cudaStreamEndCapture(lanes[0].stream, g); // expect: unjoined-stream
}
// legal: joined through the middle one
void chainJoins(std::array<Lane, 3> &lanes, cudaGraph_t *g) {
  cudaStreamBeginCapture(lanes[0].stream, kGlobal);
  forkTo(lanes[0], lanes[1]);
  forkTo(lanes[1], lanes[2]);
  tailOf(lanes[2]);
  forkTo(lanes[2], lanes[1]);
  forkTo(lanes[1], lanes[0]);
  cudaStreamEndCapture(lanes[0].stream, g);
}
// violation [struct field]: two objects, one joined the wrong way round
void twoObjects(const Lane &a, const Lane &b, cudaGraph_t *g) {
  cudaStreamBeginCapture(a.stream, kGlobal);
  forkTo(a, b);
  tailOf(b);
  forkTo(a, b);
  cudaStreamEndCapture(a.stream, g); // expect: unjoined-stream
}
// legal: the right way round
void twoObjectsJoined(const Lane &a, const Lane &b, cudaGraph_t *g) {
  cudaStreamBeginCapture(a.stream, kGlobal);
  forkTo(a, b);
  tailOf(b);
  forkTo(b, a);
  cudaStreamEndCapture(a.stream, g);
}
// violation [alias]: swapped streams, joined as if they were not
static void forkStream(cudaStream_t from, cudaStream_t to, cudaEvent_t e) {
  cudaEventRecord(e, from);
  cudaStreamWaitEvent(to, e, 0);
}
void swappedWrong(cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kGlobal);
  forkStream(a, b, e);
  tail(b);
  std::swap(a, b);
  forkStream(b, a, f);
  cudaStreamEndCapture(b, g); // expect: unjoined-stream
}
// legal: joined by their new names
void swappedRight(cudaStream_t a, cudaStream_t b, cudaEvent_t e, cudaEvent_t f, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kGlobal);
  forkStream(a, b, e);
  tail(b);
  std::swap(a, b);
  forkStream(a, b, f);
  cudaStreamEndCapture(b, g);
}
// violation [array element]: a chain over an array of streams that forgets the last
void streamChain(std::array<cudaStream_t, 3> &s, std::array<cudaEvent_t, 4> &e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s[0], kGlobal);
  forkStream(s[0], s[1], e[0]);
  forkStream(s[1], s[2], e[1]);
  tail(s[2]);
  forkStream(s[1], s[0], e[2]);
  cudaStreamEndCapture(s[0], g); // expect: unjoined-stream
}
// legal: joined through the middle one
void streamChainJoined(std::array<cudaStream_t, 3> &s, std::array<cudaEvent_t, 4> &e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s[0], kGlobal);
  forkStream(s[0], s[1], e[0]);
  forkStream(s[1], s[2], e[1]);
  tail(s[2]);
  forkStream(s[2], s[1], e[2]);
  forkStream(s[1], s[0], e[3]);
  cudaStreamEndCapture(s[0], g);
}

} // namespace unjoined_stream
