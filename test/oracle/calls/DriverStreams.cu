//===- DriverStreams.cu - Streams, events and launches --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

static void CUDA_CB markInCallback(CUstream, CUresult, void *Where) {
  markOnHost(Where);
}

static CUstreamAttrValue automatic() {
  CUstreamAttrValue V{};
  V.syncPolicy = CU_SYNC_POLICY_AUTO;
  return V;
}

/// One block of one thread.
static CUlaunchConfig single(CudaBackend &C) {
  CUlaunchConfig L{};
  L.gridDimX = L.gridDimY = L.gridDimZ = 1;
  L.blockDimX = L.blockDimY = L.blockDimZ = 1;
  L.hStream = C.cuS();
  return L;
}

/// Likewise; may begin before what the stream does before it has ended.
static CUlaunchConfig programmatic(CudaBackend &C) {
  CUlaunchAttribute A{};
  A.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
  A.value.programmaticStreamSerializationAllowed = 1;
  CUlaunchConfig L = single(C);
  L.attrs = C.in(A);
  L.numAttrs = 1;
  return L;
}

// clang-format off
static const Call Streams[] = {
  CALL(cuStreamCreate, Brief, NOTHING,
       cuStreamCreate(C.out<CUstream>(), CU_STREAM_NON_BLOCKING))
  CALL(cuStreamCreateWithPriority, Brief, NOTHING,
       cuStreamCreateWithPriority(C.out<CUstream>(), CU_STREAM_NON_BLOCKING,
                                  0))
  CALL(cuStreamDestroy, Brief, C.needDoomedStream(), cuStreamDestroy(C.Doomed))
  CALL(cuStreamGetPriority, Brief, NOTHING,
       cuStreamGetPriority(C.cuS(), C.out<int>()))
  CALL(cuStreamGetFlags, Brief, NOTHING,
       cuStreamGetFlags(C.cuS(), C.out<unsigned>()))
  CALL(cuStreamGetId, Brief, NOTHING,
       cuStreamGetId(C.cuS(), C.out<unsigned long long>()))
  CALL(cuStreamGetDevice, Brief, NOTHING,
       cuStreamGetDevice(C.cuS(), C.out<CUdevice>()))
  CALL(cuStreamGetAttribute, Brief, NOTHING,
       cuStreamGetAttribute(C.cuS(),
                            CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY,
                            C.out<CUstreamAttrValue>()))
  CALL(cuStreamSetAttribute, Brief, NOTHING,
       cuStreamSetAttribute(C.cuS(),
                            CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY,
                            C.in(automatic())))
  CALL(cuStreamCopyAttributes, Brief, NOTHING,
       cuStreamCopyAttributes(C.cuS(), C.Idle))
  CALL(cuStreamGetCtx, StreamArgument | Standard, NOTHING,
       cuStreamGetCtx(C.cuS(), C.out<CUcontext>()))
  CALL(cuStreamGetCtx_v2, StreamArgument | Standard, NOTHING,
       cuStreamGetCtx_v2(C.cuS(), C.out<CUcontext>(), C.out<CUgreenCtx>()))
  CALL(cuStreamGetGreenCtx, StreamArgument | Standard, NOTHING,
       cuStreamGetGreenCtx(C.cuS(), C.out<CUgreenCtx>()))
  CALL(cuStreamSynchronize, StreamArgument | Brief, NOTHING,
       cuStreamSynchronize(C.cuS()))
  CALL(cuStreamQuery, StreamArgument | Brief, NOTHING, cuStreamQuery(C.cuS()))
  CALL(cuStreamAddCallback, Brief, NOTHING,
       cuStreamAddCallback(C.cuS(), markInCallback, C.HostWatched, 0))
  CALL(cuLaunchHostFunc, Brief, NOTHING,
       cuLaunchHostFunc(C.cuS(), markOnHost, C.HostWatched))
  CALL(cuStreamAttachMemAsync, Brief, C.needManaged(),
       cuStreamAttachMemAsync(C.cuS(), C.cu(C.Managed), 0,
                              CU_MEM_ATTACH_GLOBAL))

  CALL(cuThreadExchangeStreamCaptureMode, Brief, NOTHING,
       cuThreadExchangeStreamCaptureMode(C.in(CU_STREAM_CAPTURE_MODE_RELAXED)))
  CALL(cuStreamIsCapturing, StreamArgument | Brief, NOTHING,
       cuStreamIsCapturing(C.cuS(), C.out<CUstreamCaptureStatus>()))
  CALL(cuStreamGetCaptureInfo, StreamArgument | Brief, NOTHING,
       cuStreamGetCaptureInfo(C.cuS(), C.out<CUstreamCaptureStatus>(),
                              C.out<cuuint64_t>(), C.out<CUgraph>(),
                              C.out<const CUgraphNode *>(),
                              C.out<const CUgraphEdgeData *>(),
                              C.out<size_t>()))
  // An error outside of a capture.
  CALL(cuStreamUpdateCaptureDependencies, StreamArgument | Brief, NOTHING,
       cuStreamUpdateCaptureDependencies(C.cuS(), nullptr, nullptr, 0,
                                         CU_STREAM_ADD_CAPTURE_DEPENDENCIES))
};

static const Call MemoryOperations[] = {
  CALL(cuStreamWriteValue32, StreamArgument | Standard, NOTHING,
       cuStreamWriteValue32(C.cuS(), C.cu(C.Watched), 1,
                            CU_STREAM_WRITE_VALUE_DEFAULT))
  CALL(cuStreamWriteValue64, StreamArgument | Standard, NOTHING,
       cuStreamWriteValue64(C.cuS(), C.cu(C.Watched), 1,
                            CU_STREAM_WRITE_VALUE_DEFAULT))
  CALL(cuStreamWaitValue32, StreamArgument | Standard, NOTHING,
       cuStreamWaitValue32(C.cuS(), C.cu(C.Ones), 1,
                           CU_STREAM_WAIT_VALUE_GEQ))
  CALL(cuStreamWaitValue64, StreamArgument | Standard, NOTHING,
       cuStreamWaitValue64(C.cuS(), C.cu(C.Ones), 1,
                           CU_STREAM_WAIT_VALUE_GEQ))
  CALL(cuStreamBatchMemOp, StreamArgument | Standard, C.needBatchParams(),
       cuStreamBatchMemOp(C.cuS(), 1, &C.WriteOne, 0))
};

static const Call Events[] = {
  CALL(cuEventCreate, Brief, NOTHING,
       cuEventCreate(C.out<CUevent>(), CU_EVENT_DEFAULT))
  CALL(cuEventDestroy, Brief, C.needDoomedEvent(),
       cuEventDestroy(C.DoomedEvent))
  CALL(cuEventRecord, StreamArgument | Standard, NOTHING,
       cuEventRecord(C.cuE(), C.cuS()))
  CALL(cuEventRecordWithFlags, Standard, NOTHING,
       cuEventRecordWithFlags(C.cuE(), C.cuS(), CU_EVENT_RECORD_DEFAULT))
  CALL(cuEventQuery, EventArgument | Brief, NOTHING, cuEventQuery(C.cuE()))
  CALL(cuEventSynchronize, EventArgument | Brief, NOTHING,
       cuEventSynchronize(C.cuE()))
  CALL(cuStreamWaitEvent, EventArgument | Brief, NOTHING,
       cuStreamWaitEvent(C.cuS(), C.cuE(), CU_EVENT_WAIT_DEFAULT))
  CALL(cuEventElapsedTime, Brief, C.needEvent2(),
       cuEventElapsedTime(C.out<float>(), C.Event2, C.Event2))
  CALL(cuIpcGetEventHandle, Brief, C.needInterprocessEvent(),
       cuIpcGetEventHandle(C.out<CUipcEventHandle>(), C.InterprocessEvent))
};

static const Call Launches[] = {
  // The module was loaded, its function was not.
  CALL(cuLaunchKernel, StreamArgument | Standard, C.needModule(),
       cuLaunchKernel(C.Function, 1, 1, 1, 1, 1, 1, 0, C.cuS(), C.Arguments,
                      nullptr))
  CALL_AS(cuLaunchKernel, "no-stream", ImpliedLegacyStream | Standard,
          C.needModule(),
          cuLaunchKernel(C.Function, 1, 1, 1, 1, 1, 1, 0, nullptr, C.Arguments,
                         nullptr))
  // The library was not loaded into the context, either.
  CALL_AS(cuLaunchKernel, "never-loaded", Standard, C.needLibrary(),
          cuLaunchKernel(reinterpret_cast<CUfunction>(C.Kernel), 1, 1, 1, 1, 1,
                         1, 0, C.cuS(), C.Arguments, nullptr))
  CALL(cuLaunchKernelEx, StreamArgument | Standard, C.needModule(),
       cuLaunchKernelEx(C.in(single(C)), C.Function, C.Arguments, nullptr))
  CALL_AS(cuLaunchKernelEx, "programmatic", Standard, C.needModule(),
          cuLaunchKernelEx(C.in(programmatic(C)), C.Function, C.Arguments,
                           nullptr))
  CALL(cuLaunchCooperativeKernel, StreamArgument | Standard, C.needModule(),
       cuLaunchCooperativeKernel(C.Function, 1, 1, 1, 1, 1, 1, 0, C.cuS(),
                                 C.Arguments))
};
// clang-format on

static AddCalls AddedStreams(Streams), AddedOperations(MemoryOperations),
    AddedEvents(Events), AddedLaunches(Launches);
