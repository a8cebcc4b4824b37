#include <cuda_runtime.h>
__global__ void kernel(float *p);

// The begin ends a capture that still runs, and leaves its own running.
static thread_local cudaStream_t recorded = nullptr;
struct Recorder {
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  bool recording = false;
  void drop() {
    if (!recording)
      return;
    cudaGraph_t unfinished;
    recorded = nullptr;
    cudaStreamEndCapture(stream, &unfinished);
    recording = false;
  }
  void begin() {
    drop();
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    recorded = stream;
    recording = true;
  }
  void end() {
    recorded = nullptr;
    cudaStreamEndCapture(stream, &graph);
    recording = false;
  }
};
void fill(float *p) { kernel<<<1, 1, 0, recorded>>>(p); }

// This one ends its own capture.
static thread_local cudaStream_t last = nullptr;
struct OneCall {
  cudaStream_t stream;
  cudaGraph_t graph = nullptr;
  void finish() { cudaStreamEndCapture(stream, &graph); }
  void record(float *p) {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    last = stream;
    kernel<<<1, 1, 0, stream>>>(p);
    finish();
  }
};
void refill(float *p) { kernel<<<1, 1, 0, last>>>(p); }

// This one ends its own capture through an interface.
static thread_local cudaStream_t virtualLast = nullptr;
struct Finisher {
  virtual ~Finisher() = default;
  virtual void finish(cudaStream_t s) = 0;
};
struct EndsCapture : Finisher {
  cudaGraph_t graph = nullptr;
  void finish(cudaStream_t s) override { cudaStreamEndCapture(s, &graph); }
};
void record(Finisher &finisher, cudaStream_t stream, float *p) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  virtualLast = stream;
  kernel<<<1, 1, 0, stream>>>(p);
  finisher.finish(stream);
}
void refillVirtually(float *p) { kernel<<<1, 1, 0, virtualLast>>>(p); }
