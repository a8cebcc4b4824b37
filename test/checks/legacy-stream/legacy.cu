// RUN: %lint-cu
// The legacy default stream beside a capture, named or implied.
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;
__global__ void kernel();
__constant__ float table[16];

void firesForLaunches(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1, 0>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1, 0, 0>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1, 0, nullptr>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1, 0, cudaStreamLegacy>>>();
  kernel<<<1, 1, 0, s>>>();
  kernel<<<dim3(1), dim3(1), 0, s>>>();
  cudaStreamEndCapture(s, g);
}

void firesForLaunchCalls(cudaStream_t s, cudaGraph_t *g) {
  void *args[] = {nullptr};
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchKernel' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaLaunchKernel((const void *)kernel, dim3(1), dim3(1), args, 0, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchKernel' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaLaunchKernel(kernel, dim3(1), dim3(1), args);
  cudaLaunchKernel(kernel, dim3(1), dim3(1), args, 0, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchHostFunc' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaLaunchHostFunc(nullptr, [](void *) {}, nullptr);
  cudaLaunchHostFunc(s, [](void *) {}, nullptr);
  cudaStreamEndCapture(s, g);
}

void firesForSynchronousCopies(cudaStream_t s, cudaGraph_t *g, void *a, void *b) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpy' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemcpy(a, b, 16, cudaMemcpyDeviceToDevice);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpy2D' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemcpy2D(a, 4, b, 4, 4, 4, cudaMemcpyDefault);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemset' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemset(a, 0, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyToSymbol' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemcpyToSymbol(table, a, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyFromSymbol' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemcpyFromSymbol(a, table, 16);
  cudaStreamEndCapture(s, g);
}

// Asynchronous calls whose stream is left out.
void firesForOmittedStreams(cudaStream_t s, cudaEvent_t e, cudaGraph_t *g, void *a, void *b) {
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemcpyAsync(a, b, 16, cudaMemcpyDefault);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemsetAsync(a, 0, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyToSymbolAsync' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemcpyToSymbolAsync(table, a, 16, 0, cudaMemcpyHostToDevice);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaEventRecord(e);
  cudaMemcpyAsync(a, b, 16, cudaMemcpyDefault, s);
  cudaStreamEndCapture(s, g);
}

// Streams of both kinds.
void firesForABlockingStream(cudaGraph_t *g, void *p) {
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreateWithFlags(&t, cudaStreamDefault);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemset' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemset(p, 0, 16);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(t, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while 't' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 1>>>();
  cudaStreamEndCapture(t, g);
}
// The call is not rejected; that it escapes is another check's finding.
void silentForANonBlockingStream(cudaGraph_t *g, void *p) {
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithPriority(&t, cudaStreamNonBlocking, -1);
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemcpyAsync(p, p, 1, cudaMemcpyDefault, s);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(t, kRelaxed);
  cudaStreamSynchronize(0);
  cudaStreamEndCapture(t, g);
}

// Waiting for the legacy stream waits for every blocking stream.
void firesForAWait(cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamSynchronize' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaStreamSynchronize(0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamQuery' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-legacy-stream]
  cudaStreamQuery(cudaStreamLegacy);
  cudaStreamEndCapture(s, g);
}

// The origin is non-blocking, the forked stream is not.
void firesForABlockingParticipant(cudaEvent_t e, cudaGraph_t *g, void *p) {
  cudaStream_t s, t;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreate(&t);
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemset' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemset(p, 0, 16);
  cudaEventRecord(e, t);
  cudaStreamWaitEvent(s, e, 0);
  cudaStreamEndCapture(s, g);
}

void firesForCapturingIt(cudaGraph_t *g) {
  cudaStream_t none = nullptr;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of the legacy default stream, which cannot be captured; {{.*}} [cuda-capture-legacy-stream]
  cudaStreamBeginCapture(0, kGlobal);
  cudaStreamEndCapture(0, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of the legacy default stream, which cannot be captured; {{.*}} [cuda-capture-legacy-stream]
  cudaStreamBeginCapture(cudaStreamLegacy, kRelaxed);
  cudaStreamEndCapture(cudaStreamLegacy, g);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of the legacy default stream, which cannot be captured; {{.*}} [cuda-capture-legacy-stream]
  cudaStreamBeginCapture(none, kGlobal);
  cudaStreamEndCapture(none, g);
}

// A helper whose stream defaults to the legacy one.
void scale(float *p, cudaStream_t stream = 0) { cudaMemsetAsync(p, 0, 16, stream); }
void firesForADefaultedParameter(cudaStream_t s, cudaGraph_t *g, float *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'scale' reaches 'cudaMemsetAsync' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  scale(p);
  scale(p, s);
  cudaStreamEndCapture(s, g);
}

struct Op {
  cudaStream_t stream = nullptr;
  void run(void *p) { cudaMemsetAsync(p, 0, 16, stream); }
};
void firesForADefaultedMember(cudaStream_t s, cudaGraph_t *g, void *p) {
  Op op;
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Op::run' reaches 'cudaMemsetAsync' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  op.run(p);
  op.stream = s;
  op.run(p);
  cudaStreamEndCapture(s, g);
}
void silentForAMemberOfAParameter(cudaStream_t s, cudaGraph_t *g, Op &op, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  op.run(p);
  cudaStreamEndCapture(s, g);
}

void silentForThePerThreadStream(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, cudaStreamPerThread>>>();
  cudaMemsetAsync(p, 0, 16, cudaStreamPerThread);
  cudaStreamEndCapture(s, g);
}
// It is a blocking stream. See also captured-per-thread.cu.
void firesForCapturingThePerThreadStream(cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(cudaStreamPerThread, kGlobal);
  kernel<<<1, 1, 0, cudaStreamPerThread>>>();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemsetAsync' on the legacy default stream while 'cudaStreamPerThread' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  cudaMemsetAsync(p, 0, 16, cudaStreamLegacy);
  cudaStreamEndCapture(cudaStreamPerThread, g);
}

void silentOutside(cudaStream_t s, cudaGraph_t *g, void *p) {
  kernel<<<1, 1>>>();
  cudaMemset(p, 0, 16);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
  kernel<<<1, 1>>>();
  cudaMemset(p, 0, 16);
  cudaStreamSynchronize(0);
}

cudaStream_t currentStream();
void silentForUnknownStreams(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kRelaxed);
  kernel<<<1, 1, 0, currentStream()>>>();
  cudaStreamEndCapture(s, g);
}

// A stream that may be legacy or not.
void silentForAMaybeNullStream(cudaStream_t s, cudaGraph_t *g) {
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}
void silentIfNullIsExcluded(cudaStream_t s, cudaGraph_t *g) {
  if (s == nullptr)
    return;
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}

// No stream given: use an own one.
void silentIfAnOwnStreamReplacesNull(cudaStream_t s, cudaGraph_t *g) {
  cudaStream_t own = s;
  if (own == 0)
    cudaStreamCreate(&own);
  cudaStreamBeginCapture(own, kGlobal);
  kernel<<<1, 1, 0, own>>>();
  cudaStreamEndCapture(own, g);
}

// A null stream that gets its value before it is used.
void silentIfCreatedBeforeUse(cudaGraph_t *g) {
  cudaStream_t s = nullptr;
  cudaStreamCreate(&s);
  cudaStreamBeginCapture(s, kGlobal);
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}

// Waiting beside a stream of unknown kind is legal for one of them.
void silentForUnknownFlagsInRelaxedMode(unsigned flags, cudaGraph_t *g) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, flags);
  cudaStreamBeginCapture(s, kRelaxed);
  cudaStreamSynchronize(0);
  cudaStreamEndCapture(s, g);
}

template <typename T> __global__ void fill(T *p);
template <typename T> void firesInATemplate(cudaStream_t s, cudaGraph_t *g, T *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  fill<T><<<1, 1>>>(p);
  fill<T><<<1, 1, 0, s>>>(p);
  cudaStreamEndCapture(s, g);
}
template void firesInATemplate(cudaStream_t, cudaGraph_t *, float *);

void silentIfAskedFirst(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusActive)
    cudaMemsetAsync(p, 0, 16, s);
  else
    cudaMemset(p, 0, 16);
  cudaStreamEndCapture(s, g);
}

// Behind the capture. Another check covers launches into it.
void silentForGraphLaunch(cudaStream_t s, cudaGraph_t *g, cudaGraphExec_t exec) {
  cudaStreamBeginCapture(s, kGlobal);
  cudaMemsetAsync(nullptr, 0, 16, s);
  cudaStreamEndCapture(s, g);
  cudaGraphLaunch(exec, 0);
}
