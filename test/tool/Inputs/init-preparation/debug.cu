// Waits that only debug builds make. Functions whose names begin with "waits"
// wait in release builds, too.
#include <cuda_runtime.h>

__global__ void kernel(float *);

int asks(cudaStream_t stream) {
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(stream, &status);
  return status == cudaStreamCaptureStatusActive;
}

#ifndef NDEBUG
#define SYNC_AND_CHECK() cudaDeviceSynchronize()
#else
#define SYNC_AND_CHECK() cudaGetLastError()
#endif
#define SYNC_ALWAYS() cudaDeviceSynchronize()

void by_macro(cudaStream_t stream, float *x) {
  kernel<<<1, 1, 0, stream>>>(x);
  SYNC_AND_CHECK();
}

void by_directive(cudaStream_t stream, float *x) {
  kernel<<<1, 1, 0, stream>>>(x);
#if !defined(NDEBUG) && 1
  cudaStreamSynchronize(stream);
#endif
}

void by_else(cudaStream_t stream, float *x) {
  kernel<<<1, 1, 0, stream>>>(x);
#ifdef NDEBUG
#  ifdef OTHER
#  endif
#else
#  if 1
  cudaStreamSynchronize(stream);
#  endif
#endif
}

#define LIBRARY_DEBUG 1
void by_own_macro(cudaStream_t stream, float *x) {
  kernel<<<1, 1, 0, stream>>>(x);
#if LIBRARY_DEBUG
  cudaStreamSynchronize(stream);
#endif
}

static void check(cudaStream_t stream) { cudaStreamSynchronize(stream); }
void by_call(cudaStream_t stream, float *x) {
  kernel<<<1, 1, 0, stream>>>(x);
#ifndef NDEBUG
  check(stream);
#endif
}

// The wait stands behind the directive, not between.
void waits_behind(cudaStream_t stream, float *x) {
#ifndef NDEBUG
  kernel<<<1, 1, 0, stream>>>(x);
#endif
  kernel<<<1, 1, 0, stream>>>(x);
  cudaStreamSynchronize(stream);
}

void waits_by_macro(cudaStream_t stream, float *x) {
  kernel<<<1, 1, 0, stream>>>(x);
  SYNC_ALWAYS();
}

// Release builds wait, debug builds do not.
#undef LIBRARY_DEBUG
void waits_in_release(cudaStream_t stream, float *x) {
  kernel<<<1, 1, 0, stream>>>(x);
#ifndef LIBRARY_DEBUG
  cudaStreamSynchronize(stream);
#endif
}

// The condition asks for something else.
void waits_for_other(cudaStream_t stream, float *x) {
  kernel<<<1, 1, 0, stream>>>(x);
#ifndef NO_WAIT
  cudaStreamSynchronize(stream);
#endif
}

void waits_by_call(cudaStream_t stream, float *x) {
  kernel<<<1, 1, 0, stream>>>(x);
  check(stream);
}
