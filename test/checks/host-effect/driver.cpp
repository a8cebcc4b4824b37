// RUN: %lint-cxx
// The driver API and HIP.
#include <cstdlib>
#include <cuda.h>
#include <hip/hip_runtime_api.h>
#include <random>

void firesForTheDriver(CUstream s, CUfunction f, CUdeviceptr p, CUgraph *g, std::mt19937 &rng) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  unsigned seed = rng();
  void *args[] = {&p, &seed};
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuLaunchKernel' passes a random number that is drawn while 's' is capturing; every launch of the graph uses the same one [cuda-capture-host-effect]
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, args, nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemsetD32Async' passes a random number
  cuMemsetD32Async(p, rand(), 1, s);
  cuStreamEndCapture(s, g);
}
void silentForTheDriver(CUstream s, CUfunction f, CUdeviceptr p, CUgraph *g, std::mt19937 &rng) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  unsigned seed = rng();
  seed = 1;
  void *args[] = {&p, &seed};
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, args, nullptr);
  cuStreamEndCapture(s, g);
}
void firesForHip(hipStream_t s, void *p, hipGraph_t *g) {
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipMemsetAsync' passes a random number
  hipMemsetAsync(p, rand(), 4, s);
  hipStreamEndCapture(s, g);
}
void silentForHip(hipStream_t s, void *p, hipGraph_t *g) {
  int value = rand();
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  hipMemsetAsync(p, value, 4, s);
  hipStreamEndCapture(s, g);
}
