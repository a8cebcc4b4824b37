//===- RuntimeFunctions.cu - Functions and launches of the runtime API ----===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

// The deprecated calls are asked about, too.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static const void *address(void (*Kernel)(int *)) {
  return reinterpret_cast<const void *>(Kernel);
}

static cudaLaunchConfig_t config(CudaBackend &C) {
  cudaLaunchConfig_t L{};
  L.gridDim = dim3(1);
  L.blockDim = dim3(1);
  L.stream = C.S;
  return L;
}

/// config() with the attribute \p A.
static cudaLaunchConfig_t with(CudaBackend &C, cudaLaunchAttribute A) {
  cudaLaunchConfig_t L = config(C);
  L.attrs = C.in(A);
  L.numAttrs = 1;
  return L;
}

static cudaLaunchConfig_t programmatic(CudaBackend &C) {
  cudaLaunchAttribute A{};
  A.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  A.val.programmaticStreamSerializationAllowed = 1;
  return with(C, A);
}

static cudaEvent_t Untimed;

static void needUntimed() {
  must(toCode(cudaEventCreateWithFlags(&Untimed, cudaEventDisableTiming)),
       "event without times");
}

static cudaLaunchConfig_t programmaticEvent(CudaBackend &C) {
  cudaLaunchAttribute A{};
  A.id = cudaLaunchAttributeProgrammaticEvent;
  A.val.programmaticEvent.event = Untimed;
  return with(C, A);
}

static cudaLaunchConfig_t cluster(CudaBackend &C) {
  cudaLaunchAttribute A{};
  A.id = cudaLaunchAttributeClusterDimension;
  A.val.clusterDim = {1, 1, 1};
  return with(C, A);
}

// clang-format off
static const Call Calls[] = {
  CALL(cudaLaunchKernel, StreamArgument | Standard, NOTHING,
       cudaLaunchKernel(mark, 1, 1, C.Arguments, 0, C.S))
  CALL_AS(cudaLaunchKernel, "no-stream", ImpliedLegacyStream | Standard,
          NOTHING,
          cudaLaunchKernel(mark, 1, 1, C.Arguments, 0, nullptr))
  CALL_AS(cudaLaunchKernel, "never-loaded", Standard, NOTHING,
          cudaLaunchKernel(neverLoaded, 1, 1, C.Arguments, 0, C.S))
  CALL(cudaLaunchKernelExC, StreamArgument | Standard, NOTHING,
       cudaLaunchKernelExC(C.in(config(C)), address(mark), C.Arguments))
  CALL_AS(cudaLaunchKernelExC, "programmatic", StreamArgument | Standard,
          NOTHING,
          cudaLaunchKernelExC(C.in(programmatic(C)), address(mark),
                              C.Arguments))
  // After a kernel that it need not wait for.
  CALL_BODY(cudaLaunchKernelExC, "programmatic-second",
            StreamArgument | Standard, NOTHING,
            mark<<<1, 1, 0, C.S>>>(C.Scratch);
            step("launch", toCode(cudaGetLastError()));
            return toCode(cudaLaunchKernelExC(C.in(programmatic(C)),
                                              address(mark), C.Arguments)))
  CALL_AS(cudaLaunchKernelExC, "programmatic-event",
          StreamArgument | Standard, needUntimed(),
          cudaLaunchKernelExC(C.in(programmaticEvent(C)), address(mark),
                              C.Arguments))
  CALL_AS(cudaLaunchKernelExC, "cluster", StreamArgument | Standard, NOTHING,
          cudaLaunchKernelExC(C.in(cluster(C)), address(mark), C.Arguments))
  CALL(cudaLaunchKernelEx, StreamArgument | Standard, NOTHING,
       cudaLaunchKernelEx(C.in(config(C)), mark, C.Watched))
  CALL(cudaLaunchCooperativeKernel, StreamArgument | Standard, NOTHING,
       cudaLaunchCooperativeKernel(mark, 1, 1, C.Arguments, 0, C.S))

  CALL(cudaFuncSetCacheConfig, Standard, NOTHING,
       cudaFuncSetCacheConfig(mark, cudaFuncCachePreferL1))
  CALL(cudaFuncSetSharedMemConfig, Standard, NOTHING,
       cudaFuncSetSharedMemConfig(mark, cudaSharedMemBankSizeDefault))
  CALL(cudaFuncGetAttributes, Standard, NOTHING,
       cudaFuncGetAttributes(C.out<cudaFuncAttributes>(), mark))
  CALL(cudaFuncSetAttribute, Standard, NOTHING,
       cudaFuncSetAttribute(mark, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            1024))
  CALL_AS(cudaFuncSetAttribute, "never-loaded", Standard, NOTHING,
          cudaFuncSetAttribute(neverLoaded,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               1024))
  CALL(cudaFuncGetName, Brief, NOTHING,
       cudaFuncGetName(C.out<const char *>(), address(mark)))
  CALL(cudaFuncGetParamInfo, Brief, NOTHING,
       cudaFuncGetParamInfo(address(mark), 0, C.out<size_t>(),
                            C.out<size_t>()))
  CALL(cudaGetFuncBySymbol, Standard, NOTHING,
       cudaGetFuncBySymbol(C.out<cudaFunction_t>(), address(mark)))
  CALL_AS(cudaGetFuncBySymbol, "never-loaded", Standard, NOTHING,
          cudaGetFuncBySymbol(C.out<cudaFunction_t>(), address(neverLoaded)))
  CALL(cudaGetKernel, Standard, NOTHING,
       cudaGetKernel(C.out<cudaKernel_t>(), address(mark)))
  CALL_AS(cudaGetKernel, "never-loaded", Standard, NOTHING,
          cudaGetKernel(C.out<cudaKernel_t>(), address(neverLoaded)))

  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor, Brief, NOTHING,
       cudaOccupancyMaxActiveBlocksPerMultiprocessor(C.out<int>(), mark, 32,
                                                     0))
  CALL_AS(cudaOccupancyMaxActiveBlocksPerMultiprocessor, "never-loaded",
          Standard, NOTHING,
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(C.out<int>(),
                                                        neverLoaded, 32, 0))
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, Brief, NOTHING,
       cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
           C.out<int>(), mark, 32, 0, cudaOccupancyDefault))
  CALL(cudaOccupancyAvailableDynamicSMemPerBlock, Brief, NOTHING,
       cudaOccupancyAvailableDynamicSMemPerBlock(C.out<size_t>(), mark, 1,
                                                 32))
  CALL(cudaOccupancyMaxPotentialClusterSize, Brief, NOTHING,
       cudaOccupancyMaxPotentialClusterSize(C.out<int>(), mark,
                                            C.in(config(C))))
  CALL(cudaOccupancyMaxActiveClusters, Brief, NOTHING,
       cudaOccupancyMaxActiveClusters(C.out<int>(), mark, C.in(cluster(C))))
};
// clang-format on

static AddCalls Added(Calls);
