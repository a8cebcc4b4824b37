// RUN: %tidy %all-checks %s -- -x c++ -std=c++17 -D__HIP_PLATFORM_AMD__ -isystem %stub-include 2>&1 | %FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// A launch of HIP's that may have events around it, or none.
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

void silentWithoutEvents(const void *k, void **args, hipStream_t s, hipGraph_t *g) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  (void)hipExtLaunchKernel(k, dim3(1), dim3(1), args, 0, s, nullptr, nullptr, 0);
  (void)hipStreamEndCapture(s, g);
}

void firesForAnotherStream(const void *k, void **args, hipStream_t s, hipStream_t t, hipGraph_t *g) {
  (void)hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:9: warning: call to 'hipExtLaunchKernel' on stream 't', which takes no part in the capture of 's'; {{.*}} [cuda-capture-escaped-work]
  (void)hipExtLaunchKernel(k, dim3(1), dim3(1), args, 0, t, nullptr, nullptr, 0);
  (void)hipStreamEndCapture(s, g);
}
