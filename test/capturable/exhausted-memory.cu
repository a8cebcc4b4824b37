// RUN: %lint-cu
// A function that finds no memory goes on, and so does the capture.
#include <cuda_runtime.h>

#define CAPTURABLE [[clang::annotate("cuda_capture::capturable", "relaxed")]]
#define CHECK_CUDA(CALL)                                                       \
  do {                                                                         \
    cudaError_t Result = (CALL);                                               \
    if (Result != cudaSuccess)                                                 \
      throw Result;                                                            \
  } while (0)
__global__ void kernel();
static cudaError_t allocate(void **p, size_t size) { return cudaMalloc(p, size); }

struct Pool {
  void *free_[8] = {};
  void flush() {
    for (void *&p : free_)
      if (p)
        CHECK_CUDA(cudaFree(p));
  }
  CAPTURABLE void *firesWhereItRetries(size_t size) {
    void *p = nullptr;
    cudaError_t err = allocate(&p, size);
    if (err == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      // CHECK: :[[#@LINE+1]]:18: warning: call to 'cudaDeviceSynchronize' while the caller of 'Pool::firesWhereItRetries' is capturing{{.*}} [cuda-capture-synchronization]
      CHECK_CUDA(cudaDeviceSynchronize());
      flush();
      err = allocate(&p, size);
    }
    CHECK_CUDA(err);
    return p;
  }
  // Any other error may be that of the capture.
  CAPTURABLE void *silentForAnyError(size_t size) {
    void *p = nullptr;
    if (cudaMalloc(&p, size) != cudaSuccess) {
      cudaDeviceSynchronize();
      CHECK_CUDA(cudaMalloc(&p, size));
    }
    return p;
  }
  CAPTURABLE void *silentForAnotherError(size_t size) {
    void *p = nullptr;
    if (cudaMalloc(&p, size) == cudaErrorStreamCaptureUnsupported) {
      cudaDeviceSynchronize();
      CHECK_CUDA(cudaMalloc(&p, size));
    }
    return p;
  }
};

// The error is the reason why the function leaves.
CAPTURABLE void silentWhereItLeaves(cudaStream_t s, cudaStream_t side, cudaEvent_t fork, cudaEvent_t join, void **p) {
  CHECK_CUDA(cudaEventRecord(fork, s));
  CHECK_CUDA(cudaStreamWaitEvent(side, fork, 0));
  kernel<<<1, 1, 0, side>>>();
  const cudaError_t err = cudaMallocAsync(p, 16, side);
  if (err == cudaErrorMemoryAllocation)
    throw err;
  CHECK_CUDA(cudaEventRecord(join, side));
  CHECK_CUDA(cudaStreamWaitEvent(s, join, 0));
}
// A begin that finds no memory has begun nothing.
void silentForABegin(cudaStream_t s, cudaGraph_t *g) {
  if (cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaErrorMemoryAllocation) {
    cudaStreamSynchronize(s);
    return;
  }
  kernel<<<1, 1, 0, s>>>();
  CHECK_CUDA(cudaStreamEndCapture(s, g));
}
