// Functions of which the configuration says that a thread of its own runs them, beside the captures of other threads.
// RUN: %tidy -checks=-*,cuda-capture-* '--config={CheckOptions: {CudaCaptureCapturableFunctions: "thread watch;thread  n::*;run"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
// A capture in thread-local mode forbids nothing to other threads.
// RUN: %tidy -checks=-*,cuda-capture-* '--config={CheckOptions: {CudaCaptureCapturableFunctions: "thread watch;thread n::*", CudaCaptureCapturableMode: thread-local}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: warning:
// A function may have a name that begins like the word.
// RUN: %tidy -checks=-*,cuda-capture-* '--config={CheckOptions: {CudaCaptureCapturableFunctions: "thread_run"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=NAME --implicit-check-not=warning:
// NAME: warning: call to 'cudaMalloc' while the caller of 'thread_run' is capturing
// RUN: %tidy -checks=-*,cuda-capture-* '--config={CheckOptions: {CudaCaptureCapturableFunctions: "thread [a"}}' %s -- %cuda-flags 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: warning: invalid value of the option 'CudaCaptureCapturableFunctions': 'thread [a' is no pattern
#include <cuda_runtime.h>

bool stopped();
void watch(cudaEvent_t event, cudaStream_t own) {
  while (!stopped()) {
    // CHECK: :[[@LINE+2]]:9: warning: call to 'cudaEventQuery' while a stream may be capturing in global mode in another thread; the runtime rejects it with cudaErrorStreamCaptureUnsupported (900) and invalidates the capture
    // CHECK: :[[@LINE-3]]:6: note: 'watch' runs in a thread of its own, as the option 'CudaCaptureCapturableFunctions' says
    if (cudaEventQuery(event) == cudaSuccess)
      // The stream of the thread is not captured: to wait for it is as unsafe as any other call.
      // CHECK: :[[@LINE+1]]:7: warning: call to 'cudaStreamSynchronize' while a stream may be capturing in global mode in another thread
      cudaStreamSynchronize(own);
  }
}

namespace n {
// The thread exchanges its mode.
void collect(void *old) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaFree(old);
}
// What a thread enqueues on a stream of its own is no part of the capture.
void copy(void *to, const void *from, cudaStream_t own) {
  cudaMemcpyAsync(to, from, 4, cudaMemcpyDeviceToDevice, own);
}
} // namespace n

// This one is captured itself.
void run(void **to) {
  // CHECK: :[[@LINE+1]]:3: warning: call to 'cudaMalloc' while the caller of 'run' is capturing
  cudaMalloc(to, 4);
}
void thread_run(void **to) { cudaMalloc(to, 4); }
