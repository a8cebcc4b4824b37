// The driver API and HIP, in C++ without kernels.
#include <cuda.h>
#include <functional>
#include <hip/hip_runtime_api.h>
#include <memory>
#include <utility>

namespace spellings {

// violation [driver API]: an allocation in a helper
static CUdeviceptr reserve(size_t size) {
  CUdeviceptr p = 0;
  cuMemAlloc(&p, size);
  return p;
}
void driverAllocates(CUstream s, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  CUdeviceptr p = reserve(64); // expect: unsafe-call
  cuMemsetD8Async(p, 0, 64, s);
  cuStreamEndCapture(s, g);
}
// legal: before
void driverAllocatesBefore(CUstream s, CUgraph *g) {
  CUdeviceptr p = reserve(64);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  cuMemsetD8Async(p, 0, 64, s);
  cuStreamEndCapture(s, g);
}

// violation [driver API]: the context is waited for
void contextWaits(CUstream s, CUgraph *g, bool debug) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  if (debug)
    cuCtxSynchronize(); // expect: synchronization
  cuStreamEndCapture(s, g);
}
// legal: behind the end
void contextWaitsBehind(CUstream s, CUgraph *g, bool debug) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuStreamEndCapture(s, g);
  if (debug)
    cuCtxSynchronize();
}

// violation [driver API]: an entry point that was looked up
using Free = CUresult (*)(CUdeviceptr);
void lookedUp(CUstream s, CUgraph *g, CUdeviceptr p) {
  Free release = nullptr;
  CUdriverProcAddressQueryResult found;
  cuGetProcAddress("cuMemFree", reinterpret_cast<void **>(&release), 12000, 0, &found);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  release(p); // expect: unsafe-call
  cuStreamEndCapture(s, g);
}
// legal: another entry point
using MemsetAsync = CUresult (*)(CUdeviceptr, unsigned char, size_t, CUstream);
void lookedUpAsync(CUstream s, CUgraph *g, CUdeviceptr p) {
  MemsetAsync set = nullptr;
  CUdriverProcAddressQueryResult found;
  cuGetProcAddress("cuMemsetD8Async", reinterpret_cast<void **>(&set), 12000, 0, &found);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  set(p, 0, 64, s);
  cuStreamEndCapture(s, g);
}

// violation [driver API]: a fork that is not joined
void driverFork(CUstream s, CUstream t, CUevent e, CUdeviceptr p, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuEventRecord(e, s);
  cuStreamWaitEvent(t, e, 0);
  cuMemsetD8Async(p, 0, 64, t);
  cuStreamEndCapture(s, g); // expect: unjoined-stream
}
// legal: joined
void driverForkJoined(CUstream s, CUstream t, CUevent e, CUevent f, CUdeviceptr p, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuEventRecord(e, s);
  cuStreamWaitEvent(t, e, 0);
  cuMemsetD8Async(p, 0, 64, t);
  cuEventRecord(f, t);
  cuStreamWaitEvent(s, f, 0);
  cuStreamEndCapture(s, g);
}

// violation [driver API]: a synchronous copy on the legacy stream
void driverCopies(CUstream s, CUgraph *g, CUdeviceptr to, CUdeviceptr from) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuMemcpyDtoD(to, from, 64); // expect: legacy-stream
  cuStreamEndCapture(s, g);
}
// legal: asynchronous
void driverCopiesAsync(CUstream s, CUgraph *g, CUdeviceptr to, CUdeviceptr from) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED);
  cuMemcpyDtoDAsync(to, from, 64, s);
  cuStreamEndCapture(s, g);
}

// violation [driver API]: ended on the fork
void driverEndsFork(CUstream s, CUstream t, CUevent e, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuEventRecord(e, s);
  cuStreamWaitEvent(t, e, 0);
  cuStreamEndCapture(t, g); // expect: unbalanced
}
// legal: ended on the origin
void driverEndsOrigin(CUstream s, CUstream t, CUevent e, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuEventRecord(e, s);
  cuStreamWaitEvent(t, e, 0);
  cuEventRecord(e, t);
  cuStreamWaitEvent(s, e, 0);
  cuStreamEndCapture(s, g);
}

// violation [driver API]: an exec is used after it was destroyed
void driverDestroyed(CUgraphExec exec, CUstream s) {
  cuGraphExecDestroy(exec);
  cuGraphLaunch(exec, s); // expect: use-after-destroy
}
// legal: launched first
void driverLaunched(CUgraphExec exec, CUstream s) {
  cuGraphLaunch(exec, s);
  cuGraphExecDestroy(exec);
}

// violation [driver API]: a call in a host function
static void CUDA_CB freeLater(void *data) {
  cuMemFreeHost(data); // expect: host-callback
}
void driverHostFunction(CUstream s, void *p) { cuLaunchHostFunc(s, freeLater, p); }
// legal: it only counts
static void CUDA_CB countUp(void *data) { ++*static_cast<int *>(data); }
void driverHostCounts(CUstream s, int *n) { cuLaunchHostFunc(s, countUp, n); }

// violation [driver API]: the mode is left behind
int driverMode(CUdeviceptr *p) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  cuThreadExchangeStreamCaptureMode(&mode); // expect: mode-leak
  if (cuMemAlloc(p, 64) != CUDA_SUCCESS)
    return 1;
  cuThreadExchangeStreamCaptureMode(&mode);
  return 0;
}
// legal: put back on both paths
int driverModeBack(CUdeviceptr *p) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  cuThreadExchangeStreamCaptureMode(&mode);
  CUresult result = cuMemAlloc(p, 64);
  cuThreadExchangeStreamCaptureMode(&mode);
  return result != CUDA_SUCCESS;
}

// violation [driver API]: waiting for outside work
void driverIsolation(CUstream s, CUstream t, CUevent e, CUgraph *g) {
  cuEventRecord(e, t);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuStreamWaitEvent(s, e, CU_EVENT_WAIT_DEFAULT); // expect: isolation
  cuStreamEndCapture(s, g);
}
// legal: as an external event
void driverExternal(CUstream s, CUstream t, CUevent e, CUgraph *g) {
  cuEventRecord(e, t);
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  cuStreamWaitEvent(s, e, CU_EVENT_WAIT_EXTERNAL);
  cuStreamEndCapture(s, g);
}

// violation [HIP]: an allocation behind std::function
void hipAllocates(hipStream_t s, hipGraph_t *g, void **p) {
  std::function<void()> grow = [p]() noexcept { (void)hipMalloc(p, 64); }; // expect: unsafe-call
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  grow();
  (void)hipStreamEndCapture(s, g);
}
// legal: called before
void hipAllocatesBefore(hipStream_t s, hipGraph_t *g, void **p) {
  std::function<void()> grow = [p]() noexcept { (void)hipMalloc(p, 64); };
  grow();
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  (void)hipStreamEndCapture(s, g);
}

// violation [HIP]: the capturing stream is waited for
void hipWaits(hipStream_t s, hipGraph_t *g) {
  hipStream_t same = s;
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  (void)hipStreamSynchronize(same); // expect: synchronization
  (void)hipStreamEndCapture(s, g);
}
// legal: after the end
void hipWaitsAfter(hipStream_t s, hipGraph_t *g) {
  hipStream_t same = s;
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  (void)hipStreamEndCapture(same, g);
  (void)hipStreamSynchronize(s);
}

// violation [HIP]: work on another stream
void hipEscapes(std::pair<hipStream_t, hipStream_t> streams, hipGraph_t *g, void *p) {
  (void)hipStreamBeginCapture(streams.first, hipStreamCaptureModeGlobal);
  (void)hipMemsetAsync(p, 0, 64, streams.second); // expect: escaped-work
  (void)hipStreamEndCapture(streams.first, g);
}
// legal: on the same
void hipStays(std::pair<hipStream_t, hipStream_t> streams, hipGraph_t *g, void *p) {
  (void)hipStreamBeginCapture(streams.first, hipStreamCaptureModeGlobal);
  (void)hipMemsetAsync(p, 0, 64, streams.first);
  (void)hipStreamEndCapture(streams.first, g);
}

// violation [HIP]: an event of a member that is gone
struct HipEvent {
  hipEvent_t handle = nullptr;
  ~HipEvent() { (void)hipEventDestroy(handle); }
};
void hipDestroyed(hipStream_t s, HipEvent *event) {
  hipEvent_t kept = event->handle;
  delete event;
  (void)hipEventRecord(kept, s); // expect: use-after-destroy
}
// legal: recorded before
void hipRecorded(hipStream_t s, HipEvent *event) {
  (void)hipEventRecord(event->handle, s);
  delete event;
}

} // namespace spellings
