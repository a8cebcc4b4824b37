// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureReportPossible: true}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// An unknown callee may end a capture. A record of captures that says afterwards
// that none runs tells that it did.
#include <cuda_runtime.h>

int enqueue(void *data, cudaStream_t stream) noexcept;

class Runner {
  cudaStream_t stream_ = nullptr;
  cudaStream_t side_ = nullptr;
  void *data_ = nullptr;
  bool active_ = false;
  bool busy_ = false;
  bool isActive() const { return active_; }

  int fail(int status) {
    if (active_ && stream_ != nullptr) {
      cudaGraph_t graph = nullptr;
      cudaStreamEndCapture(stream_, &graph);
      active_ = false;
    }
    cudaStreamSynchronize(stream_);
    cudaStreamSynchronize(side_);
    return status;
  }
  int failThroughAGetter(int status) {
    if (!isActive()) {
      cudaStreamSynchronize(stream_);
      return status;
    }
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream_, &graph);
    active_ = false;
    cudaStreamSynchronize(stream_);
    return status;
  }
  int failEarly(int status) {
    cudaStreamSynchronize(stream_);
    if (active_) {
      cudaGraph_t graph = nullptr;
      cudaStreamEndCapture(stream_, &graph);
      active_ = false;
    }
    return status;
  }
  int failByAnotherFlag(int status) {
    if (busy_) {
      cudaGraph_t graph = nullptr;
      cudaStreamEndCapture(stream_, &graph);
    }
    cudaStreamSynchronize(stream_);
    return status;
  }

public:
  int silentBehindTheRecord(cudaGraph_t *graph) {
    if (cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal) != cudaSuccess)
      return fail(1);
    active_ = true;
    if (int status = enqueue(data_, stream_))
      return fail(status);
    if (int status = enqueue(data_, stream_))
      return failThroughAGetter(status);
    cudaStreamEndCapture(stream_, graph);
    active_ = false;
    return 0;
  }
  int firesInFrontOfTheRecord(cudaGraph_t *graph) {
    cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal);
    active_ = true;
    if (int status = enqueue(data_, stream_))
      // CHECK: :[[#@LINE+1]]:14: warning: call to 'Runner::failEarly' reaches 'cudaStreamSynchronize' while 'stream_' is capturing {{.*}} [cuda-capture-synchronization]
      return failEarly(status);
    cudaStreamEndCapture(stream_, graph);
    active_ = false;
    return 0;
  }
  int firesForAnotherFlag(cudaGraph_t *graph) {
    // CHECK: :[[#@LINE+2]]:5: warning: possible: call to 'cudaStreamBeginCapture' begins a capture of 'stream_' that is not ended on every path{{.*}} [cuda-capture-unbalanced]
    // CHECK: note: 'Runner::failByAnotherFlag' calls 'cudaStreamSynchronize' here while the capture still runs, which breaks cuda-capture-synchronization
    cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal);
    active_ = true;
    if (int status = enqueue(data_, stream_))
      return failByAnotherFlag(status);
    cudaStreamEndCapture(stream_, graph);
    active_ = false;
    return 0;
  }
};
