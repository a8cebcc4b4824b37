// A question about one stream is no guard of another one.
// RUN: not %cuda-capture check --level=possible --no-cache --no-config --quiet %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --implicit-check-not=warning:
// RUN: %tidy %every-check %s -- %cuda-flags -std=c++17 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not=warning:
// NONE-NOT: error:
#include <cuda_runtime.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
__global__ void kernel();
struct Handle {
  cudaStream_t stream;
  cudaEvent_t done;
};
static bool isCapturing(cudaStream_t s) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(s, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}

CAPTURABLE int firesForTheNewStream(Handle *handle, cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(handle->stream, &status) != cudaSuccess)
    return 1;
  if (status == cudaStreamCaptureStatusNone) {
    // CHECK: :[[#@LINE+1]]:{{.*}}: warning: possible: call to 'cudaStreamQuery' while the caller of 'firesForTheNewStream' is capturing 'stream'{{.*}} [cuda-capture-synchronization]
    if (cudaStreamQuery(stream) != cudaSuccess)
      return 1;
  }
  handle->stream = stream;
  return 0;
}
CAPTURABLE void firesBehindAHelper(cudaStream_t from, cudaStream_t to) {
  if (isCapturing(from))
    return;
  // CHECK: :[[#@LINE+1]]:{{.*}}: warning: possible: call to 'cudaStreamSynchronize' while the caller of 'firesBehindAHelper' is capturing 'to'{{.*}} [cuda-capture-synchronization]
  cudaStreamSynchronize(to);
}

CAPTURABLE void silentForTheSameStream(cudaStream_t from, cudaStream_t to) {
  if (!isCapturing(to))
    cudaStreamSynchronize(to);
}
CAPTURABLE void silentIfBothAreAsked(cudaStream_t from, cudaStream_t to) {
  if (isCapturing(from) || isCapturing(to))
    return;
  cudaStreamSynchronize(from);
  cudaStreamSynchronize(to);
}
CAPTURABLE void silentForTheAskedOne(cudaStream_t from, cudaStream_t to) {
  if (!isCapturing(from))
    cudaStreamSynchronize(from);
}
CAPTURABLE void silentIfTheyAreEqual(cudaStream_t from, cudaStream_t to) {
  if (from == to && !isCapturing(from))
    cudaStreamSynchronize(to);
}
// Nothing here concerns one stream.
CAPTURABLE void silentForTheDevice(cudaStream_t from, cudaStream_t to, void **p) {
  if (isCapturing(from))
    return;
  cudaMalloc(p, 16);
  cudaDeviceSynchronize();
  kernel<<<1, 1>>>();
}
CAPTURABLE void silentForWork(cudaStream_t from, cudaStream_t to, cudaEvent_t e) {
  if (isCapturing(from))
    return;
  kernel<<<1, 1, 0, from>>>();
  cudaEventRecord(e, from);
  cudaStreamWaitEvent(to, e, 0);
}
CAPTURABLE void silentForAFork(cudaStream_t from, cudaStream_t to, Handle *h) {
  if (isCapturing(from))
    return;
  cudaEventRecord(h->done, to);
  cudaStreamWaitEvent(from, h->done, 0);
  kernel<<<1, 1, 0, from>>>();
}
// A question about a stream that the caller cannot capture says nothing.
CAPTURABLE void silentForTheOnlyOne(cudaStream_t s) {
  if (!isCapturing(s))
    cudaStreamSynchronize(s);
}
CAPTURABLE int silentUnlessActive(Handle *handle, cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) != cudaSuccess)
    return 1;
  if (!isCapturing(handle->stream) && status != cudaStreamCaptureStatusActive) {
    if (cudaStreamQuery(stream) != cudaSuccess)
      return 1;
  }
  handle->stream = stream;
  return 0;
}
cudaStream_t getStream();
CAPTURABLE void silentForAGetterUnlessActive(void **p) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(getStream(), &status);
  if (status != cudaStreamCaptureStatusActive)
    cudaMalloc(p, 4);
}
