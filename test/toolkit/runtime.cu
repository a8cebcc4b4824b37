// The real headers of a toolkit, in CUDA mode.
// REQUIRES: cuda-toolkit-parses
// RUN: %tidy %all-checks %s -- %real-cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
#include <cuda_runtime.h>
#include <vector>
__global__ void kernel(float *p) { p[threadIdx.x] = 0; }

void firesWithRealHeaders(cudaStream_t s, cudaGraph_t *g, float *d, std::vector<float> &h, cudaEvent_t e) {
  float *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMalloc' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMalloc(&p, 16);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemcpy' on the legacy default stream while 's' is capturing {{.*}} [cuda-capture-legacy-stream]
  cudaMemcpy(d, h.data(), 4, cudaMemcpyHostToDevice);
  // CHECK: :[[#@LINE+1]]:3: warning: kernel launch on the legacy default stream {{.*}} [cuda-capture-legacy-stream]
  kernel<<<1, 32>>>(d);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaEventRecord' on the legacy default stream {{.*}} [cuda-capture-legacy-stream]
  cudaEventRecord(e);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while 's' is capturing {{.*}} [cuda-capture-synchronization]
  cudaDeviceSynchronize();
  cudaStreamEndCapture(s, g);
}

void silentWithRealHeaders(cudaStream_t s, cudaGraph_t *g, float *d, float *h) {
  float *p;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&p, 16, s);
  cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s);
  kernel<<<1, 32, 0, s>>>(d);
  cudaStreamCaptureStatus status;
  cudaStreamIsCapturing(s, &status);
  if (status == cudaStreamCaptureStatusNone)
    cudaStreamSynchronize(s);
  cudaStreamEndCapture(s, g);
  cudaStreamSynchronize(s);
}
