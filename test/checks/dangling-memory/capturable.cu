// RUN: %lint-cu
// A caller launches the graph that it has captured when the function has returned.
#include <cuda_runtime.h>
#include <vector>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable")]]
static constexpr auto kToDevice = cudaMemcpyHostToDevice;
static constexpr auto kToHost = cudaMemcpyDeviceToHost;
void log(const char *);

CAPTURABLE void firesForALocal(void *d, cudaStream_t s) {
  int zero = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'zero', which is gone when the graph is launched later; {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &zero, sizeof zero, kToDevice, s);
}
CAPTURABLE void firesForAParameter(void *d, float scale, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'scale', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &scale, sizeof scale, kToDevice, s);
}
CAPTURABLE void firesForAVector(void *d, int n, cudaStream_t s) {
  std::vector<int> sizes(n, 1);
  log("copies");
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'sizes', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, sizes.data(), n * sizeof(int), kToDevice, s);
}
static void upload(void *d, int value, cudaStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'value', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, &value, sizeof value, kToDevice, s);
}
CAPTURABLE void firesInACallee(void *d, cudaStream_t s) { upload(d, 3, s); }
CAPTURABLE void firesForAnEarlyReturn(void *d, bool quick, cudaStream_t s) {
  int shape[4] = {1, 2, 3, 4};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' makes the graph refer to 'shape', {{.*}} [cuda-capture-dangling-memory]
  cudaMemcpyAsync(d, shape, sizeof shape, kToDevice, s);
  if (quick)
    return;
  log("slow");
}

CAPTURABLE void silentForAConstant(void *d, cudaStream_t s) {
  static const int zero = 0;
  cudaMemcpyAsync(d, &zero, sizeof zero, kToDevice, s);
}
CAPTURABLE void silentForTheCallersMemory(void *d, const std::vector<int> &sizes, int *out, cudaStream_t s) {
  cudaMemcpyAsync(d, sizes.data(), sizes.size() * sizeof(int), kToDevice, s);
  cudaMemcpyAsync(out, d, sizeof(int), kToHost, s);
}
struct Op {
  int shape[4];
  CAPTURABLE void silentForAMember(void *d, cudaStream_t s) { cudaMemcpyAsync(d, shape, sizeof shape, kToDevice, s); }
};
CAPTURABLE void silentForAnotherStream(void *d, cudaStream_t s) {
  cudaStream_t own;
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  int zero = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpyAsync' on stream 'own', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaMemcpyAsync(d, &zero, sizeof zero, kToDevice, own);
  cudaStreamDestroy(own);
}
CAPTURABLE void silentUnlessItCaptures(void *d, cudaStream_t s) {
  cudaStreamCaptureStatus status;
  if (cudaStreamIsCapturing(s, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone)
    return;
  int zero = 0;
  cudaMemcpyAsync(d, &zero, sizeof zero, kToDevice, s);
}
// The heap memory may be kept by somebody else.
CAPTURABLE void silentForTheHeap(void *d, int n, cudaStream_t s) {
  int *sizes = new int[n];
  cudaMemcpyAsync(d, sizes, n * sizeof(int), kToDevice, s);
}
__global__ void kernel(void *, int);
CAPTURABLE void silentForAKernel(void *d, int n, cudaStream_t s) { kernel<<<1, 1, 0, s>>>(d, n); }
