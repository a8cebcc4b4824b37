// A capture in thread-local mode expects other threads to go on, but their work on the legacy stream fails while a
// blocking stream captures.
// RUN: %tidy -checks=-*,cuda-capture-legacy-stream '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// Relaxed mode is chosen for the thread itself, unless others are known to work.
// RUN: %tidy -checks=-*,cuda-capture-legacy-stream '--config={CheckOptions: {CudaCaptureReportPossible: true, CudaCaptureOtherThreads: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefixes=CHECK,OTHERS --implicit-check-not=warning:
// It is never an exact finding.
// RUN: %tidy -checks=-*,cuda-capture-legacy-stream %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: warning:
// The default stream of other threads is not the legacy stream.
// RUN: %tidy -checks=-*,cuda-capture-legacy-stream '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags -DCUDA_API_PER_THREAD_DEFAULT_STREAM 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
#include <cuda_runtime.h>

__global__ void work(float *data) {}

void local(float *data, cudaGraph_t *graph) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  // CHECK: :[[#@LINE+2]]:3: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 'stream', a blocking stream, in thread-local mode; if another thread enqueues work on the legacy default stream in the meantime, the runtime rejects it with cudaErrorStreamCaptureImplicit (906) and invalidates the capture
  // CHECK: note: create the stream with cudaStreamCreateWithFlags and cudaStreamNonBlocking
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  work<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, graph);
  cudaStreamDestroy(stream);
}

class Recorder {
public:
  Recorder() { cudaStreamCreate(&own); }
  explicit Recorder(int) { cudaStreamCreateWithFlags(&own, cudaStreamDefault); }
  ~Recorder() { cudaStreamDestroy(own); }
  void record(float *data, cudaGraph_t *graph) {
    // CHECK: :[[#@LINE+1]]:5: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 'own', a blocking stream, in thread-local mode
    cudaStreamBeginCapture(own, cudaStreamCaptureModeThreadLocal);
    work<<<1, 1, 0, own>>>(data);
    cudaStreamEndCapture(own, graph);
  }

private:
  cudaStream_t own = nullptr;
};

void begin(cudaStream_t stream, cudaStreamCaptureMode mode) { cudaStreamBeginCapture(stream, mode); }

void throughHelper(float *data, cudaGraph_t *graph) {
  cudaStream_t stream;
  cudaStreamCreateWithPriority(&stream, cudaStreamDefault, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: possible: call to 'begin' reaches 'cudaStreamBeginCapture', which begins a capture of 'stream', a blocking stream, in thread-local mode
  begin(stream, cudaStreamCaptureModeThreadLocal);
  work<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, graph);
  cudaStreamDestroy(stream);
}

void relaxed(float *data, cudaGraph_t *graph) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  // OTHERS: :[[#@LINE+1]]:3: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 'stream', a blocking stream, in relaxed mode
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  work<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, graph);
  cudaStreamDestroy(stream);
}

// A non-blocking stream, also as a member.
void nonBlocking(float *data, cudaGraph_t *graph) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  work<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, graph);
  cudaStreamDestroy(stream);
}

class Quiet {
public:
  Quiet() { cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking); }
  ~Quiet() { cudaStreamDestroy(own); }
  void record(float *data, cudaGraph_t *graph) {
    cudaStreamBeginCapture(own, cudaStreamCaptureModeThreadLocal);
    work<<<1, 1, 0, own>>>(data);
    cudaStreamEndCapture(own, graph);
  }

private:
  cudaStream_t own = nullptr;
};

// Which kind of stream this is depends on the constructor.
class Mixed {
public:
  Mixed() { cudaStreamCreate(&own); }
  explicit Mixed(int) { cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking); }
  ~Mixed() { cudaStreamDestroy(own); }
  void record(float *data, cudaGraph_t *graph) {
    cudaStreamBeginCapture(own, cudaStreamCaptureModeThreadLocal);
    work<<<1, 1, 0, own>>>(data);
    cudaStreamEndCapture(own, graph);
  }

private:
  cudaStream_t own = nullptr;
};

// Another function gives the object a stream of its own.
class Given {
public:
  Given() { cudaStreamCreate(&own); }
  void use(cudaStream_t stream) { own = stream; }
  void record(float *data, cudaGraph_t *graph) {
    cudaStreamBeginCapture(own, cudaStreamCaptureModeThreadLocal);
    work<<<1, 1, 0, own>>>(data);
    cudaStreamEndCapture(own, graph);
  }

private:
  cudaStream_t own = nullptr;
};

// The constructor creates no stream on one of its ways.
class Perhaps {
public:
  explicit Perhaps(bool lazy) {
    if (!lazy)
      cudaStreamCreate(&own);
  }
  void record(float *data, cudaGraph_t *graph) {
    cudaStreamBeginCapture(own, cudaStreamCaptureModeThreadLocal);
    work<<<1, 1, 0, own>>>(data);
    cudaStreamEndCapture(own, graph);
  }

private:
  cudaStream_t own = nullptr;
};

// Of a stream that it is given, nobody knows the kind.
void given(cudaStream_t stream, float *data, cudaGraph_t *graph) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  work<<<1, 1, 0, stream>>>(data);
  cudaStreamEndCapture(stream, graph);
}
