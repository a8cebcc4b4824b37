// RUN: %lint-cu
// Work on a library's handle goes to the stream that the handle is bound to.
#include "Inputs/libraries.h"
#include <functional>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
void log(const char *);

void firesForAnotherStream(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x,
                           const float *a) {
  // CHECK: :[[#@LINE+8]]:3: warning: call to 'cublasSaxpy' works on handle 'handle', whose stream takes no part in the capture of 's'; it runs at once, and the graph silently lacks it [cuda-capture-escaped-work]
  // CHECK: :[[#@LINE+5]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+3]]:3: note: its handle is bound to 't' here
  // CHECK: :[[#@LINE+5]]:3: note: set the capturing stream in the handle before, or let the stream of the handle join the capture [cuda/work-escapes-capture; docs/checks/escaped-work.md]

  cublasSetStream(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// A handle that is made and never bound uses the null stream.
void firesForAFreshHandle(cudaStream_t s, cudaGraph_t *g, float *x, const float *a) {
  cublasHandle_t handle;
  // CHECK: :[[#@LINE+5]]:3: warning: call to 'cublasSaxpy' on the legacy default stream while 's' is capturing in global mode; the runtime rejects it with cudaErrorStreamCaptureImplicit (906) if that is a blocking stream, and otherwise the graph silently lacks the operation [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE+2]]:3: note: its handle is made here, and uses the default stream until it is given another
  // CHECK: :[[#@LINE+3]]:3: note: call cublasSetStream with the capturing stream before [cuda/stream-capture-implicit; docs/checks/legacy-stream.md]
  cublasCreate(&handle);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
  cublasDestroy(handle);
}

void firesBesideANonBlockingCapture(cudaGraph_t *g, float *x, const float *a) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cublasSaxpy' on the legacy default stream while 's' is capturing in global mode; it runs at once, and the graph silently lacks it [cuda-capture-escaped-work]
  // CHECK: :[[#@LINE+1]]:3: note: set the capturing stream in the handle before [cuda/work-escapes-capture; docs/checks/escaped-work.md]
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void firesForTheNullStream(cublasHandle_t handle, cudaStream_t s, cudaGraph_t *g, float *x, const float *a) {
  cublasSetStream(handle, nullptr);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// It is bound too late.
void firesInFrontOfTheBinding(cudaStream_t s, cudaStream_t t, cublasHandle_t handle, cudaGraph_t *g, float *x,
                              const float *a) {
  cublasSetStream(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle 'handle', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cublasSetStream(handle, s);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void silentForTheCapturingStream(cublasHandle_t handle, cudaStream_t s, cudaGraph_t *g, float *x, const float *a) {
  cublasSetStream(handle, s);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void silentIfItIsBoundInTheCapture(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x,
                                   const float *a) {
  cublasSetStream(handle, t);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSetStream(handle, s);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// Nobody knows what it is bound to.
void silentForHandlesFromOutside(cublasHandle_t handle, cudaStream_t s, cudaGraph_t *g, float *x, const float *a) {
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// The stream of the handle has joined.
void silentForAForkedStream(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaEvent_t fork,
                            cudaEvent_t join, cudaGraph_t *g, float *x, const float *a) {
  cublasSetStream(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  cudaStreamEndCapture(s, g);
}

// The work of the handle is work of its stream.
void firesForUnjoinedWork(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaEvent_t fork, cudaGraph_t *g,
                          float *x, const float *a) {
  cublasSetStream(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}

// A function that cannot be seen and knows the handle may bind it.
void configure(cublasHandle_t handle);
void silentIfSomebodyElseMayBindIt(cudaStream_t s, cudaGraph_t *g, float *x, const float *a) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  configure(handle);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void silentIfSomebodyKeepsIt(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x, const float *a) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  configure(handle);
  cublasSetStream(handle, t);
  log("configured");
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void firesThoughOthersAreCalled(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x, const float *a) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, t);
  log("configured");
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle 'handle', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// In a class, with a getter and a conversion.
class Blas {
public:
  Blas() { cublasCreate(&handle_); }
  ~Blas() { cublasDestroy(handle_); }
  operator cublasHandle_t() const { return handle_; }
  cublasHandle_t get() { return handle_; }
  void on(cudaStream_t s) { cublasSetStream(handle_, s); }

private:
  cublasHandle_t handle_;
};

void firesForObjects(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x, const float *a) {
  Blas blas;
  blas.on(t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle {{.*}}, whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy(blas, 1, a, x, 1, x, 1);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle {{.*}}, whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy(blas.get(), 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void silentForObjects(cudaStream_t s, cudaGraph_t *g, float *x, const float *a) {
  Blas blas;
  blas.on(s);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(blas, 1, a, x, 1, x, 1);
  cublasSaxpy(blas.get(), 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// A guard binds it for a while.
class StreamScope {
public:
  StreamScope(cublasHandle_t handle, cudaStream_t s) : handle_(handle) {
    cublasGetStream(handle, &old_);
    cublasSetStream(handle, s);
  }
  ~StreamScope() { cublasSetStream(handle_, old_); }

private:
  cublasHandle_t handle_;
  cudaStream_t old_;
};

void guards(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x, const float *a) {
  cublasSetStream(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  {
    StreamScope scope(handle, s);
    cublasSaxpy(handle, 1, a, x, 1, x, 1);
  }
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle 'handle', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// What the handle is bound to is the stream that captures.
void silentForTheStreamOfTheHandle(cublasHandle_t handle, cudaGraph_t *g, float *x, const float *a, cudaStream_t t) {
  cublasSetStream(handle, t);
  cudaStream_t s;
  cublasGetStream(handle, &s);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

void silentForTheStreamOfAnUnknownHandle(cublasHandle_t handle, cudaGraph_t *g, float *x, const float *a) {
  cudaStream_t s;
  cublasGetStream(handle, &s);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// On one path only.
void silentIfItMayBeBound(cudaStream_t s, cudaStream_t t, bool own, cudaGraph_t *g, float *x, const float *a) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, own ? t : s);
  cudaStreamBeginCapture(s, kGlobal);
  if (!own)
    cublasSaxpy(handle, 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// Two handles are bound to two streams.
struct Pool {
  cublasHandle_t handles[2];
};
void firesForElements(Pool &pool, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x, const float *a) {
  cublasSetStream(pool.handles[0], s);
  cublasSetStream(pool.handles[1], t);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(pool.handles[0], 1, a, x, 1, x, 1);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSaxpy' works on handle 'pool.handles[1]', whose stream takes no part {{.*}} [cuda-capture-escaped-work]
  cublasSaxpy(pool.handles[1], 1, a, x, 1, x, 1);
  cudaStreamEndCapture(s, g);
}

// In a lambda that is run in the region.
template <typename F> void captured(cudaStream_t s, cudaGraph_t *g, F body) {
  cudaStreamBeginCapture(s, kRelaxed);
  body();
  cudaStreamEndCapture(s, g);
}
void firesInALambda(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x,
                    const float *a) {
  cublasSetStream(handle, t);
  captured(s, g, [&] {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cublasSaxpy' works on handle {{.*}}, whose stream takes no part {{.*}} [cuda-capture-escaped-work]
    cublasSaxpy(handle, 1, a, x, 1, x, 1);
  });
}

void suppressed(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x, const float *a) {
  cublasSetStream(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSaxpy(handle, 1, a, x, 1, x, 1); // NOLINT(cuda-capture-escaped-work)
  cudaStreamEndCapture(s, g);
}
