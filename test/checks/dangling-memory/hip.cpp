// RUN: %lint-cxx
// HIP.
#include <hip/hip_runtime_api.h>

static void upload(float *d, float x, hipStream_t s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipMemcpyAsync' makes the graph refer to 'x', which is gone when the graph is launched; {{.*}} [cuda-capture-dangling-memory]
  hipMemcpyAsync(d, &x, sizeof x, hipMemcpyHostToDevice, s);
}
void firesForHip(hipStream_t s, float *d) {
  hipGraph_t g;
  hipGraphExec_t exec;
  float kept = 1;
  hipStreamBeginCapture(s, hipStreamCaptureModeGlobal);
  upload(d, 1, s);
  hipMemcpyAsync(d, &kept, sizeof kept, hipMemcpyHostToDevice, s);
  hipStreamEndCapture(s, &g);
  hipGraphInstantiate(&exec, g, nullptr, nullptr, 0);
  hipGraphLaunch(exec, s);
}
