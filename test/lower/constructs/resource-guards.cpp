// RUN: %lint-cxx
// Guards that own streams, or the thread's capture mode, as test suites and
// libraries write them.
#include <cuda_runtime.h>
#include <stdexcept>
#include <vector>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;

enum Kind { Legacy, PerThread, Created };
int generated();

class StreamGuard {
public:
  explicit StreamGuard(int kind) : kind_(kind) {
    switch (kind_) {
    case Legacy:
      stream_ = nullptr;
      break;
    case PerThread:
      stream_ = cudaStreamPerThread;
      break;
    default:
      cudaStreamCreate(&stream_);
    }
  }
  ~StreamGuard() {
    if (kind_ == Created)
      cudaStreamDestroy(stream_);
  }
  cudaStream_t stream() const { return stream_; }

private:
  int kind_;
  cudaStream_t stream_;
};

void silentIfTheKindIsNotKnown(cudaGraph_t *g) {
  StreamGuard guard(generated());
  cudaStreamBeginCapture(guard.stream(), kGlobal);
  cudaStreamEndCapture(guard.stream(), g);
}

void firesIfItIsTheLegacyStream(cudaGraph_t *g) {
  StreamGuard guard(Legacy);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamBeginCapture' begins a capture of the legacy default stream, which cannot be captured; {{.*}} [cuda-capture-legacy-stream]
  cudaStreamBeginCapture(guard.stream(), kGlobal);
  cudaStreamEndCapture(guard.stream(), g);
}

class StreamsGuard {
public:
  explicit StreamsGuard(size_t n) : streams_(n) {
    for (auto &s : streams_)
      cudaStreamCreate(&s);
  }
  ~StreamsGuard() {
    for (auto &s : streams_)
      cudaStreamDestroy(s);
  }
  cudaStream_t &operator[](int i) { return streams_[i]; }

private:
  std::vector<cudaStream_t> streams_;
};

class Memory {
public:
  Memory() { cudaMalloc(&data_, 16); }
  ~Memory() { cudaFree(data_); }

private:
  void *data_;
};

void silentBehindTheStreamsOfACapture() {
  Memory memory;
  {
    StreamsGuard streams(2);
    cudaStreamBeginCapture(streams[0], kGlobal);
  }
}

void firesBesideOtherStreams(cudaStream_t s, cudaGraph_t *g, void *p) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaFree(p);
  cudaStreamEndCapture(s, g);
}

void log(const char *);
void firesBehindChecksThatLog(cudaStream_t s, cudaGraph_t *g) {
  cudaError_t result = cudaStreamBeginCapture(s, kGlobal);
  if (result != cudaSuccess && result != cudaErrorPeerAccessAlreadyEnabled)
    log("no capture");
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamDestroy' destroys 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  cudaStreamDestroy(s);
}

bool isShutdown(cudaError_t e) {
  return e == cudaErrorCudartUnloading || e == cudaErrorContextIsDestroyed || e == cudaErrorInitializationError ||
         e == cudaErrorInvalidDevice || e == cudaErrorLaunchFailure || e == cudaErrorDeviceUninitialized;
}

class RelaxedGuard {
public:
  RelaxedGuard() : mode_(cudaStreamCaptureModeRelaxed), active_(true) {
    cudaError_t result = cudaThreadExchangeStreamCaptureMode(&mode_);
    if (isShutdown(result))
      active_ = false;
    else if (result != cudaSuccess)
      throw std::runtime_error("mode");
  }
  ~RelaxedGuard() {
    if (active_)
      cudaThreadExchangeStreamCaptureMode(&mode_);
  }

private:
  cudaStreamCaptureMode mode_;
  bool active_;
};

void silentIfOnlyAFailedExchangeIsNotUndone(void **p) {
  RelaxedGuard guard;
  cudaMalloc(p, 16);
}
