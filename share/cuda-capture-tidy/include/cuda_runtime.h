/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The CUDA runtime API with its C++ overloads, and what kernels need. */
#ifndef CCT_CUDA_RUNTIME_H
#define CCT_CUDA_RUNTIME_H
/* The toolkit's guard: see driver_types.h. */
#define __CUDA_RUNTIME_H__

#include "cuda_runtime_api.h"

#if defined(__CUDA__)
#include "cct/device_builtins.h"

/* `kernel<<<...>>>(...)`: Clang calls the first when it knows of no toolkit,
   the second when it does. */
#ifndef CCT_CONFIGURE_CALL
#define CCT_CONFIGURE_CALL
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" unsigned int __cudaPushCallConfiguration(dim3, dim3, size_t = 0,
                                                    cudaStream_t = 0);
#endif
extern "C" cudaError_t __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *,
                                                  void *);
#endif

#ifdef __cplusplus

/* Launch */
template <class T>
cudaError_t cudaLaunchKernel(T *, dim3, dim3, void **, size_t = 0,
                             cudaStream_t = 0);
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *, dim3, dim3, void **, size_t = 0,
                                        cudaStream_t = 0);
template <class... Params, class... Args>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*)(Params...),
                               Args &&...);
template <class... Args>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, const cudaKernel_t,
                               Args &&...);

/* Events, graphs, user objects */
cudaError_t cudaEventCreate(cudaEvent_t *, unsigned int);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t,
                                 cudaGraphNode_t *, char *, size_t);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphNode_t *,
                                enum cudaGraphExecUpdateResult *);
template <class T>
cudaError_t cudaUserObjectCreate(cudaUserObject_t *, T *, unsigned int,
                                 unsigned int);
template <class T>
cudaError_t cudaUserObjectCreate(cudaUserObject_t *, T *, unsigned int,
                                 cudaUserObjectFlags);
template <class T>
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *, cudaGraph_t,
                                           const cudaGraphNode_t *, size_t,
                                           const T &, const void *, size_t,
                                           size_t, enum cudaMemcpyKind);
template <class T>
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *, cudaGraph_t,
                                             const cudaGraphNode_t *, size_t,
                                             void *, const T &, size_t, size_t,
                                             enum cudaMemcpyKind);
template <class T>
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t, const T &,
                                                 const void *, size_t, size_t,
                                                 enum cudaMemcpyKind);
template <class T>
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t, void *,
                                                   const T &, size_t, size_t,
                                                   enum cudaMemcpyKind);
template <class T>
cudaError_t
cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t, cudaGraphNode_t,
                                         const T &, const void *, size_t,
                                         size_t, enum cudaMemcpyKind);
template <class T>
cudaError_t
cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t, cudaGraphNode_t,
                                           void *, const T &, size_t, size_t,
                                           enum cudaMemcpyKind);

/* Memory */
cudaError_t cudaMallocHost(void **, size_t, unsigned int);
cudaError_t cudaMallocAsync(void **, size_t, cudaMemPool_t, cudaStream_t);
template <class T> cudaError_t cudaMalloc(T **, size_t);
template <class T>
cudaError_t cudaMallocHost(T **, size_t, unsigned int = cudaHostAllocDefault);
template <class T> cudaError_t cudaMallocPitch(T **, size_t *, size_t, size_t);
template <class T>
cudaError_t cudaMallocManaged(T **, size_t, unsigned int = cudaMemAttachGlobal);
template <class T> cudaError_t cudaMallocAsync(T **, size_t, cudaStream_t);
template <class T>
cudaError_t cudaMallocAsync(T **, size_t, cudaMemPool_t, cudaStream_t);
template <class T>
cudaError_t cudaMallocFromPoolAsync(T **, size_t, cudaMemPool_t, cudaStream_t);
template <class T> cudaError_t cudaHostAlloc(T **, size_t, unsigned int);
template <class T>
cudaError_t cudaHostGetDevicePointer(T **, void *, unsigned int);
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, T *, size_t = 0,
                                     unsigned int = cudaMemAttachSingle);
template <class T, class U>
cudaError_t cudaMemcpyBatchAsync(T *const *, U *const *, const size_t *, size_t,
                                 struct cudaMemcpyAttributes *, size_t *,
                                 size_t, cudaStream_t);
template <class T, class U>
cudaError_t cudaMemcpyBatchAsync(T *const *, U *const *, const size_t *, size_t,
                                 struct cudaMemcpyAttributes, cudaStream_t);
template <class T>
cudaError_t cudaMemPrefetchBatchAsync(T **, size_t *, size_t,
                                      struct cudaMemLocation *, size_t *,
                                      size_t, unsigned long long, cudaStream_t);
template <class T>
cudaError_t cudaMemPrefetchBatchAsync(T **, size_t *, size_t,
                                      struct cudaMemLocation,
                                      unsigned long long, cudaStream_t);
template <class T>
cudaError_t
cudaMemDiscardAndPrefetchBatchAsync(T **, size_t *, size_t,
                                    struct cudaMemLocation *, size_t *, size_t,
                                    unsigned long long, cudaStream_t);
template <class T>
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(T **, size_t *, size_t,
                                                struct cudaMemLocation,
                                                unsigned long long,
                                                cudaStream_t);

/* Symbols */
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &, const void *, size_t, size_t = 0,
                               enum cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T>
cudaError_t
cudaMemcpyToSymbolAsync(const T &, const void *, size_t, size_t = 0,
                        enum cudaMemcpyKind = cudaMemcpyHostToDevice,
                        cudaStream_t = 0);
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *, const T &, size_t, size_t = 0,
                                 enum cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T>
cudaError_t
cudaMemcpyFromSymbolAsync(void *, const T &, size_t, size_t = 0,
                          enum cudaMemcpyKind = cudaMemcpyDeviceToHost,
                          cudaStream_t = 0);
template <class T> cudaError_t cudaGetSymbolAddress(void **, const T &);
template <class T> cudaError_t cudaGetSymbolSize(size_t *, const T &);

/* Functions, occupancy, libraries */
template <class T>
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *, T *);
template <class T>
cudaError_t cudaFuncSetAttribute(T *, enum cudaFuncAttribute, int);
template <class T> cudaError_t cudaFuncSetCacheConfig(T *, enum cudaFuncCache);
template <class T>
cudaError_t cudaFuncSetSharedMemConfig(T *, enum cudaSharedMemConfig);
template <class T> cudaError_t cudaFuncGetName(const char **, T *);
template <class T> cudaError_t cudaGetKernel(cudaKernel_t *, T *);
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, T, int,
                                                          size_t);
template <class T>
cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, T, int, size_t,
                                                       unsigned int);
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *, int *, T, size_t = 0,
                                               int = 0);
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *, int *, T,
                                                        size_t = 0, int = 0,
                                                        unsigned int = 0);
template <class F, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *, int *, T, F,
                                                           int = 0);
template <class F, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *, int *, T, F, int = 0, unsigned int = 0);
template <class T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, T *, int, int);
template <class T>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *, T *,
                                                 const cudaLaunchConfig_t *);
template <class T>
cudaError_t cudaOccupancyMaxActiveClusters(int *, T *,
                                           const cudaLaunchConfig_t *);
template <class T>
cudaError_t cudaLibraryGetGlobal(T **, size_t *, cudaLibrary_t, const char *);
template <class T>
cudaError_t cudaLibraryGetManaged(T **, size_t *, cudaLibrary_t, const char *);
template <class T>
cudaError_t cudaLibraryGetUnifiedFunction(T **, cudaLibrary_t, const char *);

/* Channel formats */
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();

#if defined(__CUDA__)
/* Device code only */
extern "C" {
__device__ void cudaGridDependencySynchronize();
__device__ void cudaTriggerProgrammaticLaunchCompletion();
__device__ cudaGraphExec_t cudaGetCurrentGraphExec();
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle,
                                        unsigned int);
__device__ cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t,
                                                     bool);
__device__ cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t,
                                                     dim3);
}

/* Texture reads */
template <class T> __device__ T tex1Dfetch(cudaTextureObject_t, int);
template <class T> __device__ T tex1D(cudaTextureObject_t, float);
template <class T> __device__ T tex2D(cudaTextureObject_t, float, float);
template <class T> __device__ T tex3D(cudaTextureObject_t, float, float, float);
#endif

#endif /* __cplusplus */

#endif
