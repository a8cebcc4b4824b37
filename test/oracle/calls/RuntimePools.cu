//===- RuntimePools.cu - Stream-ordered memory of the runtime API ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static cudaMemLocation onDevice() { return {cudaMemLocationTypeDevice, 0}; }

static cudaMemPoolProps pinned() {
  cudaMemPoolProps P{};
  P.allocType = cudaMemAllocationTypePinned;
  P.location = onDevice();
  return P;
}

static cudaMemAccessDesc readWrite() {
  return {onDevice(), cudaMemAccessFlagsProtReadWrite};
}

// clang-format off
static const Call Calls[] = {
  CALL(cudaMallocAsync, StreamArgument | Standard, NOTHING,
       cudaMallocAsync(C.out<void *>(), C.Bytes, C.S))
  CALL(cudaMallocFromPoolAsync, StreamArgument | Standard, C.needPool(),
       cudaMallocFromPoolAsync(C.out<void *>(), C.Bytes, C.Pool, C.S))
  CALL(cudaFreeAsync, StreamArgument | Standard, C.needAsyncMalloced(),
       cudaFreeAsync(C.AsyncMalloced, C.S))
  CALL_AS(cudaFreeAsync, "null", Standard, NOTHING,
          cudaFreeAsync(nullptr, C.S))
  CALL_AS(cudaFreeAsync, "malloced", Standard, C.needMalloced(),
          cudaFreeAsync(C.Malloced, C.S))
  // Steps but the last are not what the row asks: their codes are recorded.
  CALL_BODY(cudaFreeAsync, "captured", StreamArgument | Standard, NOTHING,
            void *P = nullptr;
            step("cudaMallocAsync", toCode(cudaMallocAsync(&P, C.Bytes, C.S)));
            return toCode(cudaFreeAsync(P, C.S)))
  CALL_BODY(cudaFreeAsync, "captured-elsewhere", StreamArgument | Standard,
            NOTHING,
            void *P = nullptr;
            step("cudaMallocAsync",
                 toCode(cudaMallocAsync(&P, C.Bytes, C.OriginStream)));
            return toCode(cudaFreeAsync(P, C.S)))

  CALL(cudaMemPoolCreate, Standard, NOTHING,
       cudaMemPoolCreate(C.out<cudaMemPool_t>(), C.in(pinned())))
  CALL(cudaMemPoolDestroy, Standard, C.needPool(), cudaMemPoolDestroy(C.Pool))
  CALL(cudaMemPoolTrimTo, Standard, C.needPool(), cudaMemPoolTrimTo(C.Pool, 0))
  CALL_AS(cudaMemPoolTrimTo, "default", Standard, C.needDefaultPool(),
          cudaMemPoolTrimTo(C.DefaultPool, 0))
  CALL(cudaMemPoolSetAttribute, Standard, C.needPool(),
       cudaMemPoolSetAttribute(C.Pool, cudaMemPoolAttrReleaseThreshold,
                               C.in(cuuint64_t(1) << 30)))
  CALL_AS(cudaMemPoolSetAttribute, "default", Standard, C.needDefaultPool(),
          cudaMemPoolSetAttribute(C.DefaultPool,
                                  cudaMemPoolAttrReleaseThreshold,
                                  C.in(cuuint64_t(1) << 30)))
  CALL(cudaMemPoolGetAttribute, Standard, C.needPool(),
       cudaMemPoolGetAttribute(C.Pool, cudaMemPoolAttrReleaseThreshold,
                               C.out<cuuint64_t>()))
  CALL_AS(cudaMemPoolGetAttribute, "used", Standard, C.needDefaultPool(),
          cudaMemPoolGetAttribute(C.DefaultPool, cudaMemPoolAttrUsedMemCurrent,
                                  C.out<cuuint64_t>()))
  CALL(cudaMemPoolSetAccess, Standard, C.needPool(),
       cudaMemPoolSetAccess(C.Pool, C.in(readWrite()), 1))
  CALL(cudaMemPoolGetAccess, Standard, C.needPool(),
       cudaMemPoolGetAccess(C.out<cudaMemAccessFlags>(), C.Pool,
                            C.in(onDevice())))
  CALL(cudaMemGetDefaultMemPool, Standard, NOTHING,
       cudaMemGetDefaultMemPool(C.out<cudaMemPool_t>(), C.in(onDevice()),
                                cudaMemAllocationTypePinned))
  CALL(cudaMemGetMemPool, Standard, NOTHING,
       cudaMemGetMemPool(C.out<cudaMemPool_t>(), C.in(onDevice()),
                         cudaMemAllocationTypePinned))
  CALL(cudaMemSetMemPool, Standard, C.needPool(),
       cudaMemSetMemPool(C.in(onDevice()), cudaMemAllocationTypePinned,
                         C.Pool))
  CALL(cudaDeviceGetDefaultMemPool, Standard, NOTHING,
       cudaDeviceGetDefaultMemPool(C.out<cudaMemPool_t>(), 0))
  CALL(cudaDeviceGetMemPool, Standard, NOTHING,
       cudaDeviceGetMemPool(C.out<cudaMemPool_t>(), 0))
  CALL(cudaDeviceSetMemPool, Standard, C.needPool(),
       cudaDeviceSetMemPool(0, C.Pool))

  CALL(cudaMemPoolExportToShareableHandle, Standard, C.needExportedPool(),
       cudaMemPoolExportToShareableHandle(
           C.out<int>(), C.ExportedPool, cudaMemHandleTypePosixFileDescriptor,
           0))
  CALL(cudaMemPoolImportFromShareableHandle, Standard, C.needExportedPool(),
       cudaMemPoolImportFromShareableHandle(
           C.out<cudaMemPool_t>(),
           reinterpret_cast<void *>(intptr_t(C.PoolFile)),
           cudaMemHandleTypePosixFileDescriptor, 0))
  CALL(cudaMemPoolExportPointer, Standard, C.needExportedPool(),
       cudaMemPoolExportPointer(C.out<cudaMemPoolPtrExportData>(),
                                C.PoolMalloced))
  CALL(cudaMemPoolImportPointer, Standard, C.needImportedPool(),
       cudaMemPoolImportPointer(C.out<void *>(), C.ImportedPool,
                                &C.PoolPointer))
};
// clang-format on

static AddCalls Added(Calls);
