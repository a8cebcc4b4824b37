//===- DriverContexts.cu - Contexts of the driver API ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

/// So that the harness finds the context current that it works in.
static void restoreContext(CudaBackend &C) {
  step("cuCtxSetCurrent", toCode(cuCtxSetCurrent(C.Context)));
}

// clang-format off
static const Call Calls[] = {
  CALL_BODY(cuCtxCreate, "", Standard, C.needContext(),
            CUresult R = cuCtxCreate(C.out<CUcontext>(),
                                     C.in(CUctxCreateParams{}), 0, C.Device);
            restoreContext(C);
            return toCode(R))
  CALL(cuCtxDestroy, Standard, C.needOtherContext(),
       cuCtxDestroy(C.OtherContext))
  CALL_BODY(cuCtxPushCurrent, "", Standard, C.needOtherContext(),
            CUresult R = cuCtxPushCurrent(C.OtherContext);
            if (R == CUDA_SUCCESS)
              step("cuCtxPopCurrent", toCode(cuCtxPopCurrent(nullptr)));
            return toCode(R))
  CALL_BODY(cuCtxPopCurrent, "", Standard, C.needContext(),
            CUresult R = cuCtxPopCurrent(C.out<CUcontext>());
            if (R == CUDA_SUCCESS)
              step("cuCtxPushCurrent", toCode(cuCtxPushCurrent(C.Context)));
            return toCode(R))
  CALL_BODY(cuCtxSetCurrent, "", Standard, C.needOtherContext(),
            CUresult R = cuCtxSetCurrent(C.OtherContext);
            restoreContext(C);
            return toCode(R))
  CALL(cuCtxGetCurrent, Brief, NOTHING, cuCtxGetCurrent(C.out<CUcontext>()))
  CALL(cuCtxSynchronize, Standard, NOTHING, cuCtxSynchronize())

  CALL(cuCtxGetApiVersion, Brief, C.needContext(),
       cuCtxGetApiVersion(C.Context, C.out<unsigned>()))
  CALL(cuCtxGetId, Brief, C.needContext(),
       cuCtxGetId(C.Context, C.out<unsigned long long>()))
  CALL(cuCtxGetDevice, Brief, NOTHING, cuCtxGetDevice(C.out<CUdevice>()))
  CALL(cuCtxGetFlags, Brief, NOTHING, cuCtxGetFlags(C.out<unsigned>()))
  CALL(cuCtxSetFlags, Standard, NOTHING, cuCtxSetFlags(CU_CTX_SCHED_AUTO))
  CALL(cuCtxGetLimit, Brief, NOTHING,
       cuCtxGetLimit(C.out<size_t>(), CU_LIMIT_STACK_SIZE))
  CALL(cuCtxSetLimit, Standard, NOTHING,
       cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096))
  CALL(cuCtxGetCacheConfig, Brief, NOTHING,
       cuCtxGetCacheConfig(C.out<CUfunc_cache>()))
  CALL(cuCtxSetCacheConfig, Brief, NOTHING,
       cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1))
  CALL(cuCtxGetStreamPriorityRange, Brief, NOTHING,
       cuCtxGetStreamPriorityRange(C.out<int>(), C.out<int>()))
  CALL(cuCtxGetExecAffinity, Brief, NOTHING,
       cuCtxGetExecAffinity(C.out<CUexecAffinityParam>(),
                            CU_EXEC_AFFINITY_TYPE_SM_COUNT))
  CALL(cuCtxResetPersistingL2Cache, Brief, NOTHING,
       cuCtxResetPersistingL2Cache())
  CALL(cuCtxRecordEvent, Standard, C.needContext(),
       cuCtxRecordEvent(C.Context, C.cuE()))
  CALL(cuCtxWaitEvent, EventArgument | Standard, C.needContext(),
       cuCtxWaitEvent(C.Context, C.cuE()))

  CALL(cuDeviceGetDevResource, Brief, NOTHING,
       cuDeviceGetDevResource(C.Device, C.out<CUdevResource>(),
                              CU_DEV_RESOURCE_TYPE_SM))
  CALL(cuCtxGetDevResource, Brief, C.needContext(),
       cuCtxGetDevResource(C.Context, C.out<CUdevResource>(),
                           CU_DEV_RESOURCE_TYPE_SM))
  CALL(cuDevSmResourceSplitByCount, Brief, C.needGreenContext(),
       cuDevSmResourceSplitByCount(C.out<CUdevResource>(), C.in(1u),
                                   &C.AllProcessors, nullptr, 0,
                                   C.AllProcessors.sm.smCount / 2))
  CALL(cuDevResourceGenerateDesc, Brief, C.needGreenContext(),
       cuDevResourceGenerateDesc(C.out<CUdevResourceDesc>(),
                                 &C.HalfOfProcessors, 1))
  CALL(cuGreenCtxCreate, Standard, C.needGreenContext(),
       cuGreenCtxCreate(C.out<CUgreenCtx>(), C.GreenResources, C.Device,
                        CU_GREEN_CTX_DEFAULT_STREAM))
  CALL(cuGreenCtxDestroy, Standard, C.needGreenContext(),
       cuGreenCtxDestroy(C.GreenContext))
  CALL(cuCtxFromGreenCtx, Standard, C.needGreenContext(),
       cuCtxFromGreenCtx(C.out<CUcontext>(), C.GreenContext))
  CALL(cuGreenCtxGetDevResource, Brief, C.needGreenContext(),
       cuGreenCtxGetDevResource(C.GreenContext, C.out<CUdevResource>(),
                                CU_DEV_RESOURCE_TYPE_SM))
  CALL(cuGreenCtxGetId, Brief, C.needGreenContext(),
       cuGreenCtxGetId(C.GreenContext, C.out<unsigned long long>()))
  CALL(cuGreenCtxStreamCreate, Standard, C.needGreenContext(),
       cuGreenCtxStreamCreate(C.out<CUstream>(), C.GreenContext,
                              CU_STREAM_NON_BLOCKING, 0))
  // No stream of the green context is being captured: what holds for the
  // context that it was made in is the question.
  CALL(cuGreenCtxRecordEvent, Standard, C.needGreenContext(),
       cuGreenCtxRecordEvent(C.GreenContext, C.cuE()))
  CALL(cuGreenCtxWaitEvent, EventArgument | Standard, C.needGreenContext(),
       cuGreenCtxWaitEvent(C.GreenContext, C.cuE()))
};
// clang-format on

static AddCalls Added(Calls);
