// RUN: %lint-cu
// An end that nothing on the way to it has begun shows that the function is
// called while the stream is capturing.
#include <cuda_runtime.h>

__global__ void kernel();
[[noreturn]] void fail(cudaError_t, const char *);
void note(const char *);
void start(cudaStream_t);
bool mayFail(cudaError_t);
#define CHECK_CUDA(CALL)                                                       \
  do {                                                                         \
    cudaError_t Result = (CALL);                                               \
    if (Result != cudaSuccess)                                                 \
      fail(Result, #CALL);                                                     \
  } while (0)

// A function of the program gets the graph, and its result is returned.
static cudaGraph_t same(cudaGraph_t graph) { return graph; }
struct Owner {
  cudaGraph_t graph;
};
static Owner wrap(cudaGraph_t graph) { return {graph}; }

cudaGraph_t firesForAnArgument(cudaStream_t s) {
  cudaGraph_t graph;
  // CHECK: :[[#@LINE+1]]:14: warning: call to 'cudaDeviceSynchronize' while 's' is capturing; {{.*}} [cuda-capture-synchronization]
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  return same(graph);
}

Owner firesForAWrappedGraph(cudaStream_t s) {
  cudaGraph_t graph;
  // CHECK: :[[#@LINE+1]]:14: warning: call to 'cudaDeviceSynchronize' while 's' is capturing; {{.*}} [cuda-capture-synchronization]
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  return wrap(graph);
}

// The graph is thrown away, as in a clean-up.
void silentForAGraphThatIsDropped(cudaStream_t s) {
  cudaGraph_t graph;
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaStreamEndCapture(s, &graph));
  (void)same(graph);
}

struct Recorder {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  bool capturing, eager;

  void firesForTheDevice() {
    // CHECK: :[[#@LINE+2]]:16: warning: call to 'cudaDeviceSynchronize' while 'stream' is capturing; {{.*}} [cuda-capture-synchronization]
    // CHECK: :[[#@LINE+2]]:16: note: capture of 'stream' ends here; it was begun before 'Recorder::firesForTheDevice' was called
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  void firesForTheStream() {
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaStreamSynchronize' while 'stream' is capturing; {{.*}} [cuda-capture-synchronization]
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  void firesOnTheLegacyStream() {
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch on the legacy default stream while 'stream' is capturing; {{.*}} [cuda-capture-legacy-stream]
    kernel<<<1, 1>>>();
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  void firesBehindAnUnknownCallee() {
    note("end of capture");
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaDeviceSynchronize' while 'stream' is capturing; {{.*}} [cuda-capture-synchronization]
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  // The unknown callee may begin the capture.
  void silentInFrontOfAnUnknownCallee() {
    CHECK_CUDA(cudaDeviceSynchronize());
    start(stream);
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  void firesUnderTheConditionOfTheEnd() {
    if (!capturing)
      return;
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaDeviceSynchronize' while 'stream' is capturing; {{.*}} [cuda-capture-synchronization]
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  // The setting may exclude captures.
  void silentUnderAnotherCondition() {
    if (eager)
      CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  void silentOnAnotherPath() {
    if (!capturing) {
      CHECK_CUDA(cudaDeviceSynchronize());
      return;
    }
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  void silentBehindTheEnd() {
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  }

  // Relaxed mode permits the call.
  void silentAboutTheMode() {
    void *p;
    CHECK_CUDA(cudaMalloc(&p, 4));
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  // Whatever runs the capture, this end stops it.
  void silentIfTheProgramAsks() {
    CHECK_CUDA(cudaDeviceSynchronize());
    cudaStreamCaptureStatus status;
    CHECK_CUDA(cudaStreamIsCapturing(stream, &status));
    if (status == cudaStreamCaptureStatusActive)
      CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
  }

  // The end is expected to fail, as no capture runs.
  void silentIfAnErrorIsExpected() {
    CHECK_CUDA(cudaDeviceSynchronize());
    cudaError_t result = cudaStreamEndCapture(stream, &graph);
    if (result != cudaErrorIllegalState)
      fail(result, "no capture");
  }

  void silentIfAnUnknownCalleeGetsTheResult() {
    CHECK_CUDA(cudaDeviceSynchronize());
    if (mayFail(cudaStreamEndCapture(stream, &graph)))
      fail(cudaSuccess, "no capture");
  }

  // A capture is abandoned, if one runs.
  void silentIfTheGraphIsNotUsed() {
    CHECK_CUDA(cudaDeviceSynchronize());
    cudaGraph_t unused;
    CHECK_CUDA(cudaStreamEndCapture(stream, &unused));
    CHECK_CUDA(cudaGraphDestroy(unused));
  }

  void firesIfTheGraphIsInstantiated() {
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaDeviceSynchronize' while 'stream' is capturing; {{.*}} [cuda-capture-synchronization]
    CHECK_CUDA(cudaDeviceSynchronize());
    cudaGraph_t local;
    CHECK_CUDA(cudaStreamEndCapture(stream, &local));
    CHECK_CUDA(cudaGraphInstantiate(&exec, local, 0));
    CHECK_CUDA(cudaGraphDestroy(local));
  }

  cudaGraph_t firesIfTheGraphIsReturned() {
    // CHECK: :[[#@LINE+1]]:16: warning: call to 'cudaDeviceSynchronize' while 'stream' is capturing; {{.*}} [cuda-capture-synchronization]
    CHECK_CUDA(cudaDeviceSynchronize());
    cudaGraph_t local;
    CHECK_CUDA(cudaStreamEndCapture(stream, &local));
    return local;
  }

  void wait() { CHECK_CUDA(cudaDeviceSynchronize()); }

  void firesThroughHelpers() {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'Recorder::wait' reaches 'cudaDeviceSynchronize' while 'stream' is capturing; {{.*}} [cuda-capture-synchronization]
    wait();
    end();
  }

private:
  void end() { CHECK_CUDA(cudaStreamEndCapture(stream, &graph)); }
};

// Another path has begun the capture.
void silentIfAnyPathBegins(cudaStream_t s, cudaGraph_t *g, bool first) {
  CHECK_CUDA(cudaDeviceSynchronize());
  if (first)
    CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  note("");
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

void silentInALoop(cudaStream_t *s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    if (i > 0) {
      CHECK_CUDA(cudaDeviceSynchronize());
      CHECK_CUDA(cudaStreamEndCapture(*s, g));
    }
    start(*s);
  }
}

void silentForAStreamOfItsOwn(cudaGraph_t *g) {
  cudaStream_t s;
  CHECK_CUDA(cudaStreamCreate(&s));
  CHECK_CUDA(cudaDeviceSynchronize());
  start(s);
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

// The caller that begins the capture gets the finding.
static void endOfPair(cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}

void firesOnce(cudaStream_t s, cudaGraph_t *g) {
  CHECK_CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'endOfPair' reaches 'cudaDeviceSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  endOfPair(s, g);
}

extern "C" void firesForHandles(void *handle, void **result) {
  // CHECK: :[[#@LINE+1]]:14: warning: call to 'cudaDeviceSynchronize' while '(cudaStream_t)handle' is capturing; {{.*}} [cuda-capture-synchronization]
  CHECK_CUDA(cudaDeviceSynchronize());
  cudaGraph_t local;
  CHECK_CUDA(cudaStreamEndCapture((cudaStream_t)handle, &local));
  *result = local;
}
