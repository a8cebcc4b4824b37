#include <cuda_runtime.h>
__global__ void kernel(float *);
bool asks(cudaStream_t s) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  return status != cudaStreamCaptureStatusNone;
}

// What a call makes for itself and destroys, in a way that a capture permits.
void frees_its_own(float *d, cudaStream_t s) {
  float *scratch;
  cudaMallocAsync(&scratch, 4, s);
  kernel<<<1, 1, 0, s>>>(scratch);
  cudaFreeAsync(scratch, s);
}
void destroys_its_event(float *d, cudaStream_t s, cudaStream_t t) {
  cudaEvent_t e;
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e, 0);
  kernel<<<1, 1, 0, t>>>(d);
  cudaEventDestroy(e);
}

// What other calls use.
cudaEvent_t kept;
cudaStream_t side;
float *memory;
void tears_down(cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(memory);
  cudaFreeAsync(memory, s);
  cudaEventDestroy(kept);
  cudaStreamDestroy(side);
}
void frees_its_own_at_once(cudaStream_t s) {
  float *scratch;
  cudaMalloc(&scratch, 4);
  kernel<<<1, 1, 0, s>>>(scratch);
  cudaFree(scratch);
}

// What measures its own work chooses an algorithm.
void measures(float *d, cudaStream_t s) {
  cudaEvent_t from, to;
  cudaEventCreate(&from);
  cudaEventCreate(&to);
  for (int i = 0; i < 3; ++i) {
    cudaEventRecord(from, s);
    kernel<<<1, 1, 0, s>>>(d);
    cudaEventRecord(to, s);
    cudaEventSynchronize(to);
    float ms;
    if (cudaEventElapsedTime(&ms, from, to) == cudaSuccess && ms < 1)
      break;
  }
  cudaEventDestroy(from);
  cudaEventDestroy(to);
}
// The events of others say nothing about this function.
extern bool tracing;
void asks_for_a_time(cudaEvent_t from, cudaEvent_t to, float *ms, float *d, cudaStream_t s) {
  kernel<<<1, 1, 0, s>>>(d);
  if (tracing)
    cudaEventElapsedTime(ms, from, to);
}
