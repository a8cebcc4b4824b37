// RUN: %lint-cu
// A result that goes to the host has to be waited for.
#include "Inputs/libraries.h"

constexpr cudaStreamCaptureMode kGlobal = cudaStreamCaptureModeGlobal;
constexpr cudaStreamCaptureMode kRelaxed = cudaStreamCaptureModeRelaxed;

float firesForALocal(cublasHandle_t handle, cudaStream_t s, cudaGraph_t *g, const float *x) {
  float r, n;
  int i;
  cublasSetStream(handle, s);
  cudaStreamBeginCapture(s, kRelaxed);
  // CHECK: :[[#@LINE+3]]:3: warning: call to 'cublasSdot' while 's' is capturing in relaxed mode; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  // CHECK: :[[#@LINE+1]]:3: note: call cublasSetPointerMode with CUBLAS_POINTER_MODE_DEVICE before, and let the result go to device memory [cuda/stream-capture-unsupported; docs/checks/synchronization.md]
  cublasSdot(handle, 1, x, 1, x, 1, &r);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSnrm2' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  cublasSnrm2(handle, 1, x, 1, &n);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasIsamax' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  cublasIsamax(handle, 1, x, 1, &i);
  cudaStreamEndCapture(s, g);
  return r + n + i;
}

// The pointer mode of a fresh handle is the host's.
void firesForAFreshHandle(cudaStream_t s, cudaGraph_t *g, const float *x, float *r) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, s);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSdot' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  cublasSdot(handle, 1, x, 1, x, 1, r);
  cudaStreamEndCapture(s, g);
}

void firesIfItWasSetToTheHost(cublasHandle_t handle, cudaStream_t s, cudaGraph_t *g, const float *x, float *r) {
  cublasSetStream(handle, s);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSdot' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  cublasSdot(handle, 1, x, 1, x, 1, r);
  cudaStreamEndCapture(s, g);
}

// Waiting for another stream is no better, unless the capture is relaxed.
float firesForAnotherStream(cublasHandle_t handle, cudaStream_t s, cudaStream_t t, cudaGraph_t *g, const float *x) {
  float r;
  cublasSetStream(handle, t);
  cudaStreamBeginCapture(s, kGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cublasSdot' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cublasSdot(handle, 1, x, 1, x, 1, &r);
  cudaStreamEndCapture(s, g);
  cudaStreamBeginCapture(s, kRelaxed);
  cublasSdot(handle, 1, x, 1, x, 1, &r);
  cudaStreamEndCapture(s, g);
  return r;
}

void silentForTheDevice(cudaStream_t s, cudaGraph_t *g, const float *x, float *r) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, s);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSdot(handle, 1, x, 1, x, 1, r);
  cudaStreamEndCapture(s, g);
}

// Nobody knows where it goes.
void silentForUnknownModes(cublasHandle_t handle, cudaStream_t s, cudaGraph_t *g, const float *x, float *r,
                           cublasPointerMode_t mode) {
  cublasSetStream(handle, s);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSdot(handle, 1, x, 1, x, 1, r);
  cublasSetPointerMode(handle, mode);
  cublasSdot(handle, 1, x, 1, x, 1, r);
  cudaStreamEndCapture(s, g);
}

// A pointer in a local is not the local.
void silentForDeviceMemory(cublasHandle_t handle, cudaStream_t s, cudaGraph_t *g, const float *x) {
  float *r;
  cudaMalloc(&r, 4);
  cublasSetStream(handle, s);
  cudaStreamBeginCapture(s, kGlobal);
  cublasSdot(handle, 1, x, 1, x, 1, r);
  cudaStreamEndCapture(s, g);
}

float silentOutsideOfTheCapture(cublasHandle_t handle, cudaStream_t s, cudaGraph_t *g, const float *x) {
  float r;
  cublasSetStream(handle, s);
  cudaStreamBeginCapture(s, kGlobal);
  cudaStreamEndCapture(s, g);
  cublasSdot(handle, 1, x, 1, x, 1, &r);
  return r;
}
