//===- RuntimeMemory.cu - Memory of the runtime API -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static const cudaMemLocation OnDevice = {cudaMemLocationTypeDevice, 0};
static const cudaMemLocation OnHost = {cudaMemLocationTypeHost, 0};

// clang-format off
static const Call Calls[] = {
  CALL(cudaMalloc, Full, NOTHING, cudaMalloc(C.out<void *>(), C.Bytes))
  CALL(cudaMallocHost, Standard, NOTHING,
       cudaMallocHost(C.out<void *>(), C.Bytes))
  CALL(cudaHostAlloc, Standard, NOTHING,
       cudaHostAlloc(C.out<void *>(), C.Bytes, cudaHostAllocDefault))
  CALL_AS(cudaHostAlloc, "mapped", Standard, NOTHING,
          cudaHostAlloc(C.out<void *>(), C.Bytes, cudaHostAllocMapped))
  CALL(cudaMallocManaged, Standard, NOTHING,
       cudaMallocManaged(C.out<void *>(), C.Bytes, cudaMemAttachGlobal))
  CALL_AS(cudaMallocManaged, "host", Standard, NOTHING,
          cudaMallocManaged(C.out<void *>(), C.Bytes, cudaMemAttachHost))
  CALL(cudaMallocPitch, Standard, NOTHING,
       cudaMallocPitch(C.out<void *>(), C.out<size_t>(), 256, 16))
  CALL(cudaMalloc3D, Standard, NOTHING,
       cudaMalloc3D(C.out<cudaPitchedPtr>(), make_cudaExtent(256, 16, 2)))

  CALL(cudaFree, Full, C.needMalloced(), cudaFree(C.Malloced))
  CALL_AS(cudaFree, "null", Standard, NOTHING, cudaFree(nullptr))
  CALL_AS(cudaFree, "stream-ordered", Standard, C.needAsyncMalloced(),
          cudaFree(C.AsyncMalloced))
  CALL_AS(cudaFree, "managed", Standard, C.needManaged(), cudaFree(C.Managed))
  CALL_BODY(cudaFree, "captured", Standard, NOTHING,
            void *P = nullptr;
            step("cudaMallocAsync",
                 toCode(cudaMallocAsync(&P, C.Bytes, C.OriginStream)));
            return toCode(cudaFree(P)))
  CALL(cudaFreeHost, Standard, C.needHostMalloced(),
       cudaFreeHost(C.HostMalloced))
  CALL_AS(cudaFreeHost, "null", Standard, NOTHING, cudaFreeHost(nullptr))

  CALL(cudaHostRegister, Standard, C.needHostPages(),
       cudaHostRegister(C.HostPages, 1 << 20, cudaHostRegisterDefault))
  CALL(cudaHostUnregister, Standard, C.needRegistered(),
       cudaHostUnregister(C.Registered))
  CALL(cudaHostGetDevicePointer, Brief, NOTHING,
       cudaHostGetDevicePointer(C.out<void *>(), C.HostWatched, 0))
  CALL(cudaHostGetFlags, Brief, NOTHING,
       cudaHostGetFlags(C.out<unsigned>(), C.HostWatched))
  CALL(cudaPointerGetAttributes, Standard, NOTHING,
       cudaPointerGetAttributes(C.out<cudaPointerAttributes>(), C.Watched))
  CALL(cudaMemGetInfo, Standard, NOTHING,
       cudaMemGetInfo(C.out<size_t>(), C.out<size_t>()))
  CALL(cudaIpcGetMemHandle, Standard, C.needMalloced(),
       cudaIpcGetMemHandle(C.out<cudaIpcMemHandle_t>(), C.Malloced))

  CALL(cudaGetSymbolAddress, Standard, NOTHING,
       cudaGetSymbolAddress(C.out<void *>(), symbol()))
  CALL_AS(cudaGetSymbolAddress, "never-loaded", Standard, NOTHING,
          cudaGetSymbolAddress(C.out<void *>(), neverLoadedSymbol()))
  CALL(cudaGetSymbolSize, Brief, NOTHING,
       cudaGetSymbolSize(C.out<size_t>(), symbol()))
  CALL_AS(cudaGetSymbolSize, "never-loaded", Standard, NOTHING,
          cudaGetSymbolSize(C.out<size_t>(), neverLoadedSymbol()))

  CALL(cudaMemPrefetchAsync, StreamArgument | Standard, C.needManaged(),
       cudaMemPrefetchAsync(C.Managed, C.Bytes, OnDevice, 0, C.S))
  CALL_AS(cudaMemPrefetchAsync, "host", StreamArgument | Standard,
          C.needManaged(),
          cudaMemPrefetchAsync(C.Managed, C.Bytes, OnHost, 0, C.S))
  CALL_BODY(cudaMemPrefetchBatchAsync, "", StreamArgument | Standard,
            C.needManaged(),
            void *Managed = C.Managed;
            size_t Size = C.Bytes, Index = 0;
            return toCode(cudaMemPrefetchBatchAsync(
                &Managed, &Size, 1, C.in(OnDevice), &Index, 1, 0, C.S)))
  CALL_BODY(cudaMemDiscardBatchAsync, "", StreamArgument | Standard,
            C.needManaged(),
            void *Managed = C.Managed;
            size_t Size = C.Bytes;
            return toCode(cudaMemDiscardBatchAsync(&Managed, &Size, 1, 0,
                                                   C.S)))
  CALL_BODY(cudaMemDiscardAndPrefetchBatchAsync, "", StreamArgument | Standard,
            C.needManaged(),
            void *Managed = C.Managed;
            size_t Size = C.Bytes, Index = 0;
            return toCode(cudaMemDiscardAndPrefetchBatchAsync(
                &Managed, &Size, 1, C.in(OnDevice), &Index, 1, 0, C.S)))
  CALL(cudaMemAdvise, Standard, C.needManaged(),
       cudaMemAdvise(C.Managed, C.Bytes, cudaMemAdviseSetPreferredLocation,
                     OnDevice))
  CALL(cudaMemRangeGetAttribute, Standard, C.needManaged(),
       cudaMemRangeGetAttribute(C.out<int>(), sizeof(int),
                                cudaMemRangeAttributeReadMostly, C.Managed,
                                C.Bytes))
  CALL_BODY(cudaMemRangeGetAttributes, "", Standard, C.needManaged(),
            void *Data = C.out<int>();
            size_t Size = sizeof(int);
            cudaMemRangeAttribute Attribute = cudaMemRangeAttributeReadMostly;
            return toCode(cudaMemRangeGetAttributes(
                &Data, &Size, &Attribute, 1, C.Managed, C.Bytes)))
};
// clang-format on

static AddCalls Added(Calls);
