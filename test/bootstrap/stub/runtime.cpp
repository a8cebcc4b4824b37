// The runtime API from C++ that a host compiler reads.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <library_types.h>
#include <memory>
#include <vector>

static_assert(sizeof(float4) == 16, "");
static_assert(sizeof(dim3) == 12, "");

__global__ void asKernelPointer(float *);

class Buffer {
public:
  explicit Buffer(size_t N) { (void)cudaMalloc(&Data, N * sizeof *Data); }
  ~Buffer() { (void)cudaFree(Data); }
  float *Data = nullptr;
};

cudaError_t run(cudaStream_t S) {
  Buffer B(16);
  float *Pinned = nullptr, *Async = nullptr, *Managed = nullptr;
  (void)cudaMallocHost(&Pinned, 64);
  (void)cudaHostAlloc(&Pinned, 64, cudaHostAllocMapped);
  (void)cudaMallocAsync(&Async, 64, S);
  (void)cudaMallocManaged(&Managed, 64);
  (void)cudaFreeAsync(Async, S);
  (void)cudaMemcpyAsync(B.Data, Pinned, 64, cudaMemcpyDefault);
  (void)cudaMemsetAsync(B.Data, 0, 64);

  cudaEvent_t E;
  (void)cudaEventCreate(&E, cudaEventDisableTiming);
  (void)cudaEventRecord(E);
  (void)cudaStreamWaitEvent(S, E);

  cudaStreamCaptureStatus Status;
  unsigned long long Id;
  (void)cudaStreamGetCaptureInfo(S, &Status, &Id);
  cudaGraph_t G = nullptr;
  cudaGraphExec_t X = nullptr;
  (void)cudaStreamBeginCapture(S, cudaStreamCaptureModeThreadLocal);
  void *Args[] = {&B.Data};
  (void)cudaLaunchKernel(asKernelPointer, dim3(1), dim3(32), Args, 0, S);
  cudaLaunchConfig_t Config = {};
  Config.gridDim = 4;
  Config.stream = S;
  (void)cudaLaunchKernelEx(&Config, asKernelPointer, B.Data);
  (void)cudaStreamEndCapture(S, &G);
  (void)cudaGraphInstantiate(&X, G);
  (void)cudaGraphInstantiate(&X, G, nullptr, nullptr, 0);
  (void)cudaGraphLaunch(X, S);

  cudaDeviceProp Prop;
  (void)cudaGetDeviceProperties(&Prop, 0);
  int Blocks = Prop.multiProcessorCount;
  (void)cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, asKernelPointer,
                                                      128, 0);
  (void)cudaFuncSetAttribute(reinterpret_cast<const void *>(asKernelPointer),
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             65536);
  cudaMemcpy3DParms Copy = {};
  Copy.kind = cudaMemcpyDeviceToDevice;
  (void)cudaMemcpy3DAsync(&Copy, S);
  std::unique_ptr<CUstream_st, cudaError_t (*)(cudaStream_t)> Owned(
      S, cudaStreamDestroy);
  __half Half = __float2half(1.0f);
  (void)Half;
  return cudaGetLastError();
}
