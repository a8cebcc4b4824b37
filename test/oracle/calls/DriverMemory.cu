//===- DriverMemory.cu - Memory of the driver API -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static CUmemLocation onDevice(CudaBackend &C) {
  return {CU_MEM_LOCATION_TYPE_DEVICE, C.Device};
}

static CUmemPoolProps pinned(CudaBackend &C) {
  CUmemPoolProps P{};
  P.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  P.location = onDevice(C);
  return P;
}

static CUmemAccessDesc readWrite(CudaBackend &C) {
  return {onDevice(C), CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
}

/// Files are handed over in the place of a pointer.
static void *handle(int File) {
  return reinterpret_cast<void *>(intptr_t(File));
}

// The types differ in name only.
static CUmemPoolPtrExportData *poolPointer(CudaBackend &C) {
  return reinterpret_cast<CUmemPoolPtrExportData *>(&C.PoolPointer);
}

// clang-format off
static const Call Calls[] = {
  CALL(cuMemAlloc, Standard, NOTHING,
       cuMemAlloc(C.out<CUdeviceptr>(), C.Bytes))
  CALL(cuMemAllocPitch, Brief, NOTHING,
       cuMemAllocPitch(C.out<CUdeviceptr>(), C.out<size_t>(), 64, 4,
                       sizeof(int)))
  CALL(cuMemAllocHost, Brief, NOTHING,
       cuMemAllocHost(C.out<void *>(), C.Bytes))
  CALL(cuMemAllocManaged, Brief, NOTHING,
       cuMemAllocManaged(C.out<CUdeviceptr>(), C.Bytes, CU_MEM_ATTACH_GLOBAL))
  CALL(cuMemFree, Standard, C.needMalloced(), cuMemFree(C.cu(C.Malloced)))
  CALL(cuMemFreeHost, Brief, C.needHostMalloced(),
       cuMemFreeHost(C.HostMalloced))
  CALL(cuMemHostAlloc, Brief, NOTHING,
       cuMemHostAlloc(C.out<void *>(), C.Bytes, CU_MEMHOSTALLOC_PORTABLE))
  CALL(cuMemHostRegister, Brief, C.needHostPages(),
       cuMemHostRegister(C.HostPages, 1 << 20, 0))
  CALL(cuMemHostUnregister, Brief, C.needRegistered(),
       cuMemHostUnregister(C.Registered))
  CALL(cuMemHostGetDevicePointer, Brief, C.needHostMalloced(),
       cuMemHostGetDevicePointer(C.out<CUdeviceptr>(), C.HostMalloced, 0))
  CALL(cuMemHostGetFlags, Brief, C.needHostMalloced(),
       cuMemHostGetFlags(C.out<unsigned>(), C.HostMalloced))
  CALL(cuMemGetInfo, Brief, NOTHING,
       cuMemGetInfo(C.out<size_t>(), C.out<size_t>()))
  CALL(cuMemGetAddressRange, Brief, NOTHING,
       cuMemGetAddressRange(C.out<CUdeviceptr>(), C.out<size_t>(),
                            C.cu(C.Watched)))
  CALL(cuIpcGetMemHandle, Brief, C.needMalloced(),
       cuIpcGetMemHandle(C.out<CUipcMemHandle>(), C.cu(C.Malloced)))

  CALL(cuPointerGetAttribute, Brief, NOTHING,
       cuPointerGetAttribute(C.out<CUmemorytype>(),
                             CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                             C.cu(C.Watched)))
  CALL_BODY(cuPointerGetAttributes, "", Brief, NOTHING,
            CUpointer_attribute Asked = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
            void *Answer = C.out<CUmemorytype>();
            return toCode(cuPointerGetAttributes(1, &Asked, &Answer,
                                                 C.cu(C.Watched))))
  CALL(cuPointerSetAttribute, Standard, C.needMalloced(),
       cuPointerSetAttribute(C.in(1u), CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
                             C.cu(C.Malloced)))
  CALL(cuMemAdvise, Brief, C.needManaged(),
       cuMemAdvise(C.cu(C.Managed), C.Bytes,
                   CU_MEM_ADVISE_SET_PREFERRED_LOCATION, onDevice(C)))
  CALL(cuMemRangeGetAttribute, Brief, C.needManaged(),
       cuMemRangeGetAttribute(C.out<int>(), sizeof(int),
                              CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                              C.cu(C.Managed), C.Bytes))
  CALL_BODY(cuMemRangeGetAttributes, "", Brief, C.needManaged(),
            CUmem_range_attribute Asked = CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;
            void *Answer = C.out<int>();
            size_t Size = sizeof(int);
            return toCode(cuMemRangeGetAttributes(&Answer, &Size, &Asked, 1,
                                                  C.cu(C.Managed), C.Bytes)))
  CALL(cuMemPrefetchAsync, Brief, C.needManaged(),
       cuMemPrefetchAsync(C.cu(C.Managed), C.Bytes, onDevice(C), 0, C.cuS()))
  CALL_BODY(cuMemPrefetchBatchAsync, "", Brief, C.needManaged(),
            CUdeviceptr What = C.cu(C.Managed);
            size_t Size = C.Bytes, Index = 0;
            return toCode(cuMemPrefetchBatchAsync(&What, &Size, 1,
                                                  C.in(onDevice(C)), &Index, 1,
                                                  0, C.cuS())))
  CALL_BODY(cuMemDiscardBatchAsync, "", Brief, C.needManaged(),
            CUdeviceptr What = C.cu(C.Managed);
            size_t Size = C.Bytes;
            return toCode(cuMemDiscardBatchAsync(&What, &Size, 1, 0,
                                                 C.cuS())))
  CALL_BODY(cuMemDiscardAndPrefetchBatchAsync, "", Brief, C.needManaged(),
            CUdeviceptr What = C.cu(C.Managed);
            size_t Size = C.Bytes, Index = 0;
            return toCode(cuMemDiscardAndPrefetchBatchAsync(
                &What, &Size, 1, C.in(onDevice(C)), &Index, 1, 0, C.cuS())))

  CALL(cuMemAllocAsync, StreamArgument | Brief, NOTHING,
       cuMemAllocAsync(C.out<CUdeviceptr>(), C.Bytes, C.cuS()))
  CALL(cuMemAllocFromPoolAsync, Brief, C.needPool(),
       cuMemAllocFromPoolAsync(C.out<CUdeviceptr>(), C.Bytes, C.Pool, C.cuS()))
  CALL(cuMemFreeAsync, StreamArgument | Brief, C.needAsyncMalloced(),
       cuMemFreeAsync(C.cu(C.AsyncMalloced), C.cuS()))
  CALL(cuMemPoolCreate, Brief, NOTHING,
       cuMemPoolCreate(C.out<CUmemoryPool>(), C.in(pinned(C))))
  CALL(cuMemPoolDestroy, Brief, C.needPool(), cuMemPoolDestroy(C.Pool))
  CALL(cuMemPoolTrimTo, Brief, C.needPool(), cuMemPoolTrimTo(C.Pool, 0))
  CALL(cuMemPoolGetAttribute, Brief, C.needPool(),
       cuMemPoolGetAttribute(C.Pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                             C.out<cuuint64_t>()))
  CALL(cuMemPoolSetAttribute, Brief, C.needPool(),
       cuMemPoolSetAttribute(C.Pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                             C.in(cuuint64_t(1) << 30)))
  CALL(cuMemPoolGetAccess, Brief, C.needPool(),
       cuMemPoolGetAccess(C.out<CUmemAccess_flags>(), C.Pool,
                          C.in(onDevice(C))))
  CALL(cuMemPoolSetAccess, Brief, C.needPool(),
       cuMemPoolSetAccess(C.Pool, C.in(readWrite(C)), 1))
  CALL(cuMemGetDefaultMemPool, Brief, NOTHING,
       cuMemGetDefaultMemPool(C.out<CUmemoryPool>(), C.in(onDevice(C)),
                              CU_MEM_ALLOCATION_TYPE_PINNED))
  CALL(cuMemGetMemPool, Brief, NOTHING,
       cuMemGetMemPool(C.out<CUmemoryPool>(), C.in(onDevice(C)),
                       CU_MEM_ALLOCATION_TYPE_PINNED))
  CALL(cuMemSetMemPool, Brief, C.needPool(),
       cuMemSetMemPool(C.in(onDevice(C)), CU_MEM_ALLOCATION_TYPE_PINNED,
                       C.Pool))
  CALL(cuMemPoolExportToShareableHandle, Brief, C.needExportedPool(),
       cuMemPoolExportToShareableHandle(
           C.out<int>(), C.ExportedPool,
           CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0))
  CALL(cuMemPoolImportFromShareableHandle, Brief, C.needExportedPool(),
       cuMemPoolImportFromShareableHandle(
           C.out<CUmemoryPool>(), handle(C.PoolFile),
           CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0))
  CALL(cuMemPoolExportPointer, Brief, C.needExportedPool(),
       cuMemPoolExportPointer(C.out<CUmemPoolPtrExportData>(),
                              C.cu(C.PoolMalloced)))
  CALL(cuMemPoolImportPointer, Brief, C.needImportedPool(),
       cuMemPoolImportPointer(C.out<CUdeviceptr>(), C.ImportedPool,
                              poolPointer(C)))
};
// clang-format on

static AddCalls Added(Calls);
