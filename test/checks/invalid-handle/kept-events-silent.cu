// RUN: not %cuda-capture check --level=possible --checks=-*,cuda-capture-invalid-handle --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
// Events that outlive a call, and that the host may wait for all the same.
#include <cuda_runtime.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
__global__ void kernel();
bool elsewhere();

// The check works in this file.
class FiresOnce {
  cudaStream_t stream;
  cudaEvent_t kept;

public:
  void build(cudaGraph_t *g);
  void wait();
};
void FiresOnce::build(cudaGraph_t *g) {
  if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, stream>>>();
  cudaEventRecord(kept, stream);
  cudaStreamEndCapture(stream, g);
}
// CHECK: :[[#@LINE+1]]:26: warning: possible: call to 'cudaEventSynchronize' waits for event 'kept', {{.*}} [cuda-capture-invalid-handle]
void FiresOnce::wait() { cudaEventSynchronize(kept); }

// The event is recorded again behind each launch.
class SilentIfRecordedAgain {
  cudaStream_t stream;
  cudaEvent_t again;
  cudaGraphExec_t exec = nullptr;

public:
  void build();
  void run();
  void wait();
};
void SilentIfRecordedAgain::build() {
  cudaGraph_t g;
  if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, stream>>>();
  cudaEventRecord(again, stream);
  if (cudaStreamEndCapture(stream, &g) == cudaSuccess)
    cudaGraphInstantiate(&exec, g, 0);
}
void SilentIfRecordedAgain::run() {
  if (exec && cudaGraphLaunch(exec, stream) == cudaSuccess)
    cudaEventRecord(again, stream);
}
void SilentIfRecordedAgain::wait() { cudaEventSynchronize(again); }

// A helper records it, in the capture and behind the launch.
class SilentIfAHelperRecordsAgain {
  cudaStream_t stream;
  cudaEvent_t marked;
  cudaGraphExec_t exec = nullptr;
  void mark() { cudaEventRecord(marked, stream); }

public:
  void build();
  void run();
  void wait();
};
void SilentIfAHelperRecordsAgain::build() {
  cudaGraph_t g;
  if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, stream>>>();
  mark();
  if (cudaStreamEndCapture(stream, &g) == cudaSuccess)
    cudaGraphInstantiate(&exec, g, 0);
}
void SilentIfAHelperRecordsAgain::run() {
  if (cudaGraphLaunch(exec, stream) == cudaSuccess)
    mark();
}
void SilentIfAHelperRecordsAgain::wait() { cudaEventSynchronize(marked); }

// A function that is no member records it again.
struct SilentIfAnotherFunctionRecords {
  cudaStream_t stream;
  cudaEvent_t shared;
  void build(cudaGraph_t *g);
  void wait();
};
void SilentIfAnotherFunctionRecords::build(cudaGraph_t *g) {
  if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
    return;
  cudaEventRecord(shared, stream);
  cudaStreamEndCapture(stream, g);
}
void replay(SilentIfAnotherFunctionRecords &of, cudaGraphExec_t exec) {
  cudaGraphLaunch(exec, of.stream);
  cudaEventRecord(of.shared, of.stream);
}
void SilentIfAnotherFunctionRecords::wait() { cudaEventSynchronize(shared); }

// The same function records it behind the launch.
class SilentIfTheSameFunctionRecords {
  cudaStream_t stream;
  cudaEvent_t own;

public:
  void run(cudaGraphExec_t *exec);
  void wait();
};
void SilentIfTheSameFunctionRecords::run(cudaGraphExec_t *exec) {
  cudaGraph_t g;
  if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
    return;
  cudaEventRecord(own, stream);
  if (cudaStreamEndCapture(stream, &g) != cudaSuccess ||
      cudaGraphInstantiate(exec, g, 0) != cudaSuccess ||
      cudaGraphLaunch(*exec, stream) != cudaSuccess)
    return;
  cudaEventRecord(own, stream);
}
void SilentIfTheSameFunctionRecords::wait() { cudaEventSynchronize(own); }

// The function that records asks whether a capture runs.
class SilentIfTheRecordIsGuarded {
  cudaEvent_t asked;
  bool capturing = false;

public:
  CAPTURABLE void signal(cudaStream_t s);
  CAPTURABLE void told(cudaStream_t s, cudaStreamCaptureStatus status);
  CAPTURABLE void wait();
};
void SilentIfTheRecordIsGuarded::signal(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  if (cudaStreamIsCapturing(s, &status) == cudaSuccess &&
      status == cudaStreamCaptureStatusNone)
    cudaEventRecord(asked, s);
}
void SilentIfTheRecordIsGuarded::told(cudaStream_t s,
                                      cudaStreamCaptureStatus status) {
  if (status == cudaStreamCaptureStatusNone)
    cudaEventRecord(asked, s);
}
void SilentIfTheRecordIsGuarded::wait() { cudaEventSynchronize(asked); }

// The function that waits asks.
class SilentIfTheWaitIsGuarded {
  cudaEvent_t signalled;

public:
  CAPTURABLE void signal(cudaStream_t s);
  CAPTURABLE void wait(cudaStream_t s);
  CAPTURABLE void told(cudaStream_t s, cudaStreamCaptureStatus status);
  CAPTURABLE void perhaps();
};
void SilentIfTheWaitIsGuarded::signal(cudaStream_t s) {
  cudaEventRecord(signalled, s);
}
void SilentIfTheWaitIsGuarded::wait(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  if (cudaStreamIsCapturing(s, &status) == cudaSuccess &&
      status == cudaStreamCaptureStatusNone)
    cudaEventSynchronize(signalled);
}
void SilentIfTheWaitIsGuarded::told(cudaStream_t,
                                    cudaStreamCaptureStatus status) {
  if (status != cudaStreamCaptureStatusActive)
    cudaEventSynchronize(signalled);
}
void SilentIfTheWaitIsGuarded::perhaps() {
  if (elsewhere())
    cudaEventSynchronize(signalled);
}

// A flag of the object excludes one of the two.
class SilentIfAFlagExcludesIt {
  cudaStream_t stream;
  cudaEvent_t flagged;
  bool pending = false;

public:
  void build(cudaGraph_t *g);
  void wait();
};
void SilentIfAFlagExcludesIt::build(cudaGraph_t *g) {
  if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
    return;
  cudaEventRecord(flagged, stream);
  cudaStreamEndCapture(stream, g);
  pending = false;
}
void SilentIfAFlagExcludesIt::wait() {
  if (pending)
    cudaEventSynchronize(flagged);
}

// The events differ, or the classes do.
class SilentForAnotherEvent {
  cudaStream_t stream;
  cudaEvent_t first, second;

public:
  void build(cudaGraph_t *g);
  void wait();
};
void SilentForAnotherEvent::build(cudaGraph_t *g) {
  if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
    return;
  cudaEventRecord(first, stream);
  cudaStreamEndCapture(stream, g);
}
void SilentForAnotherEvent::wait() { cudaEventSynchronize(second); }
class SilentForAnotherClass {
  cudaEvent_t first, kept;

public:
  void wait();
};
void SilentForAnotherClass::wait() {
  cudaEventSynchronize(first);
  cudaEventSynchronize(kept);
}

// Only the record is called while somebody captures.
class SilentIfOnlyTheRecordIsCapturable {
  cudaEvent_t event;

public:
  CAPTURABLE void record(cudaStream_t s);
  void synchronize();
};
void SilentIfOnlyTheRecordIsCapturable::record(cudaStream_t s) {
  cudaEventRecord(event, s);
}
void SilentIfOnlyTheRecordIsCapturable::synchronize() {
  cudaEventSynchronize(event);
}

// The graph records an external event at each launch.
class SilentForAnExternalEvent {
  cudaStream_t stream;
  cudaEvent_t external;

public:
  void build(cudaGraph_t *g);
  void wait();
};
void SilentForAnExternalEvent::build(cudaGraph_t *g) {
  if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
    return;
  cudaEventRecordWithFlags(external, stream, cudaEventRecordExternal);
  cudaStreamEndCapture(stream, g);
}
void SilentForAnExternalEvent::wait() { cudaEventSynchronize(external); }

// The function records the event itself before it waits.
class SilentIfTheWaiterRecords {
  cudaStream_t stream;
  cudaEvent_t timed;

public:
  void build(cudaGraph_t *g);
  void time();
};
void SilentIfTheWaiterRecords::build(cudaGraph_t *g) {
  if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
    return;
  cudaEventRecord(timed, stream);
  cudaStreamEndCapture(stream, g);
}
void SilentIfTheWaiterRecords::time() {
  cudaEventRecord(timed, stream);
  cudaEventSynchronize(timed);
}
