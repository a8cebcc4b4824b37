// RUN: %lint-cxx
// HIP forbids it, too, but has no error of its own for it.
#include <hip/hip_runtime_api.h>

static void frees(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipFree' in a host function, where no API call is permitted; it may fail or deadlock [cuda-capture-host-callback]
  hipFree(p);
}
void launches(hipStream_t s, void *p) { hipLaunchHostFunc(s, frees, p); }

static void node(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'hipEventDestroy' in a host function,
  hipEventDestroy((hipEvent_t)p);
}
void hostNode(hipGraph_t g, hipEvent_t e) {
  hipGraphNode_t n;
  hipHostNodeParams params = {node, e};
  hipGraphAddHostNode(&n, g, nullptr, 0, &params);
}

// Of stream callbacks its documentation does not say so.
static void callback(hipStream_t, hipError_t, void *p) { hipFree(p); }
void silentForCallbacks(hipStream_t s, void *p) { hipStreamAddCallback(s, callback, p, 0); }
