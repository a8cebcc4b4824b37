// Guards and handles that others own.
#include "cases.h"

namespace owners {

class Guard {
public:
  Guard(cudaStream_t s, cudaGraph_t *g) : stream(s), graph(g) { CHECK_CUDA(cudaStreamBeginCapture(stream, kGlobal)); }
  ~Guard() { (void)cudaStreamEndCapture(stream, graph); }
  Guard(const Guard &) = delete;

private:
  cudaStream_t stream;
  cudaGraph_t *graph;
};

// violation [unique_ptr]: a factory returns the guard
std::unique_ptr<Guard> begin(cudaStream_t s, cudaGraph_t *g) { return std::make_unique<Guard>(s, g); }
void fromFactory(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto guard = begin(s, g);
  cudaFree(p); // expect: unsafe-call
}
// legal: it is gone by then
void fromFactoryGone(cudaStream_t s, cudaGraph_t *g, void *p) {
  {
    auto guard = begin(s, g);
    step<<<1, 1, 0, s>>>(nullptr, 1);
  }
  cudaFree(p);
}

// violation [unique_ptr]: the new guard is made before the old one goes
void replaced(cudaStream_t s, cudaGraph_t *g, cudaGraph_t *h) {
  auto guard = std::make_unique<Guard>(s, g);
  guard = std::make_unique<Guard>(s, h); // expect: unsupported-operation
}
// legal: the old one goes first
void replacedAfterReset(cudaStream_t s, cudaGraph_t *g, cudaGraph_t *h) {
  auto guard = std::make_unique<Guard>(s, g);
  guard.reset();
  guard = std::make_unique<Guard>(s, h);
}
// legal: in a loop
void eachRound(cudaStream_t s, cudaGraph_t *graphs, int n, void *p) {
  std::unique_ptr<Guard> guard;
  for (int i = 0; i < n; ++i) {
    guard = std::make_unique<Guard>(s, &graphs[i]);
    step<<<1, 1, 0, s>>>(nullptr, i);
    guard = nullptr;
    cudaFree(p);
  }
}

// violation [unique_ptr]: under a condition
void underCondition(cudaStream_t s, cudaGraph_t *g, bool capture, void *p) {
  std::unique_ptr<Guard> guard;
  if (capture)
    guard = std::make_unique<Guard>(s, g);
  if (guard)
    cudaFree(p); // expect: unsafe-call
}
// legal: where there is none
void underConditionNone(cudaStream_t s, cudaGraph_t *g, bool capture, void *p) {
  std::unique_ptr<Guard> guard;
  if (capture)
    guard = std::make_unique<Guard>(s, g);
  if (!guard)
    cudaFree(p);
}

// violation [member RAII]: a member owns the guard
class Recorder {
public:
  explicit Recorder(cudaStream_t s) : stream(s) {}
  void start() { guard = std::make_unique<Guard>(stream, &graph); }
  void stop() { guard.reset(); }
  bool running() const { return guard != nullptr; }
  void grow() { cudaMalloc(&memory, 64); }

private:
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  std::unique_ptr<Guard> guard;
  void *memory = nullptr;
};
void growsBetween(cudaStream_t s) {
  Recorder recorder(s);
  recorder.start();
  recorder.grow(); // expect: unsafe-call
  recorder.stop();
}
// legal: behind
void growsBehind(cudaStream_t s) {
  Recorder recorder(s);
  recorder.start();
  recorder.stop();
  recorder.grow();
}
// legal: if it does not run
void growsUnlessRunning(cudaStream_t s, bool start) {
  Recorder recorder(s);
  if (start)
    recorder.start();
  if (!recorder.running())
    recorder.grow();
}

// violation [unique_ptr]: handed to a function that destroys it
static void drop(std::unique_ptr<Guard> guard) { guard.reset(); }
void dropped(cudaStream_t s, cudaGraph_t *g) {
  auto guard = std::make_unique<Guard>(s, g);
  drop(std::move(guard));
  cudaStreamEndCapture(s, g); // expect: unbalanced
}
// legal: begun anew
void droppedAndAnew(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto guard = std::make_unique<Guard>(s, g);
  drop(std::move(guard));
  cudaFree(p);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
}
// legal: handed to code that cannot be seen, which may end it
void keepElsewhere(std::unique_ptr<Guard> guard);
void handedOn(cudaStream_t s, cudaGraph_t *g, void *p) {
  auto guard = std::make_unique<Guard>(s, g);
  keepElsewhere(std::move(guard));
  cudaFree(p);
}
// legal: put into a container, which may be cleared
void inContainer(cudaStream_t s, cudaEvent_t e, std::vector<std::unique_ptr<Guard>> &guards, cudaGraph_t *g) {
  auto guard = std::make_unique<Guard>(s, g);
  guards.push_back(std::move(guard));
  cudaEventRecord(e, s);
}

struct Timing {
  cudaEvent_t begin = nullptr, end = nullptr;
};
// violation [unique_ptr]: the events of an object on the heap are not created
void neverCreated(cudaStream_t s) {
  auto timing = std::make_unique<Timing>();
  cudaEventRecord(timing->begin, s); // miss: invalid-handle (what the library initialises an object on the heap with is not certain)
}
// legal: code that cannot be seen creates them
void createIn(const std::unique_ptr<Timing> &timing);
void createdElsewhere(cudaStream_t s) {
  auto timing = std::make_unique<Timing>();
  createIn(timing);
  cudaEventRecord(timing->begin, s);
}
// legal: and gets a pointer
void createAt(Timing *timing);
void createdThroughPointer(cudaStream_t s) {
  auto timing = std::make_unique<Timing>();
  createAt(timing.get());
  cudaEventRecord(timing->begin, s);
}

struct Event {
  cudaEvent_t handle = nullptr;
  Event() { CHECK_CUDA(cudaEventCreate(&handle)); }
  ~Event() {
    if (handle)
      cudaEventDestroy(handle);
  }
  Event(Event &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Event &operator=(Event &&) = delete;
};
// violation [optional]: an optional in a struct is reset
struct Slot {
  std::optional<Event> event;
};
void slotReset(cudaStream_t s) {
  Slot slot;
  slot.event.emplace();
  cudaEvent_t handle = slot.event->handle;
  slot.event.reset();
  cudaEventRecord(handle, s); // expect: use-after-destroy
}
// legal: the optional was moved, with its event
void slotMoved(cudaStream_t s) {
  Slot slot;
  slot.event.emplace();
  cudaEvent_t handle = slot.event->handle;
  Slot other = std::move(slot);
  slot.event.reset();
  cudaEventRecord(handle, s);
}
// violation [unique_ptr]: a struct that owns was moved, and the new one is gone
struct Box {
  std::unique_ptr<Event> event;
  cudaEvent_t handle() const { return event->handle; }
};
void boxGone(cudaStream_t s) {
  Box box{std::make_unique<Event>()};
  cudaEvent_t handle = box.handle();
  { Box other = std::move(box); }
  cudaEventRecord(handle, s); // expect: use-after-destroy
}
// legal: the one that is gone was moved from
void boxMoved(cudaStream_t s) {
  Box other;
  {
    Box box{std::make_unique<Event>()};
    other = std::move(box);
  }
  cudaEventRecord(other.handle(), s);
}
// legal: returned by value, and by name
static Box makeBox() {
  Box box;
  box.event = std::make_unique<Event>();
  return box;
}
void boxReturned(cudaStream_t s) {
  Box box = makeBox();
  Box next(std::move(box));
  cudaEventRecord(next.handle(), s);
}
// legal: an optional that is returned by value
static std::optional<Event> maybeEvent(bool make) {
  std::optional<Event> event;
  if (make)
    event.emplace();
  return event;
}
void returnedEvent(cudaStream_t s, bool make) {
  auto event = maybeEvent(make);
  if (event)
    cudaEventRecord(event->handle, s);
}
// legal: a unique_ptr that is returned, and used
static std::unique_ptr<Event> madeEvent() {
  auto event = std::make_unique<Event>();
  return event;
}
void returnedUnique(cudaStream_t s) {
  auto event = madeEvent();
  cudaEventRecord(event->handle, s);
}
// legal: swapped owners
void swappedOwners(cudaStream_t s) {
  auto a = std::make_unique<Event>();
  std::unique_ptr<Event> b;
  std::swap(a, b);
  a.reset();
  cudaEventRecord(b->handle, s);
}
// violation [unique_ptr]: swapped owners, and the other one is reset
void swappedOwnersReset(cudaStream_t s) {
  auto a = std::make_unique<Event>();
  cudaEvent_t handle = a->handle;
  std::unique_ptr<Event> b;
  std::swap(a, b);
  b.reset();
  cudaEventRecord(handle, s); // expect: use-after-destroy
}
// legal: an array of owners
void arrayOfOwners(cudaStream_t s) {
  std::unique_ptr<Event> events[2];
  for (auto &event : events)
    event = std::make_unique<Event>();
  for (auto &event : events)
    cudaEventRecord(event->handle, s);
}
// legal: a lambda owns it
void lambdaOwns(cudaStream_t s) {
  auto event = std::make_unique<Event>();
  auto record = [s, event = std::move(event)] { cudaEventRecord(event->handle, s); };
  record();
  record();
}

} // namespace owners
