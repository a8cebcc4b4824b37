#include "cases.h"

namespace synchronization {

// violation [array element]: a std::array of streams
void arrayElement(std::array<cudaStream_t, 2> &streams, cudaGraph_t *g) {
  cudaStreamBeginCapture(streams[0], kRelaxed);
  cudaStreamSynchronize(streams[0]); // expect: synchronization
  cudaStreamEndCapture(streams[0], g);
}
// legal: the other element, in Relaxed mode
void otherElement(std::array<cudaStream_t, 2> &streams, cudaGraph_t *g) {
  cudaStreamBeginCapture(streams[0], kRelaxed);
  cudaStreamSynchronize(streams[1]);
  cudaStreamEndCapture(streams[0], g);
}

// violation [array element]: get, front and back of the containers
void frontOfVector(std::vector<cudaStream_t> &streams, cudaGraph_t *g) {
  cudaStreamBeginCapture(streams.front(), kRelaxed);
  cudaStreamSynchronize(streams[0]); // expect: synchronization
  cudaStreamEndCapture(streams.at(0), g);
}
// legal: synchronised after the end, spelt otherwise
void frontOfVectorAfter(std::vector<cudaStream_t> &streams, cudaGraph_t *g) {
  cudaStreamBeginCapture(streams.front(), kRelaxed);
  cudaStreamEndCapture(streams.at(0), g);
  cudaStreamSynchronize(streams[0]);
}

// violation [out-parameter]: the stream is handed out by a helper
static void pick(cudaStream_t from, cudaStream_t *to) { *to = from; }
void outParameter(cudaStream_t s, cudaGraph_t *g) {
  cudaStream_t same;
  pick(s, &same);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamSynchronize(same); // expect: synchronization
  cudaStreamEndCapture(same, g);
}
// legal: it was handed out, and then replaced
void outParameterReplaced(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStream_t same;
  pick(s, &same);
  same = t;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamSynchronize(same);
  cudaStreamEndCapture(s, g);
}

// violation [alias]: std::swap exchanged the two handles
void swapped(cudaStream_t a, cudaStream_t b, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kRelaxed);
  std::swap(a, b);
  cudaStreamSynchronize(b); // expect: synchronization
  cudaStreamEndCapture(b, g);
}
// legal: the name that is waited for means the other one now
void swappedOther(cudaStream_t a, cudaStream_t b, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kRelaxed);
  std::swap(a, b);
  cudaStreamSynchronize(a);
  cudaStreamEndCapture(b, g);
}

// violation [alias]: std::exchange hands the capturing stream out
void exchanged(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStream_t taken = std::exchange(s, nullptr);
  cudaStreamSynchronize(taken); // expect: synchronization
  cudaStreamEndCapture(taken, g);
}
// legal: what took its place is waited for
void exchangedOther(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStream_t taken = std::exchange(s, t);
  cudaStreamSynchronize(s);
  cudaStreamEndCapture(taken, g);
}

// violation [alias]: std::move of a handle is the handle
struct Holder {
  cudaStream_t stream;
  explicit Holder(cudaStream_t &&s) : stream(std::move(s)) {}
};
void moved(cudaStream_t s, cudaGraph_t *g) {
  Holder holder(std::move(s));
  cudaStreamBeginCapture(holder.stream, kRelaxed);
  cudaStreamSynchronize(s); // expect: synchronization
  cudaStreamEndCapture(holder.stream, g);
}
// legal: after the end
void movedAfter(cudaStream_t s, cudaGraph_t *g) {
  Holder holder(std::move(s));
  cudaStreamBeginCapture(holder.stream, kRelaxed);
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(holder.stream);
}

// violation [alias]: structured bindings of a pair
static std::pair<cudaStream_t, cudaStream_t> both(cudaStream_t a, cudaStream_t b) { return {a, b}; }
void bindings(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  auto [compute, copy] = both(s, t);
  cudaStreamBeginCapture(compute, kRelaxed);
  cudaStreamSynchronize(s); // expect: synchronization
  cudaStreamEndCapture(compute, g);
}
// legal: the second of the pair
void bindingsOther(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  auto [compute, copy] = both(s, t);
  cudaStreamBeginCapture(compute, kRelaxed);
  cudaStreamSynchronize(copy);
  cudaStreamEndCapture(compute, g);
}

// violation [alias]: structured bindings of a struct of handles
struct Lane {
  cudaStream_t stream;
  cudaEvent_t done;
};
void bindingsOfStruct(Lane lane, cudaGraph_t *g) {
  auto &[stream, done] = lane;
  cudaStreamBeginCapture(lane.stream, kRelaxed);
  cudaEventRecord(done, stream);
  cudaEventSynchronize(lane.done); // expect: synchronization
  cudaStreamEndCapture(stream, g);
}
// legal: the event is waited for by a stream
void bindingsOfStructWait(Lane lane, cudaGraph_t *g) {
  auto &[stream, done] = lane;
  cudaStreamBeginCapture(lane.stream, kRelaxed);
  cudaEventRecord(done, stream);
  cudaStreamWaitEvent(stream, lane.done, 0);
  cudaStreamEndCapture(stream, g);
}

// violation [struct field]: an array of structs, and an index that is a constant
void arrayOfStructs(Lane (&lanes)[4], cudaGraph_t *g) {
  constexpr int kMain = 2;
  cudaStreamBeginCapture(lanes[kMain].stream, kRelaxed);
  cudaStreamQuery(lanes[kMain].stream); // expect: synchronization
  cudaStreamEndCapture(lanes[kMain].stream, g);
}
// legal: another of the structs
void arrayOfStructsOther(Lane (&lanes)[4], cudaGraph_t *g) {
  constexpr int kMain = 2;
  cudaStreamBeginCapture(lanes[kMain].stream, kRelaxed);
  cudaStreamQuery(lanes[kMain + 1].stream);
  cudaStreamEndCapture(lanes[kMain].stream, g);
}

// violation [loop]: a range loop over streams waits for all of them
void rangeLoop(cudaStream_t a, cudaStream_t b, cudaGraph_t *g) {
  cudaStream_t streams[] = {a, b};
  cudaStreamBeginCapture(streams[0], kRelaxed);
  for (cudaStream_t stream : streams)
    cudaStreamSynchronize(stream); // expect: synchronization
  cudaStreamEndCapture(streams[0], g);
}
// legal: a range loop over others
void rangeLoopOthers(cudaStream_t s, cudaStream_t a, cudaStream_t b, cudaGraph_t *g) {
  cudaStream_t streams[] = {a, b};
  cudaStreamBeginCapture(s, kRelaxed);
  for (cudaStream_t stream : streams)
    cudaStreamSynchronize(stream);
  cudaStreamEndCapture(s, g);
}

// violation [conditional operator]: both arms are the same stream
void conditionalStream(cudaStream_t s, cudaStream_t t, bool first, cudaGraph_t *g) {
  cudaStream_t chosen = first ? s : t;
  cudaStreamBeginCapture(chosen, kRelaxed);
  if (first)
    cudaStreamSynchronize(s); // expect: synchronization
  cudaStreamEndCapture(chosen, g);
}
// legal: the one that was not chosen
void conditionalStreamOther(cudaStream_t s, cudaStream_t t, bool first, cudaGraph_t *g) {
  cudaStream_t chosen = first ? s : t;
  cudaStreamBeginCapture(chosen, kRelaxed);
  if (first)
    cudaStreamSynchronize(t);
  cudaStreamEndCapture(chosen, g);
}

// violation [member RAII]: a destructor waits
struct Flush {
  cudaStream_t stream;
  ~Flush() { cudaStreamSynchronize(stream); }
};
void flushing(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  {
    Flush flush{s}; // expect: synchronization
    step<<<1, 1, 0, s>>>(nullptr, 1);
  }
  cudaStreamEndCapture(s, g);
}
// legal: it is destroyed after the end
void flushingLater(cudaStream_t s, cudaGraph_t *g) {
  Flush flush{s};
  cudaStreamBeginCapture(s, kRelaxed);
  step<<<1, 1, 0, s>>>(nullptr, 1);
  cudaStreamEndCapture(s, g);
}

// violation [inheritance]: a stream of the base class
class Base {
public:
  explicit Base(cudaStream_t s) : stream_(s) {}
  cudaStream_t stream() const { return stream_; }
  void finish() { cudaStreamSynchronize(stream_); }

protected:
  cudaStream_t stream_;
};
class Derived : public Base {
public:
  using Base::Base;
  void capture(cudaGraph_t *g) {
    cudaStreamBeginCapture(stream_, kRelaxed);
    finish(); // expect: synchronization
    cudaStreamEndCapture(stream(), g);
  }
  // legal: it finishes behind the end
  void captureFirst(cudaGraph_t *g) {
    cudaStreamBeginCapture(stream_, kRelaxed);
    cudaStreamEndCapture(stream(), g);
    finish();
  }
};

// violation [unique_ptr]: the object that holds the stream is owned
void ownedHolder(std::unique_ptr<Derived> holder, cudaGraph_t *g) {
  cudaStreamBeginCapture(holder->stream(), kRelaxed);
  holder->finish(); // expect: synchronization
  cudaStreamEndCapture(holder->stream(), g);
}
// legal: another object of the class
void ownedHolders(std::unique_ptr<Derived> holder, std::unique_ptr<Derived> other, cudaGraph_t *g) {
  cudaStreamBeginCapture(holder->stream(), kRelaxed);
  other->finish();
  cudaStreamEndCapture(holder->stream(), g);
}

// violation [optional]: the stream is in an optional
void optionalStream(std::optional<cudaStream_t> stream, cudaGraph_t *g) {
  cudaStreamBeginCapture(*stream, kRelaxed);
  cudaStreamSynchronize(stream.value()); // expect: synchronization
  cudaStreamEndCapture(*stream, g);
}
// legal: after the end
void optionalStreamAfter(std::optional<cudaStream_t> stream, cudaGraph_t *g) {
  cudaStreamBeginCapture(*stream, kRelaxed);
  cudaStreamEndCapture(stream.value(), g);
  cudaStreamSynchronize(*stream);
}

// violation [map]: the same key
void mapped(std::map<int, cudaStream_t> &streams, cudaGraph_t *g) {
  cudaStreamBeginCapture(streams[0], kRelaxed);
  cudaStreamSynchronize(streams[0]); // expect: synchronization
  cudaStreamEndCapture(streams[0], g);
}
// legal: another key
void mappedOther(std::map<int, cudaStream_t> &streams, cudaGraph_t *g) {
  cudaStreamBeginCapture(streams[0], kRelaxed);
  cudaStreamSynchronize(streams[1]);
  cudaStreamEndCapture(streams[0], g);
}

// violation [forked stream]: the fork is waited for
void forked(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaStreamSynchronize(t); // expect: synchronization
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}
// legal: it is waited for before it is forked
void forkedLater(cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaEvent_t join, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamSynchronize(t);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}

// violation [helper at depth]: a debug macro waits for the device
#define LAUNCH(kernel, stream, ...)                                            \
  do {                                                                         \
    kernel<<<1, 1, 0, stream>>>(__VA_ARGS__);                                  \
    if (Debug)                                                                 \
      CHECK_CUDA(cudaDeviceSynchronize());                                     \
  } while (0)
template <bool Debug> void run(cudaStream_t s) { LAUNCH(step, s, nullptr, 1); }
void debugRun(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  run<true>(s); // expect: synchronization
  cudaStreamEndCapture(s, g);
}
// legal: without debugging
void releaseRun(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  run<false>(s);
  cudaStreamEndCapture(s, g);
}

// violation [reference]: a reference to a member of what a getter returns
struct Context {
  cudaStream_t streams[8];
  int current = 0;
  cudaStream_t &stream() { return streams[current]; }
};
void reference(Context &context, cudaGraph_t *g) {
  cudaStream_t &s = context.stream();
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamSynchronize(context.stream()); // expect: synchronization
  cudaStreamEndCapture(s, g);
}
// legal: the current stream is another one by then
void referenceSwitched(Context &context, cudaGraph_t *g) {
  context.current = 0;
  cudaStream_t &s = context.stream();
  cudaStreamBeginCapture(s, kRelaxed);
  context.current = 1;
  cudaStreamSynchronize(context.stream());
  cudaStreamEndCapture(s, g);
}

// violation [other spelling]: a conversion operator
struct Wrapped {
  cudaStream_t handle;
  operator cudaStream_t() const { return handle; }
  void sync() const { CHECK_CUDA(cudaStreamSynchronize(*this)); }
};
void converted(const Wrapped &stream, cudaGraph_t *g) {
  cudaStreamBeginCapture(stream, kRelaxed);
  stream.sync(); // expect: synchronization
  cudaStreamEndCapture(stream, g);
}
// legal: a copy of the wrapper for another stream
void convertedOther(const Wrapped &stream, cudaStream_t other, cudaGraph_t *g) {
  Wrapped copy = stream;
  copy.handle = other;
  cudaStreamBeginCapture(stream, kRelaxed);
  copy.sync();
  cudaStreamEndCapture(stream, g);
}

// violation [tuple]: std::get of a tuple
void tupled(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  auto lane = std::make_tuple(s, e);
  cudaStreamBeginCapture(std::get<0>(lane), kRelaxed);
  cudaEventRecord(std::get<1>(lane), s);
  cudaEventQuery(e); // expect: synchronization
  cudaStreamEndCapture(s, g);
}
// legal: std::apply of a function that launches
void applied(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  auto lane = std::make_tuple(s, e);
  cudaStreamBeginCapture(s, kRelaxed);
  std::apply([](cudaStream_t stream, cudaEvent_t event) { cudaEventRecord(event, stream); }, lane);
  cudaStreamEndCapture(s, g);
}
// violation [lambda]: std::apply of a function that waits
void appliedWait(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  auto lane = std::make_tuple(s, e);
  cudaStreamBeginCapture(s, kRelaxed);
  std::apply([](cudaStream_t stream, cudaEvent_t) { cudaStreamSynchronize(stream); }, lane); // expect: synchronization
  cudaStreamEndCapture(s, g);
}
// legal: behind the end
void appliedAfter(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  auto lane = std::make_tuple(s, e);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamEndCapture(s, g);
  std::apply([](cudaStream_t stream, cudaEvent_t) { cudaStreamSynchronize(stream); }, lane);
}

} // namespace synchronization
