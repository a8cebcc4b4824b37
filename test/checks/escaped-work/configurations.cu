// RUN: %lint-cu
// The stream of a launch is a field of its configuration.
#include <cstring>
#include <cuda_runtime.h>

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
__global__ void kernel(float *, int);

void firesWithoutStream(cudaStream_t s, cudaGraph_t *g, float *x) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cudaLaunchKernelEx' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE+1]]:3: note: set the stream of the launch configuration to one that takes part in the capture [{{.*}}]
  cudaLaunchKernelEx(&config, kernel, x, 1);
  cudaStreamEndCapture(s, g);
}
void firesOnAnotherStream(cudaStream_t s, cudaStream_t t, cudaGraph_t *g, float *x) {
  cudaLaunchConfig_t config = {.gridDim = dim3(4), .stream = t};
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchKernelEx' on the stream of 'config', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaLaunchKernelEx(&config, kernel, x, 1);
  // A launch leaves its configuration as it is.
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaLaunchKernelExC' on the stream of 'config', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cudaLaunchKernelExC(&config, (const void *)kernel, nullptr);
  cudaStreamEndCapture(s, g);
}
void firesForAFork(cudaStream_t s, cudaStream_t t, cudaEvent_t e, cudaGraph_t *g) {
  cudaLaunchConfig_t config;
  std::memset(&config, 0, sizeof(config));
  config.stream = t;
  cudaStreamBeginCapture(s, kGlobal);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e);
  cudaLaunchKernelExC(&config, (const void *)kernel, nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaStreamEndCapture' ends the capture of 's' while the work of 't' is not joined; {{.*}} [cuda-capture-unjoined-stream]
  cudaStreamEndCapture(s, g);
}

struct Options {
  dim3 grid{1}, block{256};
  cudaStream_t stream = nullptr;
};
static void launch(const Options &options, float *x) {
  cudaLaunchConfig_t config = {};
  config.gridDim = options.grid;
  config.blockDim = options.block;
  config.stream = options.stream;
  cudaLaunchKernelEx(&config, kernel, x, 1);
}
void firesForADefault(cudaStream_t s, cudaGraph_t *g, float *x) {
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'launch' reaches 'cudaLaunchKernelEx' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  launch({.grid = dim3(4)}, x);
  cudaStreamEndCapture(s, g);
}
void silentWithStream(cudaStream_t s, cudaGraph_t *g, float *x) {
  cudaStreamBeginCapture(s, kGlobal);
  launch({.grid = dim3(4), .stream = s}, x);
  cudaStreamEndCapture(s, g);
}

cudaLaunchConfig_t make(cudaStream_t s);
void silentWhereUnknown(cudaGraph_t *g, const cudaLaunchConfig_t *given, cudaLaunchConfig_t copied, float *x) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaLaunchConfig_t made = make(s), filled;
  std::memset(&filled, 0, sizeof(filled));
  cudaStreamBeginCapture(s, kGlobal);
  cudaLaunchKernelEx(given, kernel, x, 1);
  cudaLaunchKernelEx(&copied, kernel, x, 1);
  cudaLaunchKernelEx(&made, kernel, x, 1);
  cudaLaunchKernelEx(&filled, kernel, x, 1);
  filled.stream = s;
  cudaLaunchKernelEx(&filled, kernel, x, 1);
  cudaStreamEndCapture(s, g);
  cudaStreamDestroy(s);
}
