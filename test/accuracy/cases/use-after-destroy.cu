#include "cases.h"

namespace use_after_destroy {

// violation [loop]: destroyed in the loop that uses it
void destroyedInLoop(cudaStream_t s, cudaEvent_t e, int n) {
  for (int i = 0; i < n; ++i) {
    cudaEventRecord(e, s); // expect: use-after-destroy
    cudaEventDestroy(e); // expect: use-after-destroy
  }
}
// legal: created in the loop, too
void createdInLoop(cudaStream_t s, int n) {
  for (int i = 0; i < n; ++i) {
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventRecord(e, s);
    cudaEventDestroy(e);
  }
}

// violation [alias]: through a copy of the handle
void throughCopy(cudaEvent_t e, cudaStream_t s) {
  cudaEvent_t kept = e;
  cudaEventDestroy(e);
  cudaEventRecord(kept, s); // expect: use-after-destroy
}
// legal: the copy was replaced
void copyReplaced(cudaEvent_t e, cudaEvent_t f, cudaStream_t s) {
  cudaEvent_t kept = e;
  cudaEventDestroy(e);
  kept = f;
  cudaEventRecord(kept, s);
}

// violation [alias]: std::exchange with null, and the taken one is used
void exchanged(cudaEvent_t e, cudaStream_t s) {
  cudaEvent_t taken = std::exchange(e, nullptr);
  cudaEventDestroy(taken);
  cudaEventRecord(taken, s); // expect: use-after-destroy
}
// legal: a move assignment by exchange destroys only what it has
struct Event {
  cudaEvent_t handle = nullptr;
  Event() { CHECK_CUDA(cudaEventCreate(&handle)); }
  ~Event() {
    if (handle)
      cudaEventDestroy(handle);
  }
  Event(Event &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Event &operator=(Event &&other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
};
void movedEvents(cudaStream_t s) {
  Event a;
  Event b = std::move(a);
  Event c;
  c = std::move(b);
  cudaEventRecord(c.handle, s);
}
// violation [member RAII]: a move that leaves the handle behind destroys twice
struct LeakyEvent {
  cudaEvent_t handle = nullptr;
  LeakyEvent() { CHECK_CUDA(cudaEventCreate(&handle)); }
  ~LeakyEvent() {
    if (handle)
      cudaEventDestroy(handle);
  }
  LeakyEvent(LeakyEvent &&other) noexcept : handle(std::move(other.handle)) {}
};
void leakyMove() {
  LeakyEvent a; // expect: use-after-destroy
  LeakyEvent b = std::move(a);
}
// legal: the moved-from one is emptied by hand
void emptiedByHand() {
  LeakyEvent a;
  LeakyEvent b = std::move(a);
  a.handle = nullptr;
}

// violation [unique_ptr]: used after reset
void usedAfterReset(cudaStream_t s) {
  auto event = std::make_unique<Event>();
  cudaEvent_t handle = event->handle;
  event.reset();
  cudaEventRecord(handle, s); // expect: use-after-destroy
}
// legal: used before
void usedBeforeReset(cudaStream_t s) {
  auto event = std::make_unique<Event>();
  cudaEvent_t handle = event->handle;
  cudaEventRecord(handle, s);
  event.reset();
}
// legal: the reset put another object in its place
void resetToAnother(cudaStream_t s) {
  auto event = std::make_unique<Event>();
  event = std::make_unique<Event>();
  cudaEventRecord(event->handle, s);
}
// legal: moved into a longer life
void movedOut(cudaStream_t s, std::unique_ptr<Event> &kept) {
  cudaEvent_t handle;
  {
    auto event = std::make_unique<Event>();
    handle = event->handle;
    kept = std::move(event);
  }
  cudaEventRecord(handle, s);
}
// violation [unique_ptr]: gone with its scope
void goneWithScope(cudaStream_t s) {
  cudaEvent_t handle;
  {
    auto event = std::make_unique<Event>();
    handle = event->handle;
  }
  cudaEventRecord(handle, s); // expect: use-after-destroy
}
// legal: the scope is the function's
void livesOn(cudaStream_t s) {
  auto event = std::make_unique<Event>();
  cudaEvent_t handle = event->handle;
  { cudaEventRecord(handle, s); }
}
// violation [optional]: gone with reset
void optionalGone(cudaStream_t s) {
  std::optional<Event> event(std::in_place);
  cudaEvent_t handle = event->handle;
  event.reset();
  cudaEventRecord(handle, s); // expect: use-after-destroy
}
// legal: emplaced anew
void optionalAnew(cudaStream_t s) {
  std::optional<Event> event(std::in_place);
  event.emplace();
  cudaEventRecord(event->handle, s);
}

// violation [unique_ptr]: a deleter destroys the handle
struct DestroyEvent {
  void operator()(cudaEvent_t e) const { cudaEventDestroy(e); }
};
using UniqueEvent = std::unique_ptr<CUevent_st, DestroyEvent>;
void deleted(cudaEvent_t e, cudaStream_t s) {
  UniqueEvent owner(e);
  owner.reset();
  cudaEventRecord(e, s); // expect: use-after-destroy
}
// legal: released
void deleterReleased(cudaEvent_t e, cudaStream_t s) {
  UniqueEvent owner(e);
  owner.release();
  cudaEventRecord(e, s);
}

// violation [correlated condition]: destroyed and used under one condition
void bothUnder(cudaEvent_t e, cudaStream_t s, bool done) {
  if (done)
    cudaEventDestroy(e);
  step<<<1, 1, 0, s>>>(nullptr, 1);
  if (done)
    cudaEventRecord(e, s); // expect: use-after-destroy
}
// legal: under opposite ones
void oppositeUnder(cudaEvent_t e, cudaStream_t s, bool done) {
  if (done)
    cudaEventDestroy(e);
  step<<<1, 1, 0, s>>>(nullptr, 1);
  if (!done)
    cudaEventRecord(e, s);
}

// violation [array element]: all are destroyed, one is used
void arrayDestroyed(std::array<cudaEvent_t, 2> events, cudaStream_t s) {
  cudaEventDestroy(events[0]);
  cudaEventDestroy(events[1]);
  cudaEventRecord(events[1], s); // expect: use-after-destroy
}
// legal: one is left
void arrayLeft(std::array<cudaEvent_t, 2> events, cudaStream_t s) {
  cudaEventDestroy(events[0]);
  cudaEventRecord(events[1], s);
}
// legal: a loop destroys each of them once
void arrayInLoop(std::vector<cudaEvent_t> &events) {
  for (cudaEvent_t &e : events) {
    cudaEventDestroy(e);
    e = nullptr;
  }
  events.clear();
}

// violation [graphs]: launched after the exec was destroyed in a helper
struct Graph {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  void clear() {
    if (exec)
      cudaGraphExecDestroy(exec);
    if (graph)
      cudaGraphDestroy(graph);
  }
  void clearAndForget() {
    clear();
    exec = nullptr;
    graph = nullptr;
  }
};
void launchedAfterClear(Graph &g, cudaStream_t s) {
  if (!g.exec)
    return;
  g.clear();
  cudaGraphLaunch(g.exec, s); // expect: use-after-destroy
}
// legal: cleared behind the launch, and made anew
void launchedBeforeClear(Graph &g, cudaStream_t s) {
  cudaGraphLaunch(g.exec, s);
  g.clearAndForget();
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, &g.graph);
  cudaGraphInstantiate(&g.exec, g.graph, 0);
  cudaGraphLaunch(g.exec, s);
}
// legal: the graph may go once the exec is there
void graphGone(cudaStream_t s, Graph &g) {
  cudaGraphInstantiate(&g.exec, g.graph, 0);
  cudaGraphDestroy(g.graph);
  cudaGraphLaunch(g.exec, s);
}

// violation [switch]: falls through to a second destroy
void fallThrough(cudaEvent_t e, int state) {
  switch (state) {
  case 0:
    cudaEventDestroy(e);
    [[fallthrough]];
  case 1:
    cudaEventDestroy(e); // expect: use-after-destroy
    break;
  default:
    break;
  }
}
// legal: breaks
void breaksOff(cudaEvent_t e, int state) {
  switch (state) {
  case 0:
    cudaEventDestroy(e);
    break;
  case 1:
    cudaEventDestroy(e);
    break;
  default:
    break;
  }
}

// violation [helper at depth]: an error path destroys, and so does the caller
static bool prepare(cudaEvent_t e, cudaStream_t s, int n) {
  if (n < 0) {
    cudaEventDestroy(e);
    return false;
  }
  cudaEventRecord(e, s);
  return true;
}
void callerDestroys(cudaEvent_t e, cudaStream_t s, int n) {
  if (!prepare(e, s, n)) {
    cudaEventDestroy(e); // expect: use-after-destroy
    return;
  }
  cudaEventDestroy(e);
}
// legal: the caller knows
void callerKnows(cudaEvent_t e, cudaStream_t s, int n) {
  if (!prepare(e, s, n))
    return;
  cudaEventDestroy(e);
}

} // namespace use_after_destroy
