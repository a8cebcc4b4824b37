// RUN: %lint-cu
// A member function that ends a capture asks what its class noted when the
// capture began: behind that question, the capture runs.
#include <cuda_runtime.h>

__global__ void kernel();

class Session {
  cudaStream_t stream_ = nullptr;
  cudaGraph_t graph_ = nullptr;
  bool capturing_ = false;

public:
  bool begin(cudaStream_t stream) {
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
      return false;
    stream_ = stream;
    capturing_ = true;
    return true;
  }
  bool firesBehindTheFlag() {
    if (!capturing_)
      return false;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while 'stream_' is capturing; {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
    const cudaError_t result = cudaStreamEndCapture(stream_, &graph_);
    capturing_ = false;
    return result == cudaSuccess;
  }
  bool firesInTheBranch() {
    bool done = false;
    if (capturing_) {
      // CHECK: :[[#@LINE+1]]:7: warning: call to 'cudaDeviceSynchronize' while 'stream_' is capturing; {{.*}} [cuda-capture-synchronization]
      cudaDeviceSynchronize();
      done = cudaStreamEndCapture(stream_, &graph_) == cudaSuccess;
      capturing_ = false;
    }
    return done;
  }
  bool endForTheCaller() {
    if (!capturing_)
      return false;
    cudaDeviceSynchronize();
    const cudaError_t result = cudaStreamEndCapture(stream_, &graph_);
    capturing_ = false;
    return result == cudaSuccess;
  }
  void waitUnlessCapturing() {
    if (!capturing_)
      cudaDeviceSynchronize();
  }
  bool silentOnTheOtherPath() {
    if (!capturing_) {
      cudaDeviceSynchronize();
      return false;
    }
    const cudaError_t result = cudaStreamEndCapture(stream_, &graph_);
    capturing_ = false;
    return result == cudaSuccess;
  }
  bool silentInFrontOfTheQuestion() {
    if (!capturing_)
      cudaDeviceSynchronize();
    if (!capturing_)
      return false;
    const cudaError_t result = cudaStreamEndCapture(stream_, &graph_);
    capturing_ = false;
    return result == cudaSuccess;
  }
  void silentIfTheEndStandsElsewhere(bool last) {
    if (capturing_)
      cudaDeviceSynchronize();
    if (last) {
      cudaStreamEndCapture(stream_, &graph_);
      capturing_ = false;
    }
  }
};

// The caller that begins the capture gets the finding, if the end stands under
// the same question.
static Session shared;
void decode(cudaStream_t);
void firesInTheCaller(cudaStream_t s) {
  if (!shared.begin(s))
    return;
  decode(s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'Session::endForTheCaller' reaches 'cudaDeviceSynchronize' while {{.*}} [cuda-capture-synchronization]
  shared.endForTheCaller();
}
void silentUnderTheOppositeQuestion(cudaStream_t s) {
  if (!shared.begin(s))
    return;
  decode(s);
  shared.waitUnlessCapturing();
  shared.silentOnTheOtherPath();
}

// The stream itself is the record.
class Recorder {
  cudaStream_t captured_ = nullptr;
  cudaGraph_t graph_ = nullptr;

public:
  bool begin(cudaStream_t stream) {
    if (!stream || cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
      return false;
    captured_ = stream;
    return true;
  }
  bool firesBehindTheStream() {
    if (!captured_)
      return false;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while 'captured_' is capturing; {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
    const cudaError_t result = cudaStreamEndCapture(captured_, &graph_);
    captured_ = nullptr;
    return result == cudaSuccess;
  }
  void silentForAWait() {
    if (captured_)
      return;
    cudaDeviceSynchronize();
  }
};
