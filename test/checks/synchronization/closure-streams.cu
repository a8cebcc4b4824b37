// RUN: %tidy %all-checks '--config={CheckOptions: {CudaCaptureCapturableFunctions: "Encoder::*"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// A member function runs a closure on the stream of its object. What the closure
// refers to is meant for the closure.
#include <cuda_runtime.h>

struct Device {
  cudaStream_t last = nullptr;
};
class Encoder {
  Device &device;
  cudaStream_t stream;

public:
  Encoder(Device &d, cudaStream_t s) : device(d), stream(s) {}
  Device &owner() { return device; }
  template <typename F> void launch(F &&function) { function(stream); }
};
__global__ void step(float *x);

void silentIfTheClosureAsks(Encoder &encoder, float *x) {
  encoder.launch([&](cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    (void)cudaStreamIsCapturing(stream, &status);
    if (status == cudaStreamCaptureStatusNone)
      (void)cudaStreamSynchronize(stream);
    encoder.owner().last = stream;
    step<<<1, 1, 0, stream>>>(x);
  });
}
void firesIfItDoesNot(Encoder &encoder, float *x) {
  encoder.launch([&](cudaStream_t stream) {
    step<<<1, 1, 0, stream>>>(x);
    encoder.owner().last = stream;
    // CHECK: :[[#@LINE+1]]:11: warning: call to 'cudaStreamSynchronize' while the caller of 'Encoder::launch' is capturing 'stream' {{.*}} [cuda-capture-synchronization]
    (void)cudaStreamSynchronize(stream);
  });
}
