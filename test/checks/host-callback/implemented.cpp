// RUN: %lint-cxx
// A program that implements the API itself, as a layer over other devices does:
// what such a function does is what its body does.
#include <cuda.h>

extern "C" CUresult cuMemcpy3D(const CUDA_MEMCPY3D *) { return CUDA_SUCCESS; }
static void CUDA_CB copies(void *p) { cuMemcpy3D(static_cast<CUDA_MEMCPY3D *>(p)); }
void silent(CUstream s, CUDA_MEMCPY3D *p) { cuLaunchHostFunc(s, copies, p); }

// A body is followed.
extern "C" CUresult cuMemFree(CUdeviceptr p) { return cuMemHostUnregister((void *)p); }
// CHECK: :[[#@LINE+1]]:38: warning: call to 'cuMemFree_v2' reaches 'cuMemHostUnregister' in a host function, where no API call is permitted
static void CUDA_CB frees(void *p) { cuMemFree((CUdeviceptr)p); }
void fires(CUstream s, void *p) { cuLaunchHostFunc(s, frees, p); }

// A declaration is that of the driver, and so is an inline function, as the toolkit's headers define.
static void CUDA_CB waits(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuEventSynchronize' in a host function,
  cuEventSynchronize((CUevent)p);
}
void firesForADeclaration(CUstream s, CUevent e) { cuLaunchHostFunc(s, waits, e); }
static inline CUresult cuStreamSynchronize(CUstream, int) { return CUDA_SUCCESS; }
static void CUDA_CB asks(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuStreamSynchronize' in a host function,
  cuStreamSynchronize((CUstream)p, 0);
}
void firesForAnOverload(CUstream s) { cuLaunchHostFunc(s, asks, s); }
