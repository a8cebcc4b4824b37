#include "cases.h"

namespace invalid_handle {

// violation [struct field]: one field of a local struct is not created
struct Timing {
  cudaEvent_t begin, end;
};
void oneField(cudaStream_t s) {
  Timing timing;
  cudaEventCreate(&timing.begin);
  cudaEventRecord(timing.begin, s);
  cudaEventRecord(timing.end, s); // expect: invalid-handle
}
// legal: both are
void bothFields(cudaStream_t s) {
  Timing timing;
  cudaEventCreate(&timing.begin);
  cudaEventCreate(&timing.end);
  cudaEventRecord(timing.begin, s);
  cudaEventRecord(timing.end, s);
}

// violation [array element]: the loop creates too few... of another array
void wrongArray(cudaStream_t s) {
  cudaEvent_t a[2], b[2];
  for (int i = 0; i < 2; ++i)
    cudaEventCreate(&a[i]);
  cudaEventRecord(a[0], s);
  cudaEventRecord(b[0], s); // expect: invalid-handle
}
// legal: of both arrays
void bothArrays(cudaStream_t s) {
  cudaEvent_t a[2], b[2];
  for (cudaEvent_t *events : {a, b})
    for (int i = 0; i < 2; ++i)
      cudaEventCreate(&events[i]);
  cudaEventRecord(a[0], s);
  cudaEventRecord(b[0], s);
}

// violation [member RAII]: a wrapper whose constructor leaves null
struct LazyEvent {
  cudaEvent_t handle = nullptr;
  void create() { CHECK_CUDA(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming)); }
  void record(cudaStream_t s) const { cudaEventRecord(handle, s); }
};
void neverCreated(cudaStream_t s) {
  LazyEvent event;
  event.record(s); // expect: invalid-handle
}
// legal: created first
void createdFirst(cudaStream_t s) {
  LazyEvent event;
  event.create();
  event.record(s);
}
// legal: created under a condition, and recorded under the same
void createdUnder(cudaStream_t s, bool timing) {
  LazyEvent event;
  if (timing)
    event.create();
  if (timing)
    event.record(s);
}
// violation [correlated condition]: recorded under the opposite
void createdUnderOpposite(cudaStream_t s, bool timing) {
  LazyEvent event;
  if (timing)
    event.create();
  if (!timing)
    event.record(s); // expect: invalid-handle
}
// legal: created by a lambda
void createdByLambda(cudaStream_t s) {
  cudaEvent_t event;
  auto create = [&event] { cudaEventCreate(&event); };
  create();
  cudaEventRecord(event, s);
}
// violation [lambda]: the lambda is never called
void lambdaNotCalled(cudaStream_t s) {
  cudaEvent_t event;
  auto create = [](cudaEvent_t *e) { cudaEventCreate(e); };
  (void)create;
  cudaEventRecord(event, s); // expect: invalid-handle
}
// legal: an out-parameter of a helper two calls away
static void make(cudaEvent_t &e) { cudaEventCreate(&e); }
static void makeTwo(cudaEvent_t &a, cudaEvent_t &b) {
  make(a);
  make(b);
}
void madeByHelper(cudaStream_t s) {
  cudaEvent_t a, b;
  makeTwo(a, b);
  cudaEventRecord(b, s);
}
// violation [out-parameter]: the helper gets a copy
static void makeCopy(cudaEvent_t e) { cudaEventCreate(&e); }
void madeInCopy(cudaStream_t s) {
  cudaEvent_t e = nullptr;
  makeCopy(e);
  cudaEventRecord(e, s); // expect: invalid-handle
}
// legal: returned by value
static cudaEvent_t made() {
  cudaEvent_t e;
  cudaEventCreate(&e);
  return e;
}
void returned(cudaStream_t s) {
  cudaEvent_t e = nullptr;
  e = made();
  cudaEventRecord(e, s);
}

// violation [captured event]: waited for by the host after the end
void hostWaits(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, g);
  cudaEventSynchronize(e); // expect: invalid-handle
}
// legal: recorded again outside
void recordedAgain(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamEndCapture(s, g);
  cudaEventRecord(e, s);
  cudaEventSynchronize(e);
}
// violation [captured event]: timing across the graph
void timesAcross(cudaStream_t s, Timing &t, cudaGraph_t *g, float *ms) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(t.begin, s);
  step<<<1, 1, 0, s>>>(nullptr, 1);
  cudaEventRecord(t.end, s);
  cudaStreamEndCapture(s, g);
  cudaEventElapsedTime(ms, t.begin, t.end); // expect: invalid-handle
}
// legal: recorded externally
void timesExternally(cudaStream_t s, Timing &t, cudaGraph_t *g, float *ms) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecordWithFlags(t.begin, s, cudaEventRecordExternal);
  step<<<1, 1, 0, s>>>(nullptr, 1);
  cudaEventRecordWithFlags(t.end, s, cudaEventRecordExternal);
  cudaStreamEndCapture(s, g);
  cudaEventElapsedTime(ms, t.begin, t.end);
}

// violation [devices]: a guard sets the device back too early
struct DeviceGuard {
  int before = 0;
  explicit DeviceGuard(int device) {
    cudaGetDevice(&before);
    cudaSetDevice(device);
  }
  ~DeviceGuard() { cudaSetDevice(before); }
};
void otherDevice(cudaStream_t *out) {
  cudaSetDevice(0);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaEvent_t e;
  {
    DeviceGuard guard(1);
    cudaEventCreate(&e);
  }
  cudaEventRecord(e, s); // expect: invalid-handle
  *out = s;
}
// legal: created behind the guard's scope
void sameDevice(cudaStream_t *out) {
  cudaSetDevice(0);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaEvent_t e;
  {
    DeviceGuard guard(1);
  }
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
  *out = s;
}

// violation [graphs]: an exec that is null by its initializer
void nullExec(cudaStream_t s) {
  cudaGraphExec_t exec{};
  cudaGraphLaunch(exec, s); // expect: invalid-handle
}
// legal: a null stream is the default stream
void nullStream(cudaEvent_t e) {
  cudaStream_t s{};
  cudaEventRecord(e, s);
  cudaStreamSynchronize(s);
}
// legal: destroying what was tested
void testedExec(cudaGraphExec_t exec) {
  if (exec)
    cudaGraphExecDestroy(exec);
}
// violation [unique_ptr]: an object of its own whose event is not created
void ownedNeverCreated(cudaStream_t s) {
  auto event = std::make_unique<LazyEvent>();
  event->record(s); // miss: invalid-handle (what the library initialises an object on the heap with is not certain)
}
// legal: created through the pointer
void ownedCreated(cudaStream_t s) {
  auto event = std::make_unique<LazyEvent>();
  event->create();
  event->record(s);
}

} // namespace invalid_handle
