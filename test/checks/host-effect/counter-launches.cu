// RUN: %lint-capturable
// Every launch that gets a counter is reported, and a condition casts doubt on
// its own launch only.
#include <cuda_runtime.h>
#include <cuda_capture/annotations.h>

__global__ void small(float *x, unsigned sequence);
__global__ void large(float *x, unsigned sequence);
bool isWanted(float *);

struct Link {
  unsigned turn = 0, parts = 4;
  float *scratch;

  CUDA_CAPTURE_CAPTURABLE void firesBehindAConditionalLaunch(float *x, cudaStream_t stream) {
    if (isWanted(x))
      small<<<64, 256, 0, stream>>>(x, turn);
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
    large<<<64, 256, 0, stream>>>(x, turn);
    ++turn;
  }
  // The number of parts stays, so the position is that of the turn.
  CUDA_CAPTURE_CAPTURABLE void firesForATurnOfSeveral(float *x, cudaStream_t stream) {
    unsigned part = ++turn % parts;
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
    small<<<64, 256, 0, stream>>>(x, 4096 / parts * part);
  }
  CUDA_CAPTURE_CAPTURABLE void silentIfBothChange(float *x, cudaStream_t stream) {
    small<<<64, 256, 0, stream>>>(x, turn * parts);
    ++turn;
    parts = isWanted(x) ? 2 : 8;
  }
  CUDA_CAPTURE_CAPTURABLE void silentForAnotherNumber(float *x, cudaStream_t stream) {
    small<<<64, 256, 0, stream>>>(x, parts);
    ++turn;
  }
  CUDA_CAPTURE_CAPTURABLE void silentForAPosition(float *x, cudaStream_t stream) {
    small<<<64, 256, 0, stream>>>(x, turn);
    turn += 64;
  }
};

// Each note names the change in its own branch.
CUDA_CAPTURE_CAPTURABLE cudaError_t firesInEachBranch(float *x, unsigned long n, cudaStream_t stream) {
  static unsigned sequence = 1;
  if (n < 16)
    // CHECK: :[[#@LINE+2]]:5: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
    // CHECK: :[[#@LINE+1]]:{{.*}} note: the counter changes here
    small<<<7, 32, 0, stream>>>(x, sequence++);
  else if (n < 4096)
    // CHECK: :[[#@LINE+2]]:5: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
    // CHECK: :[[#@LINE+1]]:{{.*}} note: the counter changes here
    small<<<28, 512, 0, stream>>>(x, sequence++);
  else
    // CHECK: :[[#@LINE+2]]:5: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
    // CHECK: :[[#@LINE+1]]:{{.*}} note: the counter changes here
    large<<<56, 512, 0, stream>>>(x, sequence++);
  return cudaGetLastError();
}

// A number that the program computes with is no answer about captures; one that
// it tests may be.
struct Group {
  int size();
  int depth();
};
CUDA_CAPTURE_CAPTURABLE void firesForASizeOfTheGroup(float *x, unsigned long n, Group *group, cudaStream_t stream) {
  static unsigned sequence = 1;
  if (n < group->size() * sizeof(int))
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
    small<<<7, 32, 0, stream>>>(x, sequence++);
}
CUDA_CAPTURE_CAPTURABLE void silentForAnAnswer(float *x, Group *group, cudaStream_t stream) {
  static unsigned sequence = 1;
  if (group->depth() > 0)
    small<<<7, 32, 0, stream>>>(x, sequence++);
}

// In a structure that the kernel gets by value, and in an array of arguments.
struct Params {
  const float *in;
  unsigned long long expected;
  unsigned *flag;
};
__global__ void wait(Params p);
__global__ void waitFor(unsigned long long expected, unsigned *flag);
struct Endpoint {
  unsigned long long sequence = 0;
  unsigned *flag, size = 16;

  CUDA_CAPTURE_CAPTURABLE void firesInAStructure(const float *in, cudaStream_t stream) {
    sequence += 1;
    Params p{};
    p.in = in;
    p.expected = sequence;
    p.flag = flag;
    // CHECK: :[[#@LINE+1]]:5: warning: kernel launch passes a counter of the host {{.*}} [cuda-capture-host-effect]
    wait<<<1, 32, 0, stream>>>(p);
  }
  CUDA_CAPTURE_CAPTURABLE void silentForAnotherField(const float *in, cudaStream_t stream) {
    sequence += 1;
    Params p{in, size, flag};
    wait<<<1, 32, 0, stream>>>(p);
  }
  CUDA_CAPTURE_CAPTURABLE void firesInAnArray(cudaStream_t stream) {
    sequence += 1;
    unsigned long long expected = sequence;
    void *args[] = {&expected, &flag};
    // CHECK: :[[#@LINE+1]]:5: warning: call to 'cudaLaunchKernel' passes a counter of the host {{.*}} [cuda-capture-host-effect]
    cudaLaunchKernel((const void *)waitFor, dim3(1), dim3(32), args, 0, stream);
  }
  CUDA_CAPTURE_CAPTURABLE void silentInAnArray(cudaStream_t stream) {
    unsigned long long expected = size;
    void *args[] = {&expected, &flag};
    cudaLaunchKernel((const void *)waitFor, dim3(1), dim3(32), args, 0, stream);
    sequence += 1;
  }
};
