// RUN: %lint-cxx
// The driver API, and files without kernels.
#include <cuda.h>

void firesForTheDriver(CUstream s, CUstream t, CUfunction f, CUdeviceptr p, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuLaunchKernel' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, t, nullptr, nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemsetD8Async' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cuMemsetD8Async(p, 0, 16, t);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemcpyAsync' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  cuMemcpyAsync(p, p, 16, t);
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, nullptr, nullptr);
  cuStreamEndCapture(s, g);
}

void silentForForks(CUstream s, CUstream t, CUevent e, CUfunction f, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  cuEventRecord(e, s);
  cuStreamWaitEvent(t, e, CU_EVENT_WAIT_DEFAULT);
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, t, nullptr, nullptr);
  cuEventRecord(e, t);
  cuStreamWaitEvent(s, e, CU_EVENT_WAIT_DEFAULT);
  cuStreamEndCapture(s, g);
}

void silentForWorkThatIsWaitedFor(CUstream s, CUstream t, CUdeviceptr p, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuMemsetD8Async(p, 0, 16, t);
  cuStreamSynchronize(t);
  cuStreamEndCapture(s, g);
}

void firesForTheLegacyStream(CUfunction f, CUdeviceptr p, CUgraph *g) {
  CUstream s;
  cuStreamCreate(&s, CU_STREAM_NON_BLOCKING);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuLaunchKernel' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-escaped-work]
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemsetD8_v2' on the legacy default stream while 's' is capturing in relaxed mode; {{.*}} [cuda-capture-escaped-work]
  cuMemsetD8(p, 0, 16);
  cuStreamEndCapture(s, g);
}
