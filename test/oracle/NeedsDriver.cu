//===- NeedsDriver.cu - What calls of the driver API are made with --------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As in Needs.cu, everything is made before the capture begins and nothing
/// waits for all the device's work.
///
//===----------------------------------------------------------------------===//

#include "CudaProbe.h"
#include <cstring>
#include <vector>

using namespace oracle;

static void must(CUresult R, const char *What) {
  oracle::must(toCode(R), What);
}

//===--- Contexts ---------------------------------------------------------===//

void CudaBackend::needOtherContext() {
  if (OtherContext)
    return;
  needContext();
  CUctxCreateParams P{};
  must(cuCtxCreate(&OtherContext, &P, 0, Device), "other context");
  must(cuCtxPopCurrent(nullptr), "put the other context away");
}

void CudaBackend::needGreenContext() {
  if (GreenContext)
    return;
  needContext();
  must(cuDeviceGetDevResource(Device, &AllProcessors, CU_DEV_RESOURCE_TYPE_SM),
       "multiprocessors");
  unsigned Groups = 1;
  must(cuDevSmResourceSplitByCount(&HalfOfProcessors, &Groups, &AllProcessors,
                                   nullptr, 0, AllProcessors.sm.smCount / 2),
       "half of the multiprocessors");
  must(cuDevResourceGenerateDesc(&GreenResources, &HalfOfProcessors, 1),
       "resources of a green context");
  must(cuGreenCtxCreate(&GreenContext, GreenResources, Device,
                        CU_GREEN_CTX_DEFAULT_STREAM),
       "green context");
}

//===--- Virtual memory ---------------------------------------------------===//

void CudaBackend::needPhysical() {
  if (Physical)
    return;
  needContext();
  PhysicalProperties = {};
  PhysicalProperties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  PhysicalProperties.location = {CU_MEM_LOCATION_TYPE_DEVICE, Device};
  ReadWrite.location = PhysicalProperties.location;
  ReadWrite.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  // A file for DMA can be asked of such memory only.
  int CanDma = 0;
  must(cuDeviceGetAttribute(
           &CanDma, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED,
           Device),
       "attribute of the device");
  PhysicalProperties.allocFlags.gpuDirectRDMACapable = CanDma;
  must(cuMemGetAllocationGranularity(&PhysicalBytes, &PhysicalProperties,
                                     CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
       "granularity");
  must(cuMemCreate(&Physical, PhysicalBytes, &PhysicalProperties, 0),
       "physical memory");
}

void CudaBackend::needReserved() {
  needPhysical();
  if (!Reserved)
    must(cuMemAddressReserve(&Reserved, PhysicalBytes, 0, 0, 0), "addresses");
}

/// \p Bytes of addresses where \p Memory is mapped.
static CUdeviceptr mapped(CUmemGenericAllocationHandle Memory, size_t Bytes) {
  CUdeviceptr Where = 0;
  must(cuMemAddressReserve(&Where, Bytes, 0, 0, 0), "addresses");
  must(cuMemMap(Where, Bytes, 0, Memory, 0), "map");
  return Where;
}

void CudaBackend::needMapped() {
  if (Mapped)
    return;
  needPhysical();
  Mapped = mapped(Physical, PhysicalBytes);
  must(cuMemSetAccess(Mapped, PhysicalBytes, &ReadWrite, 1), "access");
}

void CudaBackend::needInaccessible() {
  if (Inaccessible)
    return;
  needPhysical();
  Inaccessible = mapped(Physical, PhysicalBytes);
}

void CudaBackend::needExportedPhysical() {
  if (ExportedPhysical)
    return;
  needPhysical();
  CUmemAllocationProp P = PhysicalProperties;
  P.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  must(cuMemCreate(&ExportedPhysical, PhysicalBytes, &P, 0),
       "physical memory to export");
  must(cuMemExportToShareableHandle(&PhysicalFile, ExportedPhysical,
                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                    0),
       "export physical memory");
}

//===--- Arrays -----------------------------------------------------------===//

void CudaBackend::needSparseArray() {
  if (SparseArray)
    return;
  needPhysical();
  // Several tiles large, so that all of it is one level of tiles.
  CUDA_ARRAY3D_DESCRIPTOR D{};
  D.Width = D.Height = 256;
  D.Format = CU_AD_FORMAT_SIGNED_INT32;
  D.NumChannels = 1;
  D.Flags = CUDA_ARRAY3D_SPARSE;
  must(cuArray3DCreate(&SparseArray, &D), "sparse array");
  CUmemAllocationProp P = PhysicalProperties;
  P.allocFlags.gpuDirectRDMACapable = 0;
  P.allocFlags.usage = CU_MEM_CREATE_USAGE_TILE_POOL;
  CUmemGenericAllocationHandle Tiles = 0;
  must(cuMemCreate(&Tiles, PhysicalBytes, &P, 0), "pool of tiles");
  SparseMap = {};
  SparseMap.resourceType = CU_RESOURCE_TYPE_ARRAY;
  SparseMap.resource.array = SparseArray;
  SparseMap.subresourceType = CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL;
  SparseMap.subresource.sparseLevel.extentWidth = D.Width;
  SparseMap.subresource.sparseLevel.extentHeight = D.Height;
  SparseMap.subresource.sparseLevel.extentDepth = 1;
  SparseMap.memOperationType = CU_MEM_OPERATION_TYPE_MAP;
  SparseMap.memHandleType = CU_MEM_HANDLE_TYPE_GENERIC;
  SparseMap.memHandle.memHandle = Tiles;
  SparseMap.deviceBitMask = 1u << Device;
}

void CudaBackend::needLine() {
  if (Line)
    return;
  CUDA_ARRAY_DESCRIPTOR D{};
  D.Width = Count;
  D.Format = CU_AD_FORMAT_SIGNED_INT32;
  D.NumChannels = 1;
  must(cuArrayCreate(&Line, &D), "one-dimensional array");
  must(cuMemcpyHtoA(Line, 0, PageableOnes, Bytes), "fill the array");
}

//===--- Modules ----------------------------------------------------------===//

void CudaBackend::needLink() {
  if (!Link)
    must(cuLinkCreate(0, nullptr, nullptr, &Link), "linker");
}

void CudaBackend::needLinkInput() {
  needLink();
  must(cuLinkAddData(Link, CU_JIT_INPUT_PTX, const_cast<char *>(ptx()),
                     strlen(ptx()) + 1, "probe", 0, nullptr, nullptr),
       "input of the linker");
}

namespace {

/// What a fat binary begins with, and each of the images in it. The format is
/// not documented; these are the headers that nvcc writes before PTX.
struct FatHeader {
  uint32_t Magic = 0xba55ed50;
  uint16_t Version = 1;
  uint16_t HeaderSize = 16;
  uint64_t Size = 0; ///< Of all that follows.
};

struct ImageHeader {
  uint16_t Kind = 1; ///< PTX.
  uint16_t Version = 0x0101;
  uint32_t HeaderSize = 80;
  uint64_t Size = 0;           ///< Of the image.
  uint32_t CompressedSize = 0; ///< Is not.
  uint32_t OptionsAt = 64;
  uint16_t Minor = 4, Major = 6; ///< Version of PTX; as in ptx().
  uint32_t Architecture = 75;
  uint32_t NameAt = 0, NameSize = 0;
  uint64_t Flags = 0x11; ///< 64 bits, Linux.
  uint64_t Zero = 0;
  uint64_t PlainSize = 0;
  uint64_t Options[2] = {72, 0}; ///< None.
};

static_assert(sizeof(FatHeader) == 16 && sizeof(ImageHeader) == 80,
              "no padding");

} // namespace

void CudaBackend::needFatBinary() {
  if (!FatBinary.empty())
    return;
  // With its final null, and padded.
  std::string Text(ptx(), strlen(ptx()) + 1);
  Text.resize((Text.size() + 7) / 8 * 8);
  FatHeader F;
  ImageHeader I;
  I.Size = Text.size();
  F.Size = sizeof(I) + Text.size();
  FatBinary.append(reinterpret_cast<const char *>(&F), sizeof(F));
  FatBinary.append(reinterpret_cast<const char *>(&I), sizeof(I));
  FatBinary += Text;
}

//===--- Memory operations ------------------------------------------------===//

void CudaBackend::needBatchParams() {
  needContext();
  WriteOne = {};
  WriteOne.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  WriteOne.writeValue.address = cu(Watched);
  WriteOne.writeValue.value = 1;
  BatchParams = {};
  BatchParams.ctx = Context;
  BatchParams.count = 1;
  BatchParams.paramArray = &WriteOne;
}

void CudaBackend::needBatchGraph() {
  if (BatchGraph)
    return;
  needBatchParams();
  must(cuGraphCreate(&BatchGraph, 0), "graph");
  must(cuGraphAddBatchMemOpNode(&BatchNode, BatchGraph, nullptr, 0,
                                &BatchParams),
       "node of memory operations");
  must(cuGraphInstantiate(&BatchExec, BatchGraph, 0), "instantiate");
}
