//===- DriverModules.cu - Modules, libraries and their functions ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"
#include <cstring>

using namespace oracle;

static const char *managedPtx() {
  return R"(
.version 6.4
.target sm_75
.address_size 64

.visible .global .attribute(.managed) .align 4 .u32 probeManaged = 1;
)";
}

static CUlibrary ManagedLibrary;

static void needManagedLibrary() {
  must(toCode(cuLibraryLoadData(&ManagedLibrary, managedPtx(), nullptr, nullptr,
                                0, nullptr, nullptr, 0)),
       "library with managed memory");
}

/// One block of one thread, in a cluster of its own.
static CUlaunchConfig cluster(CudaBackend &C) {
  CUlaunchAttribute A{};
  A.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  A.value.clusterDim = {1, 1, 1};
  CUlaunchConfig L{};
  L.gridDimX = L.gridDimY = L.gridDimZ = 1;
  L.blockDimX = L.blockDimY = L.blockDimZ = 1;
  L.attrs = C.in(A);
  L.numAttrs = 1;
  return L;
}

// clang-format off
static const Call Modules[] = {
  CALL(cuModuleLoad, Standard, C.needPtxFile(),
       cuModuleLoad(C.out<CUmodule>(), C.PtxFile.c_str()))
  CALL(cuModuleLoadData, Standard, NOTHING,
       cuModuleLoadData(C.out<CUmodule>(), C.ptx()))
  CALL(cuModuleLoadDataEx, Standard, NOTHING,
       cuModuleLoadDataEx(C.out<CUmodule>(), C.ptx(), 0, nullptr, nullptr))
  CALL(cuModuleLoadFatBinary, Standard, C.needFatBinary(),
       cuModuleLoadFatBinary(C.out<CUmodule>(), C.FatBinary.data()))
  CALL(cuModuleUnload, Standard, C.needModule(), cuModuleUnload(C.Module))
  CALL(cuModuleGetLoadingMode, Brief, NOTHING,
       cuModuleGetLoadingMode(C.out<CUmoduleLoadingMode>()))
  CALL(cuModuleGetFunction, Standard, C.needModule(),
       cuModuleGetFunction(C.out<CUfunction>(), C.Module, "probeKernel"))
  CALL(cuModuleGetFunctionCount, Brief, C.needModule(),
       cuModuleGetFunctionCount(C.out<unsigned>(), C.Module))
  CALL(cuModuleEnumerateFunctions, Standard, C.needModule(),
       cuModuleEnumerateFunctions(C.out<CUfunction>(), 1, C.Module))
  CALL(cuModuleGetGlobal, Standard, C.needModule(),
       cuModuleGetGlobal(C.out<CUdeviceptr>(), C.out<size_t>(), C.Module,
                         "probeGlobal"))

  CALL(cuLinkCreate, Standard, NOTHING,
       cuLinkCreate(0, nullptr, nullptr, C.out<CUlinkState>()))
  CALL(cuLinkAddData, Standard, C.needLink(),
       cuLinkAddData(C.Link, CU_JIT_INPUT_PTX, const_cast<char *>(C.ptx()),
                     strlen(C.ptx()) + 1, "probe", 0, nullptr, nullptr))
  CALL(cuLinkAddFile, Standard, C.needLink(); C.needPtxFile(),
       cuLinkAddFile(C.Link, CU_JIT_INPUT_PTX, C.PtxFile.c_str(), 0, nullptr,
                     nullptr))
  CALL(cuLinkComplete, Standard, C.needLinkInput(),
       cuLinkComplete(C.Link, C.out<void *>(), C.out<size_t>()))
  CALL(cuLinkDestroy, Standard, C.needLinkInput(), cuLinkDestroy(C.Link))
};

static const Call Libraries[] = {
  CALL(cuLibraryLoadData, Brief, NOTHING,
       cuLibraryLoadData(C.out<CUlibrary>(), C.ptx(), nullptr, nullptr, 0,
                         nullptr, nullptr, 0))
  CALL(cuLibraryLoadFromFile, Brief, C.needPtxFile(),
       cuLibraryLoadFromFile(C.out<CUlibrary>(), C.PtxFile.c_str(), nullptr,
                             nullptr, 0, nullptr, nullptr, 0))
  CALL(cuLibraryUnload, Brief, C.needLibrary(), cuLibraryUnload(C.Library))
  CALL(cuLibraryGetKernel, Brief, C.needLibrary(),
       cuLibraryGetKernel(C.out<CUkernel>(), C.Library, "probeKernel"))
  CALL(cuLibraryGetKernelCount, Brief, C.needLibrary(),
       cuLibraryGetKernelCount(C.out<unsigned>(), C.Library))
  CALL(cuLibraryEnumerateKernels, Brief, C.needLibrary(),
       cuLibraryEnumerateKernels(C.out<CUkernel>(), 1, C.Library))
  // These load the library into the context.
  CALL(cuLibraryGetModule, Standard, C.needLibrary(),
       cuLibraryGetModule(C.out<CUmodule>(), C.Library))
  CALL(cuLibraryGetGlobal, Brief, C.needLibrary(),
       cuLibraryGetGlobal(C.out<CUdeviceptr>(), C.out<size_t>(), C.Library,
                          "probeGlobal"))
  CALL(cuLibraryGetManaged, Brief, needManagedLibrary(),
       cuLibraryGetManaged(C.out<CUdeviceptr>(), C.out<size_t>(),
                           ManagedLibrary, "probeManaged"))
  CALL(cuKernelGetFunction, Standard, C.needLibrary(),
       cuKernelGetFunction(C.out<CUfunction>(), C.Kernel))
  CALL(cuKernelGetLibrary, Brief, C.needLibrary(),
       cuKernelGetLibrary(C.out<CUlibrary>(), C.Kernel))
  CALL(cuKernelGetName, Brief, C.needLibrary(),
       cuKernelGetName(C.out<const char *>(), C.Kernel))
  CALL(cuKernelGetParamInfo, Brief, C.needLibrary(),
       cuKernelGetParamInfo(C.Kernel, 0, C.out<size_t>(), C.out<size_t>()))
  CALL(cuKernelGetAttribute, Standard, C.needLibrary(),
       cuKernelGetAttribute(C.out<int>(), CU_FUNC_ATTRIBUTE_NUM_REGS, C.Kernel,
                            C.Device))
  CALL(cuKernelSetAttribute, Standard, C.needLibrary(),
       cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                            1024, C.Kernel, C.Device))
  CALL(cuKernelSetCacheConfig, Standard, C.needLibrary(),
       cuKernelSetCacheConfig(C.Kernel, CU_FUNC_CACHE_PREFER_L1, C.Device))
};

static const Call Functions[] = {
  CALL(cuFuncLoad, Standard, C.needModule(), cuFuncLoad(C.Function))
  CALL(cuFuncIsLoaded, Brief, C.needModule(),
       cuFuncIsLoaded(C.out<CUfunctionLoadingState>(), C.Function))
  CALL(cuFuncGetAttribute, Brief, C.needModule(),
       cuFuncGetAttribute(C.out<int>(), CU_FUNC_ATTRIBUTE_NUM_REGS,
                          C.Function))
  CALL(cuFuncSetAttribute, Brief, C.needModule(),
       cuFuncSetAttribute(C.Function,
                          CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          1024))
  CALL(cuFuncSetCacheConfig, Brief, C.needModule(),
       cuFuncSetCacheConfig(C.Function, CU_FUNC_CACHE_PREFER_L1))
  CALL(cuFuncGetModule, Brief, C.needModule(),
       cuFuncGetModule(C.out<CUmodule>(), C.Function))
  CALL(cuFuncGetName, Brief, C.needModule(),
       cuFuncGetName(C.out<const char *>(), C.Function))
  CALL(cuFuncGetParamInfo, Brief, C.needModule(),
       cuFuncGetParamInfo(C.Function, 0, C.out<size_t>(), C.out<size_t>()))
  CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor, Brief, C.needModule(),
       cuOccupancyMaxActiveBlocksPerMultiprocessor(C.out<int>(), C.Function,
                                                   32, 0))
  CALL(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, Brief,
       C.needModule(),
       cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
           C.out<int>(), C.Function, 32, 0, CU_OCCUPANCY_DEFAULT))
  CALL(cuOccupancyMaxPotentialBlockSize, Brief, C.needModule(),
       cuOccupancyMaxPotentialBlockSize(C.out<int>(), C.out<int>(), C.Function,
                                        nullptr, 0, 0))
  CALL(cuOccupancyMaxPotentialBlockSizeWithFlags, Brief, C.needModule(),
       cuOccupancyMaxPotentialBlockSizeWithFlags(
           C.out<int>(), C.out<int>(), C.Function, nullptr, 0, 0,
           CU_OCCUPANCY_DEFAULT))
  CALL(cuOccupancyAvailableDynamicSMemPerBlock, Brief, C.needModule(),
       cuOccupancyAvailableDynamicSMemPerBlock(C.out<size_t>(), C.Function, 1,
                                               32))
  CALL(cuOccupancyMaxPotentialClusterSize, Brief, C.needModule(),
       cuOccupancyMaxPotentialClusterSize(C.out<int>(), C.Function,
                                          C.in(cluster(C))))
  CALL(cuOccupancyMaxActiveClusters, Brief, C.needModule(),
       cuOccupancyMaxActiveClusters(C.out<int>(), C.Function,
                                    C.in(cluster(C))))
};
// clang-format on

static AddCalls AddedModules(Modules), AddedLibraries(Libraries),
    AddedFunctions(Functions);
