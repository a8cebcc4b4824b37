// RUN: %lint-cxx
// The driver API in plain C++; its message names the driver's errors.
#include <cuda.h>

void firesForUnsafeCalls(CUstream s, CUgraph *g, CUdeviceptr p, void *h) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuMemAlloc_v2' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cuMemAlloc(&p, 16);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuMemAllocHost_v2' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  cuMemAllocHost(&h, 16);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuMemFree_v2' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-8]]:3: note: capture of 's' begins here
  cuMemFree(p);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuMemFreeHost' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-11]]:3: note: capture of 's' begins here
  cuMemFreeHost(h);
  cuStreamEndCapture(s, g);
  cuMemFree(p);
}
void silentInRelaxedMode(CUstream s, CUgraph *g, CUdeviceptr p) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuMemAlloc(&p, 16);
  cuMemFree(p);
  cuStreamEndCapture(s, g);
}

void firesForWaits(CUstream s, CUevent e, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuCtxSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cuCtxSynchronize();
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuStreamSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  cuStreamSynchronize(s);
  cuEventRecord(e, s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuEventSynchronize' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-9]]:3: note: capture of 's' begins here
  cuEventSynchronize(e);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuEventQuery' while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-synchronization]
  // CHECK: :[[#@LINE-12]]:3: note: capture of 's' begins here
  cuEventQuery(e);
  cuStreamEndCapture(s, g);
  cuCtxSynchronize();
  cuStreamSynchronize(s);
}

void firesForTheLegacyStream(CUstream s, CUfunction f, CUgraph *g, CUdeviceptr p, void **args) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuLaunchKernel' on the legacy default stream while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuLaunchKernel' on the legacy default stream while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, CU_STREAM_LEGACY, args, nullptr);
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, args, nullptr);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuMemsetD8Async' on the legacy default stream while 's' is capturing in thread-local mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-9]]:3: note: capture of 's' begins here
  cuMemsetD8Async(p, 0, 16, 0);
  cuMemsetD8Async(p, 0, 16, s);
  cuStreamEndCapture(s, g);
}

void firesForSynchronousCopies(CUstream s, CUgraph *g, CUdeviceptr p, void *h) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuMemcpyHtoD_v2' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cuMemcpyHtoD(p, h, 16);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuMemsetD32_v2' on the legacy default stream while 's' is capturing in global mode; {{.*}} [cuda-capture-legacy-stream]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  cuMemsetD32(p, 0, 4);
  cuMemcpyHtoDAsync(p, h, 16, s);
  cuStreamEndCapture(s, g);
}

void firesForUnsupportedOperations(CUstream s, CUgraph *g, CUdeviceptr p) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuStreamAddCallback' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cuStreamAddCallback(s, nullptr, nullptr, 0);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuStreamAttachMemAsync' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsupported-operation]
  // CHECK: :[[#@LINE-5]]:3: note: capture of 's' begins here
  cuStreamAttachMemAsync(s, p, 0, 0);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuStreamBeginCapture_v2' begins another capture of 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  // CHECK: :[[#@LINE-8]]:3: note: capture of 's' begins here
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuStreamDestroy_v2' destroys 's' while it is capturing; {{.*}} [cuda-capture-unsupported-operation]
  // CHECK: :[[#@LINE-2]]:3: note: capture of 's' begins here
  cuStreamDestroy(s);
}

void firesAfterDestroy(CUstream s) {
  CUevent e;
  cuEventCreate(&e, CU_EVENT_DISABLE_TIMING);
  cuEventDestroy(e);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuEventRecord' uses event 'e' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  // CHECK: :[[#@LINE-2]]:3: note: destroyed here
  cuEventRecord(e, s);
  cuStreamDestroy(s);
  // CHECK: :[[#@LINE+2]]:3: warning: call to 'cuStreamSynchronize' uses stream 's' that is already destroyed; {{.*}} [cuda-capture-use-after-destroy]
  // CHECK: :[[#@LINE-2]]:3: note: destroyed here
  cuStreamSynchronize(s);
}

void silentAfterExchange(CUstream s, CUgraph *g, CUdeviceptr p) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuThreadExchangeStreamCaptureMode(&mode);
  cuMemAlloc(&p, 16);
  cuThreadExchangeStreamCaptureMode(&mode);
  cuStreamEndCapture(s, g);
}

void silentIfAsked(CUstream s, CUgraph *g, CUdeviceptr p) {
  CUstreamCaptureStatus status;
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuStreamIsCapturing(s, &status);
  if (status == CU_STREAM_CAPTURE_STATUS_NONE)
    cuMemFree(p);
  cuStreamEndCapture(s, g);
}

void silentForANonBlockingStream(CUgraph *g, CUdeviceptr p, void *h) {
  CUstream s;
  cuStreamCreate(&s, CU_STREAM_NON_BLOCKING);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemcpyHtoD{{.*}}' on the legacy default stream {{.*}} [cuda-capture-escaped-work]
  cuMemcpyHtoD(p, h, 16);
  cuStreamEndCapture(s, g);
}

#define CU_CHECK(call)                                                         \
  do {                                                                         \
    CUresult r_ = (call);                                                      \
    if (r_ != CUDA_SUCCESS) {                                                  \
      const char *name_;                                                       \
      cuGetErrorName(r_, &name_);                                              \
      return r_;                                                               \
    }                                                                          \
  } while (0)
CUresult firesInCheckMacros(CUstream s, CUgraph *g, CUdeviceptr p) {
  CU_CHECK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
  // CHECK: :[[#@LINE+2]]:12: warning: call to 'cuMemAlloc_v2' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  // CHECK: :[[#@LINE-2]]:12: note: capture of 's' begins here
  CU_CHECK(cuMemAlloc(&p, 16));
  CU_CHECK(cuStreamEndCapture(s, g));
  CU_CHECK(cuMemFree(p));
  return CUDA_SUCCESS;
}

// Entry points by pointer; what they hold is not known.
typedef CUresult (*BeginFn)(CUstream, CUstreamCaptureMode);
extern BeginFn pfn_cuStreamBeginCapture;
extern CUresult (*pfn_cuStreamEndCapture)(CUstream, CUgraph *);
void silentForEntryPointPointers(CUstream s, CUgraph *g, CUdeviceptr p) {
  pfn_cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  pfn_cuStreamEndCapture(s, g);
  cuMemFree(p);
}
