// RUN: %cuda-capture check --checks=-*,cuda-capture-invalid-handle --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --check-prefix=EXACT --allow-empty
// RUN: not %cuda-capture check --level=possible --checks=-*,cuda-capture-invalid-handle --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
// EXACT-NOT: warning:
// An event that one member function leaves recorded in a capture, and that
// another one waits for on the host.
#include <cuda_runtime.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
constexpr cudaStreamCaptureMode kThreadLocal = cudaStreamCaptureModeThreadLocal;
__global__ void kernel();

// The record is in a helper that the program also calls outside of captures.
class FiresInAnotherMember {
  cudaStream_t stream;
  cudaEvent_t consumed;
  cudaGraphExec_t exec = nullptr;
  void enqueue() {
    kernel<<<1, 1, 0, stream>>>();
    cudaEventRecord(consumed, stream);
  }

public:
  bool build() {
    cudaGraph_t g;
    if (cudaStreamBeginCapture(stream, kThreadLocal) != cudaSuccess)
      return false;
    enqueue();
    if (cudaStreamEndCapture(stream, &g) != cudaSuccess)
      return false;
    if (cudaGraphInstantiate(&exec, g, 0) != cudaSuccess)
      return false;
    return cudaGraphDestroy(g) == cudaSuccess;
  }
  void run();
  void reuse();
};
void FiresInAnotherMember::run() {
  if (exec)
    cudaGraphLaunch(exec, stream);
  else
    enqueue();
}
// CHECK: :[[#@LINE+1]]:38: warning: possible: call to 'cudaEventSynchronize' waits for event 'consumed', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
void FiresInAnotherMember::reuse() { cudaEventSynchronize(consumed); }
// CHECK: :[[#@LINE-18]]:5: note: {{.*}}'consumed' is recorded here

// Both functions are called while their callers capture; each uses the event of
// a member.
class Completion {
  cudaEvent_t event;

public:
  void record(cudaStream_t s) { cudaEventRecord(event, s); }
  void wait() { cudaEventSynchronize(event); }
};
class FiresInAMemberOfAMember {
  Completion done;

public:
  CAPTURABLE void signal(cudaStream_t s) { done.record(s); }
  // CHECK: :[[#@LINE+1]]:28: warning: possible: call to 'Completion::wait' reaches 'cudaEventSynchronize', which waits for event 'event', which was last recorded in a capture and so never completes; {{.*}} [cuda-capture-invalid-handle]
  CAPTURABLE void wait() { done.wait(); }
};

// The next call waits for what the last one has recorded.
class FiresInTheNextCall {
  cudaEvent_t staged;
  char *pinned;

public:
  CAPTURABLE void upload(void *to, const char *from, cudaStream_t s);
};
void FiresInTheNextCall::upload(void *to, const char *from, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'cudaEventQuery' waits for event 'staged', {{.*}} [cuda-capture-invalid-handle]
  cudaEventQuery(staged);
  pinned[0] = from[0];
  cudaMemcpyAsync(to, pinned, 1, cudaMemcpyHostToDevice, s);
  cudaEventRecord(staged, s);
}

// The caller says whether it captures. The object waits where it is made, and
// records where it is destroyed.
struct Info {
  cudaStreamCaptureStatus status;
  unsigned long long id;
};
class Guard {
  cudaEvent_t fence;
  cudaStream_t last = nullptr;
  bool mixed = true, everCaptured = false;

public:
  CAPTURABLE void acquire(cudaStream_t s, const Info &info);
  CAPTURABLE void release(cudaStream_t s, const Info &info);
  class Scope {
    Guard *guard;
    cudaStream_t s;
    Info info;

  public:
    Scope(Guard &g, cudaStream_t s, const Info &info);
    ~Scope();
  };
};
Guard::Scope::Scope(Guard &g, cudaStream_t s, const Info &info)
    : guard(&g), s(s), info(info) {
  guard->acquire(s, info);
}
Guard::Scope::~Scope() { guard->release(s, info); }
void Guard::acquire(cudaStream_t s, const Info &info) {
  const bool capturing = info.status == cudaStreamCaptureStatusActive;
  if (capturing)
    everCaptured = true;
  if (!last)
    return;
  if (!capturing && everCaptured)
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'cudaEventSynchronize' waits for event 'fence', {{.*}} [cuda-capture-invalid-handle]
    cudaEventSynchronize(fence);
}
void Guard::release(cudaStream_t s, const Info &info) {
  const bool capturing = info.status == cudaStreamCaptureStatusActive;
  if (!capturing || !mixed)
    cudaEventRecord(fence, s);
  last = s;
}

// An event of the program.
static cudaEvent_t frame;
void recordFrame(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, kThreadLocal) != cudaSuccess)
    return;
  kernel<<<1, 1, 0, s>>>();
  cudaEventRecord(frame, s);
  cudaStreamEndCapture(s, g);
}
// CHECK: :[[#@LINE+1]]:33: warning: possible: call to 'cudaEventQuery' waits for event 'frame', {{.*}} [cuda-capture-invalid-handle]
bool firesForAGlobal() { return cudaEventQuery(frame) == cudaSuccess; }
