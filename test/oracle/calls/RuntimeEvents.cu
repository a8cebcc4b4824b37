//===- RuntimeEvents.cu - Events of the runtime API -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

// clang-format off
static const Call Calls[] = {
  CALL(cudaEventCreate, Standard, NOTHING,
       cudaEventCreate(C.out<cudaEvent_t>()))
  CALL_AS(cudaEventCreate, "flags", Standard, NOTHING,
          cudaEventCreate(C.out<cudaEvent_t>(), cudaEventDisableTiming))
  CALL(cudaEventCreateWithFlags, Standard, NOTHING,
       cudaEventCreateWithFlags(C.out<cudaEvent_t>(), cudaEventDisableTiming))
  CALL(cudaEventDestroy, Standard, C.needDoomedEvent(),
       cudaEventDestroy(C.DoomedEvent))

  CALL(cudaEventRecord, StreamArgument | Standard, NOTHING,
       cudaEventRecord(C.E, C.S))
  CALL_AS(cudaEventRecord, "no-stream", ImpliedLegacyStream | Standard, NOTHING,
          cudaEventRecord(C.E))
  CALL_AS(cudaEventRecord, "event", EventArgument | Standard, NOTHING,
          cudaEventRecord(C.E, C.OriginStream))
  CALL(cudaEventRecordWithFlags, StreamArgument | Standard, NOTHING,
       cudaEventRecordWithFlags(C.E, C.S, cudaEventRecordDefault))
  // An error outside of a capture.
  CALL_AS(cudaEventRecordWithFlags, "external", StreamArgument | Standard,
          NOTHING,
          cudaEventRecordWithFlags(C.E, C.S, cudaEventRecordExternal))

  CALL(cudaEventQuery, EventArgument | Full, NOTHING, cudaEventQuery(C.E))
  CALL(cudaEventSynchronize, EventArgument | Full, NOTHING,
       cudaEventSynchronize(C.E))
  CALL(cudaEventElapsedTime, EventArgument | Standard, C.needEvent2(),
       cudaEventElapsedTime(C.out<float>(), C.Event2, C.E))
  CALL_AS(cudaEventElapsedTime, "start", EventArgument | Standard,
          C.needEvent2(),
          cudaEventElapsedTime(C.out<float>(), C.E, C.Event2))

  CALL(cudaStreamWaitEvent, EventArgument | Full, NOTHING,
       cudaStreamWaitEvent(C.OriginStream, C.E, 0))
  CALL_AS(cudaStreamWaitEvent, "stream", StreamArgument | Standard, NOTHING,
          cudaStreamWaitEvent(C.S, C.E, 0))
  // An error outside of a capture.
  CALL_AS(cudaStreamWaitEvent, "external", EventArgument | Standard, NOTHING,
          cudaStreamWaitEvent(C.OriginStream, C.E, cudaEventWaitExternal))
  // Another stream joins the capture, or not, with the event.
  CALL_AS(cudaStreamWaitEvent, "idle", EventArgument | Standard, NOTHING,
          cudaStreamWaitEvent(C.Idle, C.E, 0))

  CALL(cudaIpcGetEventHandle, Standard, C.needInterprocessEvent(),
       cudaIpcGetEventHandle(C.out<cudaIpcEventHandle_t>(),
                             C.InterprocessEvent))
};
// clang-format on

static AddCalls Added(Calls);
