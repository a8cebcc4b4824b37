// RUN: %lint-cxx
// The driver API.
#include <cuda.h>

static void upload(CUdeviceptr d, float x, CUstream s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemcpyHtoDAsync_v2' makes the graph refer to 'x', which is gone when the graph is launched; {{.*}} [cuda-capture-dangling-memory]
  cuMemcpyHtoDAsync(d, &x, sizeof x, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemcpyAsync' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  cuMemcpyAsync(d, reinterpret_cast<CUdeviceptr>(&x), sizeof x, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemcpyDtoHAsync_v2' makes the graph refer to 'x', {{.*}} [cuda-capture-dangling-memory]
  cuMemcpyDtoHAsync(&x, d, sizeof x, s);
}
static void copy2D(CUdeviceptr d, CUstream s) {
  float tile[4];
  CUDA_MEMCPY2D p = {};
  p.srcMemoryType = CU_MEMORYTYPE_HOST;
  p.srcHost = tile;
  p.dstDevice = d;
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemcpy2DAsync_v2' makes the graph refer to 'tile', {{.*}} [cuda-capture-dangling-memory]
  cuMemcpy2DAsync(&p, s);
}
static void callback(void *) {}
static void enqueue(int n, CUstream s) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuLaunchHostFunc' makes the graph refer to 'n', {{.*}} [cuda-capture-dangling-memory]
  cuLaunchHostFunc(s, callback, &n);
}
void firesForTheDriver(CUstream s, CUdeviceptr d, CUdeviceptr scratch) {
  CUgraph g;
  CUgraphExec exec;
  float kept = 1;
  cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL);
  upload(d, 1, s);
  copy2D(d, s);
  enqueue(3, s);
  cuMemcpyHtoDAsync(d, &kept, sizeof kept, s);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemsetD8Async' makes the graph refer to the memory of 'scratch', which is released before the graph is launched; {{.*}} [cuda-capture-dangling-memory]
  cuMemsetD8Async(scratch, 0, 16, s);
  cuStreamEndCapture(s, &g);
  cuGraphInstantiate(&exec, g, 0);
  cuMemFree(scratch);
  cuGraphLaunch(exec, s);
}
