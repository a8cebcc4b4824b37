// RUN: %lint-cu
// Operations a capturing stream cannot record, and answers it cannot give.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
void callback(cudaStream_t, cudaError_t, void *);

void firesForOperationsWithoutNode(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamAddCallback' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamAddCallback(s, callback, nullptr, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamAttachMemAsync' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamAttachMemAsync(s, p);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamAttachMemAsync' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamAttachMemAsync(s, (void *)p, 16, cudaMemAttachSingle);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyPeerAsync' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaMemcpyPeerAsync(p, 0, p, 1, 16, s);
  cudaStreamEndCapture(s, g);
}

void firesForBatchCopies(cudaStream_t s, cudaGraph_t *g, void **d, const void **h, size_t *n,
                         cudaMemcpyAttributes *a, size_t *i) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyBatchAsync' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaMemcpyBatchAsync(d, h, n, 4, a, i, 1, s);
  cudaStreamEndCapture(s, g);
}

// The overload of CUDA 13 with one set of attributes for all copies.
cudaError_t cudaMemcpyBatchAsync(float *const *d, const float *const *h, const size_t *n, size_t count,
                                 cudaMemcpyAttributes a, cudaStream_t s);
void firesForBatchCopiesAlike(cudaStream_t s, cudaGraph_t *g, float **d, const float **h, size_t *n,
                              cudaMemcpyAttributes a) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyBatchAsync' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaMemcpyBatchAsync(d, h, n, 4, a, s);
  cudaStreamEndCapture(s, g);
}

void firesForQuestions(cudaStream_t s, cudaGraph_t *g) {
  unsigned long long id;
  int device;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamGetId' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamGetId(s, &id);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamGetDevice' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamGetDevice(s, &device);
  cudaStreamEndCapture(s, g);
}
// What a relaxed capture answers is not known.
void silentForQuestionsInRelaxedMode(cudaStream_t s, cudaGraph_t *g, cudaStreamCaptureMode mode) {
  unsigned long long id;
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamGetId(s, &id);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, mode);
  cudaStreamGetId(s, &id);
  cudaStreamEndCapture(s, g);
}

void firesOnAForkedStream(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamAddCallback' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamAddCallback(t, callback, nullptr, 0);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e);
  cudaStreamEndCapture(s, g);
}

void firesForNestedBegin(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins another capture of 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
}

// A step that captures itself, called in a region.
static void step(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaMemsetAsync(nullptr, 0, 0, s);
  cudaStreamEndCapture(s, g);
}
void firesForANestedStep(cudaStream_t s, cudaStream_t t, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  step(t, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'step' reaches 'cudaStreamBeginCapture', which begins another capture of 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  step(s, g);
  cudaStreamEndCapture(s, g);
}

// A forked stream captures already.
void firesForBeginOnAForkedStream(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of 't', which takes part in the capture of 's'; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamBeginCapture(t, kRelaxed);
  cudaStreamEndCapture(s, g);
}

void firesForNestedCaptureToGraph(cudaStream_t s, cudaGraph_t g) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCaptureToGraph' begins another capture of 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, kGlobal);
  cudaStreamEndCapture(s, &g);
}

void firesForDestroyingTheOrigin(cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamDestroy' destroys 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamDestroy(s);
}

// A stream object that dies before the capture ends.
struct Stream {
  cudaStream_t s;
  Stream() { cudaStreamCreate(&s); }
  ~Stream() { cudaStreamDestroy(s); }
};
void firesIfTheStreamObjectDies(cudaGraph_t *g, bool stop) {
  // CHECK: :[[#@LINE+1]]:10: warning: call to 'Stream::~Stream' reaches 'cudaStreamDestroy', which destroys 'stream.s' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  Stream stream;
  cudaStreamBeginCapture(stream.s, kGlobal);
  if (stop)
    return;
  cudaStreamEndCapture(stream.s, g);
}

void silentForDestroyingOthers(cudaStream_t s, cudaStream_t t, cudaStream_t u, cudaEvent_t e, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamDestroy(u);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e);
  cudaStreamDestroy(t);
  cudaEventDestroy(e);
  cudaStreamEndCapture(s, g);
  cudaStreamDestroy(s);
}

void silentOnOtherStreams(cudaStream_t s, cudaStream_t other, cudaGraph_t *g, float *p) {
  unsigned long long id;
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamAddCallback(other, callback, nullptr, 0);
  cudaStreamAttachMemAsync(other, p);
  cudaMemcpyPeerAsync(p, 0, p, 1, 16, other);
  cudaStreamGetId(other, &id);
  cudaStreamEndCapture(s, g);
}

void silentOutside(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamAttachMemAsync(s, p);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
  cudaStreamAddCallback(s, callback, nullptr, 0);
  cudaMemcpyPeerAsync(p, 0, p, 1, 16, s);
}

void silentForHostFunctions(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaLaunchHostFunc(s, [](void *) {}, nullptr);
  cudaStreamEndCapture(s, g);
}

void silentForCapturesInSequence(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
  for (int i = 0; i < n; ++i) {
    cudaStreamBeginCapture(s, kGlobal);
    cudaStreamEndCapture(s, &g[i]);
  }
  do {
    cudaStreamBeginCapture(s, kGlobal);
    cudaStreamEndCapture(s, g);
  } while (--n > 0);
}

// The second attempt begins because the first has failed.
cudaError_t silentForASecondAttempt(cudaStream_t s, cudaGraph_t *g) {
  cudaError_t e = cudaStreamBeginCapture(s, kGlobal);
  if (e != cudaSuccess) {
    cudaGetLastError();
    e = cudaStreamBeginCapture(s, kRelaxed);
    if (e)
      return e;
  }
  return cudaStreamEndCapture(s, g);
}

bool silentForAttemptsInALoop(cudaStream_t s, cudaGraph_t *g) {
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (cudaStreamBeginCapture(s, kGlobal) != cudaSuccess)
      continue;
    cudaMemsetAsync(nullptr, 0, 0, s);
    if (cudaStreamEndCapture(s, g) == cudaSuccess)
      return true;
  }
  return false;
}

// Begins in arms that exclude each other.
void silentForExclusiveArms(cudaStream_t s, cudaGraph_t *g, int kind) {
  if (kind == 0)
    cudaStreamBeginCapture(s, kGlobal);
  else if (kind == 1)
    cudaStreamBeginCapture(s, kRelaxed);
  if (kind == 2)
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  if (kind >= 0 && kind <= 2)
    cudaStreamEndCapture(s, g);
}

// Begins in the first round, ends in the last.
void silentForBeginInTheFirstRound(cudaStream_t s, cudaGraph_t *g, int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      cudaStreamBeginCapture(s, kGlobal);
    cudaMemsetAsync(nullptr, 0, 0, s);
    if (i == n - 1)
      cudaStreamEndCapture(s, g);
  }
}

// A flag remembers that a capture runs.
void silentIfAFlagRemembers(cudaStream_t s, cudaGraph_t *g, const bool *heavy, int n) {
  bool capturing = false;
  for (int i = 0; i < n; ++i) {
    if (!capturing) {
      cudaStreamBeginCapture(s, kGlobal);
      capturing = true;
    }
    if (heavy[i]) {
      cudaStreamEndCapture(s, g);
      capturing = false;
    }
  }
  if (capturing)
    cudaStreamEndCapture(s, g);
}

// Begin only if not capturing yet.
void silentIfAskedBeforeBegin(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, bool nested) {
  if (nested)
    cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status != cudaStreamCaptureStatusActive) {
    cudaStreamBeginCapture(s, kRelaxed);
    cudaStreamEndCapture(s, g);
  }
  if (nested)
    cudaStreamEndCapture(s, g);
}

void silentForTwoStreams(cudaStream_t a, cudaStream_t b, cudaGraph_t *g) {
  cudaStreamBeginCapture(a, kRelaxed);
  cudaStreamBeginCapture(b, kRelaxed);
  cudaStreamEndCapture(a, g);
  cudaStreamBeginCapture(a, kRelaxed);
  cudaStreamEndCapture(b, g);
  cudaStreamEndCapture(a, g);
}

// Captures over an array of streams, in one loop and ended in another.
void silentForAnArrayOfStreams(cudaStream_t *streams, cudaGraph_t *graphs, int n) {
  for (int i = 0; i < n; ++i)
    cudaStreamBeginCapture(streams[i], kRelaxed);
  for (int i = 0; i < n; ++i)
    cudaMemsetAsync(nullptr, 0, 0, streams[i]);
  for (int i = 0; i < n; ++i)
    cudaStreamEndCapture(streams[i], &graphs[i]);
}

// Another stream in the same variable.
void silentForANewStreamInTheVariable(cudaGraph_t *g) {
  cudaStream_t s;
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, kGlobal);
    cudaStreamEndCapture(s, g);
    cudaStreamDestroy(s);
  }
}

// Pausing ends the capture, resuming begins one into the same graph.
struct Recorder {
  cudaStream_t s;
  cudaGraph_t g = nullptr;
  void begin() { cudaStreamBeginCapture(s, kRelaxed); }
  void pause() { cudaStreamEndCapture(s, &g); }
  void resume() { cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, kRelaxed); }
};
void silentForPauseAndResume(Recorder &r, void *p) {
  r.begin();
  cudaMemsetAsync(p, 0, 16, r.s);
  r.pause();
  cudaMalloc(&p, 16);
  cudaStreamSynchronize(r.s);
  r.resume();
  cudaMemsetAsync(p, 0, 16, r.s);
  r.pause();
}

// An end on each way out.
int silentForAnEndOnEachWayOut(cudaStream_t s, cudaGraph_t *g, int n) {
  cudaStreamBeginCapture(s, kGlobal);
  if (n < 0) {
    cudaStreamEndCapture(s, g);
    cudaStreamDestroy(s);
    return 1;
  }
  cudaMemsetAsync(nullptr, 0, n, s);
  cudaStreamEndCapture(s, g);
  cudaStreamDestroy(s);
  return 0;
}
