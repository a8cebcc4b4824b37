// RUN: %lint-cxx
// The driver API.
#include <cuda.h>

static void CUDA_CB freesMemory(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemFree_v2' in a host function, where no API call is permitted; the driver may reject it with CUDA_ERROR_NOT_PERMITTED (800), or it deadlocks [cuda-capture-host-callback]
  cuMemFree((CUdeviceptr)p);
}
void launches(CUstream s, void *p) {
  // CHECK: :[[#@LINE+1]]:3: note: 'freesMemory' is handed to 'cuLaunchHostFunc' here
  cuLaunchHostFunc(s, freesMemory, p);
}

static void CUDA_CB callback(CUstream s, CUresult status, void *p) {
  if (status != CUDA_SUCCESS)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuEventRecord' in a host function,
  cuEventRecord((CUevent)p, s);
}
void addsCallback(CUstream s, CUevent e) { cuStreamAddCallback(s, callback, e, 0); }

static void CUDA_CB node(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamSynchronize' in a host function,
  cuStreamSynchronize((CUstream)p);
}
void hostNode(CUgraph g, CUstream s) {
  CUgraphNode n;
  CUDA_HOST_NODE_PARAMS params;
  params.fn = node;
  params.userData = s;
  cuGraphAddHostNode(&n, g, nullptr, 0, &params);
}

// Found by its name.
static void CUDA_CB looksUp(void *p) {
  CUresult (*destroy)(CUevent) = nullptr;
  cuGetProcAddress("cuEventDestroy", (void **)&destroy, 12000, 0, nullptr);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuEventDestroy' in a host function,
  destroy((CUevent)p);
}
void looking(CUstream s, CUevent e) { cuLaunchHostFunc(s, looksUp, e); }

// The launch itself is called through a pointer.
static void CUDA_CB through(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuEventSynchronize' in a host function,
  cuEventSynchronize((CUevent)p);
}
void throughPointer(CUstream s, CUevent e) {
  CUresult (*launch)(CUstream, CUhostFn, void *) = cuLaunchHostFunc;
  launch(s, through, e);
}

static void CUDA_CB harmless(void *p) { *(volatile int *)p = 1; }
void silent(CUstream s, int *n) { cuLaunchHostFunc(s, harmless, n); }
