// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -isystem %stub-include 2>&1 | %FileCheck %s --check-prefix=DRIVER --implicit-check-not="{{cuda(Stream|Malloc|Free|Event|Graph|Memcpy|Thread)}}"
// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -DHIP -D__HIP_PLATFORM_AMD__ -isystem %stub-include 2>&1 | %FileCheck %s --check-prefix=HIP --implicit-check-not="{{cuda(Stream|Malloc|Free|Event|Graph|Memcpy|Thread)}}"
// What to do is said in the words of the interface that the program uses.
#include <thread>
#ifdef HIP
#include <hip/hip_runtime_api.h>
void allocate(hipStream_t s, hipGraph_t *g, void **p) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  // HIP: :[[#@LINE+2]]:9: warning: call to 'hipMalloc' while
  // HIP: :[[#@LINE+1]]:9: note: allocate before hipStreamBeginCapture, or use hipMallocAsync on the capturing stream, and hipFreeAsync in the same capture [
  (void)hipMalloc(p, 4);
  (void)hipStreamEndCapture(s, g);
}
void waitOutside(hipStream_t s, hipStream_t t, hipGraph_t *g) {
  hipEvent_t e;
  (void)hipEventCreate(&e);
  (void)hipEventRecord(e, t);
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed);
  // HIP: :[[#@LINE+2]]:9: warning: call to 'hipStreamWaitEvent'
  // HIP: note: {{.*}} or wait with hipEventWaitExternal [
  (void)hipStreamWaitEvent(s, e, 0);
  (void)hipStreamEndCapture(s, g);
}
void endElsewhere(hipStream_t s, hipGraph_t *g) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeThreadLocal);
  // HIP: warning: call to 'hipStreamEndCapture'
  // HIP: note: end the capture in the thread that began it, or begin it with hipStreamCaptureModeRelaxed [
  std::thread t([=] { (void)hipStreamEndCapture(s, g); });
  t.join();
}
#else
#include <cuda.h>
void allocate(CUstream s, CUgraph *g, CUdeviceptr *p) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  // DRIVER: :[[#@LINE+2]]:3: warning: call to 'cuMemAlloc_v2' while
  // DRIVER: :[[#@LINE+1]]:3: note: allocate before cuStreamBeginCapture, or use cuMemAllocAsync on the capturing stream, and cuMemFreeAsync in the same capture [
  cuMemAlloc(p, 4);
  cuStreamEndCapture(s, g);
}
void endElsewhere(CUstream s, CUgraph *g) {
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  // DRIVER: warning: {{.*}}'cuStreamEndCapture'
  // DRIVER: note: end the capture in the thread that began it, or begin it with CU_STREAM_CAPTURE_MODE_RELAXED [
  std::thread t([=] { cuStreamEndCapture(s, g); });
  t.join();
}
#endif
