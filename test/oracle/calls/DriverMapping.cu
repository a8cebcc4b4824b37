//===- DriverMapping.cu - Physical memory and addresses -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static CUmemAccessDesc readOnly(CudaBackend &C) {
  CUmemAccessDesc D = C.ReadWrite;
  D.flags = CU_MEM_ACCESS_FLAGS_PROT_READ;
  return D;
}

// clang-format off
static const Call Calls[] = {
  CALL(cuMemCreate, Standard, C.needPhysical(),
       cuMemCreate(C.out<CUmemGenericAllocationHandle>(), C.PhysicalBytes,
                   &C.PhysicalProperties, 0))
  CALL(cuMemRelease, Standard, C.needPhysical(), cuMemRelease(C.Physical))
  CALL(cuMemAddressReserve, Standard, C.needPhysical(),
       cuMemAddressReserve(C.out<CUdeviceptr>(), C.PhysicalBytes, 0, 0, 0))
  CALL(cuMemAddressFree, Standard, C.needReserved(),
       cuMemAddressFree(C.Reserved, C.PhysicalBytes))
  CALL(cuMemMap, Standard, C.needReserved(),
       cuMemMap(C.Reserved, C.PhysicalBytes, 0, C.Physical, 0))
  CALL(cuMemUnmap, Standard, C.needMapped(),
       cuMemUnmap(C.Mapped, C.PhysicalBytes))
  CALL(cuMemSetAccess, Standard, C.needInaccessible(),
       cuMemSetAccess(C.Inaccessible, C.PhysicalBytes, &C.ReadWrite, 1))
  CALL_AS(cuMemSetAccess, "less", Standard, C.needMapped(),
          cuMemSetAccess(C.Mapped, C.PhysicalBytes, C.in(readOnly(C)), 1))
  CALL(cuMemGetAccess, Brief, C.needMapped(),
       cuMemGetAccess(C.out<unsigned long long>(), &C.ReadWrite.location,
                      C.Mapped))
  CALL(cuMemRetainAllocationHandle, Standard, C.needMapped(),
       cuMemRetainAllocationHandle(C.out<CUmemGenericAllocationHandle>(),
                                   reinterpret_cast<void *>(C.Mapped)))
  CALL(cuMemGetAllocationGranularity, Brief, C.needPhysical(),
       cuMemGetAllocationGranularity(C.out<size_t>(), &C.PhysicalProperties,
                                     CU_MEM_ALLOC_GRANULARITY_MINIMUM))
  CALL(cuMemGetAllocationPropertiesFromHandle, Brief, C.needPhysical(),
       cuMemGetAllocationPropertiesFromHandle(C.out<CUmemAllocationProp>(),
                                              C.Physical))
  CALL(cuMemExportToShareableHandle, Standard, C.needExportedPhysical(),
       cuMemExportToShareableHandle(
           C.out<int>(), C.ExportedPhysical,
           CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0))
  CALL(cuMemImportFromShareableHandle, Standard, C.needExportedPhysical(),
       cuMemImportFromShareableHandle(
           C.out<CUmemGenericAllocationHandle>(),
           reinterpret_cast<void *>(intptr_t(C.PhysicalFile)),
           CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))
  CALL(cuMemGetHandleForAddressRange, Standard, C.needMapped(),
       cuMemGetHandleForAddressRange(C.out<int>(), C.Mapped, C.PhysicalBytes,
                                     CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD, 0))
  CALL(cuMemMapArrayAsync, StreamArgument | Standard, C.needSparseArray(),
       cuMemMapArrayAsync(&C.SparseMap, 1, C.cuS()))
};
// clang-format on

static AddCalls Added(Calls);
