#include <atomic>
#include <cuda_runtime.h>

extern std::atomic<int> RunningCaptures;
std::atomic<int> Users{0};

bool release(void *P) {
  if (RunningCaptures != 0)
    return false;
  return cudaFree(P) == cudaSuccess;
}
bool releaseIfUnused(void *P) {
  if (Users != 0)
    return false;
  return cudaFree(P) == cudaSuccess;
}
