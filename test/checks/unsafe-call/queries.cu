// RUN: %lint-cu
// Queries, attributes of functions and virtual memory are legal in every mode.
// Unloading a module is not, and what loading one does depends on the driver.
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void kernel();

void silentForQueries(cudaStream_t s, cudaGraph_t *g, cudaDeviceProp *p, CUmodule module) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  int value = 0, other = 0;
  size_t n = 0, all = 0;
  const char *text = nullptr;
  cudaGetDeviceProperties(p, 0);
  cudaMemGetInfo(&n, &all);
  cudaDriverGetVersion(&value);
  cudaRuntimeGetVersion(&value);
  cudaDeviceCanAccessPeer(&value, 0, 1);
  cudaDeviceGetStreamPriorityRange(&value, &other);
  cuGetErrorString(CUDA_SUCCESS, &text);
  cuInit(0);
  CUdevice device;
  cuDeviceGet(&device, 0);
  cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  cudaOccupancyMaxPotentialBlockSize(&value, &other, kernel);
  CUfunction function;
  cuModuleGetFunction(&function, module, "kernel");
  kernel<<<1, 1, 0, s>>>();
  cudaStreamEndCapture(s, g);
}

void silentForVirtualMemory(cudaStream_t s, cudaGraph_t *g, const CUmemAllocationProp *props,
                            const CUmemAccessDesc *access) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
  size_t size = 0;
  CUdeviceptr p;
  CUmemGenericAllocationHandle handle;
  cuMemGetAllocationGranularity(&size, props, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  cuMemAddressReserve(&p, size, 0, 0, 0);
  cuMemCreate(&handle, size, props, 0);
  cuMemMap(p, size, 0, handle, 0);
  cuMemSetAccess(p, size, access, 1);
  cuMemUnmap(p, size);
  cuMemRelease(handle);
  cuMemAddressFree(p, size);
  cudaStreamEndCapture(s, g);
}

void silentForLoading(cudaStream_t s, cudaGraph_t *g, const void *image) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  CUmodule module;
  cuModuleLoadData(&module, image);
  cudaStreamEndCapture(s, g);
}

// The last graph, as published programs do it.
void silentForDestroyingAGraph(cudaStream_t s, cudaGraph_t &g) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  kernel<<<1, 1, 0, s>>>();
  cudaGraphDestroy(g);
  cudaStreamEndCapture(s, &g);
}

void firesForUnloading(cudaStream_t s, cudaGraph_t *g, CUmodule module) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuModuleUnload' while 's' is capturing in global mode; {{.*}} [cuda-capture-unsafe-call]
  cuModuleUnload(module);
  cudaStreamEndCapture(s, g);
}
void silentForUnloadingInRelaxedMode(cudaStream_t s, cudaGraph_t *g, CUmodule module) {
  cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
  cuModuleUnload(module);
  cudaStreamEndCapture(s, g);
}
