// RUN: %lint-cu
// Attributes, access and handles of memory pools, in each mode. Looking a pool
// up is legal.
#include <cuda_runtime.h>

void firesInGlobalMode(cudaStream_t s, cudaGraph_t *g, cudaMemPool_t pool, size_t *n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemPoolSetAttribute' while 's' is capturing in global mode; {{.*}} cudaErrorStreamCaptureUnsupported (900) {{.*}} [cuda-capture-unsafe-call]
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, n);
  cudaStreamEndCapture(s, g);
}
void firesInThreadLocalMode(cudaStream_t s, cudaGraph_t *g, cudaMemPool_t pool, size_t *n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemPoolGetAttribute' while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-unsafe-call]
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, n);
  cudaStreamEndCapture(s, g);
}
void firesForTheRest(cudaStream_t s, cudaGraph_t *g, cudaMemPool_t pool, const cudaMemPoolProps *props,
                     const cudaMemAccessDesc *access) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemPoolSetAccess' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  cudaMemPoolSetAccess(pool, access, 1);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemPoolTrimTo' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  cudaMemPoolTrimTo(pool, 0);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaMemPoolCreate' while 's' is capturing {{.*}} [cuda-capture-unsafe-call]
  cudaMemPoolCreate(&pool, props);
  cudaStreamEndCapture(s, g);
}

void silentInRelaxedMode(cudaStream_t s, cudaGraph_t *g, cudaMemPool_t pool, size_t *n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, n);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, n);
  cudaStreamEndCapture(s, g);
}
// What libcu++ does.
void silentForARelaxedThread(cudaStream_t s, cudaGraph_t *g, cudaMemPool_t pool, size_t *n) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, n);
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStreamEndCapture(s, g);
}
