// RUN: %lint-capturable
// A question to an object of the whole program may be one about captures.
#include <cuda_capture/annotations.h>
#include <cuda_runtime.h>
#include <unordered_map>
#include <vector>

static std::unordered_map<int, int> captures;
static std::vector<cudaGraph_t> waiting;
static std::vector<float *> pool;
static int running;

CUDA_CAPTURE_CAPTURABLE void silentIfNothingIsCaptured(cudaStream_t s) {
  if (captures.empty())
    cudaDeviceSynchronize();
}
CUDA_CAPTURE_CAPTURABLE void silentIfThereAreNone(cudaStream_t s) {
  if (captures.size() == 0 && running == 0)
    cudaDeviceSynchronize();
}
CUDA_CAPTURE_CAPTURABLE void silentIfItPutsTheWorkOff(cudaGraph_t g) {
  if (captures.empty())
    cudaDeviceSynchronize();
  else
    waiting.push_back(g);
}
// What is made when it is first needed may be needed in a capture.
CUDA_CAPTURE_CAPTURABLE void firesForAPool(cudaStream_t s) {
  if (pool.empty()) {
    float *p;
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaMalloc' while the caller of 'firesForAPool' is capturing 's' in global mode; {{.*}} [cuda-capture-unsafe-call]
    cudaMalloc(&p, 16);
    pool.push_back(p);
  }
}
CUDA_CAPTURE_CAPTURABLE void firesForALargerPool(cudaStream_t s, size_t n) {
  if (pool.size() < n) {
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while the caller of 'firesForALargerPool' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
    pool.resize(n);
  }
}
// An object of the function's own knows nothing of captures.
CUDA_CAPTURE_CAPTURABLE void firesForALocal(cudaStream_t s, const std::vector<int> &work) {
  if (!work.empty())
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaDeviceSynchronize' while the caller of 'firesForALocal' is capturing 's' in global mode; {{.*}} [cuda-capture-synchronization]
    cudaDeviceSynchronize();
}
