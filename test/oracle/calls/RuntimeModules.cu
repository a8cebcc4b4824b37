//===- RuntimeModules.cu - Libraries of the runtime API -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static cudaLibrary_t ManagedLibrary;

static void needManagedLibrary() {
  static const char Ptx[] = R"(
.version 6.4
.target sm_75
.address_size 64

.visible .global .attribute(.managed) .align 4 .u32 probeManaged = 1;
)";
  must(toCode(cudaLibraryLoadData(&ManagedLibrary, Ptx, nullptr, nullptr, 0,
                                  nullptr, nullptr, 0)),
       "library with a managed variable");
}

// clang-format off
static const Call Calls[] = {
  CALL(cudaLibraryLoadData, Standard, NOTHING,
       cudaLibraryLoadData(C.out<cudaLibrary_t>(), C.ptx(), nullptr, nullptr,
                           0, nullptr, nullptr, 0))
  // With lazy loading it is the first use that loads.
  CALL_BODY(cudaLibraryLoadData, "launch", Standard, NOTHING,
            cudaLibrary_t Library = nullptr;
            cudaKernel_t Kernel = nullptr;
            Code Loaded = toCode(cudaLibraryLoadData(
                &Library, C.ptx(), nullptr, nullptr, 0, nullptr, nullptr, 0));
            step("cudaLibraryGetKernel",
                 toCode(cudaLibraryGetKernel(&Kernel, Library,
                                             "probeKernel")));
            step("cudaLaunchKernel",
                 toCode(cudaLaunchKernel(
                     reinterpret_cast<const void *>(Kernel), 1, 1,
                     C.Arguments, 0, C.S)));
            return Loaded)
  CALL(cudaLibraryLoadFromFile, Standard, C.needPtxFile(),
       cudaLibraryLoadFromFile(C.out<cudaLibrary_t>(), C.PtxFile.c_str(),
                               nullptr, nullptr, 0, nullptr, nullptr, 0))
  CALL(cudaLibraryUnload, Standard, C.needLibrary(),
       cudaLibraryUnload(C.Library))
  CALL(cudaLibraryGetKernel, Standard, C.needLibrary(),
       cudaLibraryGetKernel(C.out<cudaKernel_t>(), C.Library, "probeKernel"))
  CALL(cudaLibraryGetGlobal, Standard, C.needLibrary(),
       cudaLibraryGetGlobal(C.out<void *>(), C.out<size_t>(), C.Library,
                            "probeGlobal"))
  CALL(cudaLibraryGetManaged, Standard, needManagedLibrary(),
       cudaLibraryGetManaged(C.out<void *>(), C.out<size_t>(), ManagedLibrary,
                             "probeManaged"))
  CALL(cudaLibraryGetKernelCount, Standard, C.needLibrary(),
       cudaLibraryGetKernelCount(C.out<unsigned>(), C.Library))
  CALL(cudaLibraryEnumerateKernels, Standard, C.needLibrary(),
       cudaLibraryEnumerateKernels(C.out<cudaKernel_t>(), 1, C.Library))
  CALL(cudaKernelSetAttributeForDevice, Standard, C.needLibrary(),
       cudaKernelSetAttributeForDevice(
           C.Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024, 0))
};
// clang-format on

static AddCalls Added(Calls);
