// RUN: %lint-capturable
// A function that receives no stream asks about the one that it obtains.
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>

cudaStream_t current();
struct Context {
  cudaStream_t stream;
  cudaStream_t get() const;
};
Context &context();

static bool capturing(cudaStream_t s) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaStreamIsCapturing(s, &status);
  return status != cudaStreamCaptureStatusNone;
}

CUDA_CAPTURE_CAPTURABLE void silentIfItAsks(void **p) {
  cudaStream_t s = current();
  if (capturing(s))
    return;
  cudaMalloc(p, 16);
  cudaStreamSynchronize(s);
  cudaDeviceSynchronize();
}
CUDA_CAPTURE_CAPTURABLE void silentForAMember(void **p) {
  if (!capturing(context().stream))
    cudaMalloc(p, 16);
}
CUDA_CAPTURE_CAPTURABLE void silentForTheStreamOfTheThread(void **p) {
  if (!capturing(cudaStreamPerThread))
    cudaMalloc(p, 16);
}
// The answer is that the stream captures.
CUDA_CAPTURE_CAPTURABLE void firesInTheCapture(void **p) {
  if (capturing(current()))
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while the caller of 'firesInTheCapture' is capturing a stream in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(p, 16);
}
CUDA_CAPTURE_CAPTURABLE void firesBeforeItAsks(void **p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while the caller of 'firesBeforeItAsks' is capturing a stream in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 16);
  if (capturing(current()))
    return;
}
// The null stream is never captured, and neither is a new one.
CUDA_CAPTURE_CAPTURABLE void firesForTheLegacyStream(void **p) {
  if (capturing(cudaStreamLegacy))
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while the caller of 'firesForTheLegacyStream' is capturing a stream in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 16);
}
CUDA_CAPTURE_CAPTURABLE void firesForANewStream(void **p) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  if (capturing(s))
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while the caller of 'firesForANewStream' is capturing a stream in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(p, 16);
  cudaStreamDestroy(s);
}
