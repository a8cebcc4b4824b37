//===- Scenarios.cu - Beginning, ending and leaving captures --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls whose answer is only told by several steps. What they return is the
/// code of the call in question; the steps beside it are recorded by name.
///
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"
#include <vector>

using namespace oracle;

/// A stream that joined the capture of \p From.
static cudaStream_t fork(CudaBackend &C, cudaEvent_t Through) {
  cudaStream_t To = nullptr;
  step("create-stream",
       toCode(cudaStreamCreateWithFlags(&To, cudaStreamNonBlocking)));
  step("fork-record", toCode(cudaEventRecord(Through, C.OriginStream)));
  step("fork-wait", toCode(cudaStreamWaitEvent(To, Through, 0)));
  return To;
}

static void end(const char *Name, cudaStream_t S) {
  cudaGraph_t Graph = nullptr;
  step(Name, toCode(cudaStreamEndCapture(S, &Graph)));
  fact("graph", Graph ? "true" : "false");
}

static Code begin(cudaStream_t S, cudaStreamCaptureMode Mode) {
  return toCode(cudaStreamBeginCapture(S, Mode));
}

/// Begins on \p S and, where that works, ends there.
static Code beginAndEnd(cudaStream_t S, cudaStreamCaptureMode Mode) {
  Code Result = begin(S, Mode);
  if (!Result.Number)
    end("end", S);
  return Result;
}

/// Ends the capture on its origin, launches the graph, and between these calls
/// \p Between(name of the moment).
template <typename Fn>
static void throughTheLaunch(CudaBackend &C, Fn Between) {
  cudaGraph_t Graph = nullptr;
  cudaGraphExec_t Exec = nullptr;
  step("own-end", toCode(cudaStreamEndCapture(C.OriginStream, &Graph)));
  Between("ended");
  step("own-instantiate", toCode(cudaGraphInstantiate(&Exec, Graph, 0)));
  step("own-launch", toCode(cudaGraphLaunch(Exec, C.Idle)));
  step("own-wait", toCode(cudaStreamSynchronize(C.Idle)));
  Between("launched");
}

static Code elapsed(CudaBackend &C) {
  float Milliseconds = -1;
  return toCode(cudaEventElapsedTime(&Milliseconds, C.E, C.Event2));
}

/// Times two events from outside: in the capture, after its end, after a
/// launch. In the first it is the result.
static Code timeEvents(CudaBackend &C, unsigned Flags) {
  step("record-1",
       toCode(cudaEventRecordWithFlags(C.E, C.OriginStream, Flags)));
  mark<<<1, 1, 0, C.OriginStream>>>(C.Watched);
  step("record-2",
       toCode(cudaEventRecordWithFlags(C.Event2, C.OriginStream, Flags)));
  Code Result = elapsed(C);
  throughTheLaunch(C, [&](const char *When) { step(When, elapsed(C)); });
  return Result;
}

/// Copies from pageable memory in the capture, changes that memory before the
/// launch, and tells which contents arrived.
static Code copyThenOverwrite(CudaBackend &C, size_t Ints) {
  std::vector<int> Source(Ints, 1);
  int *Target = nullptr, Arrived = 0;
  // Made before the capture by needBigScratch().
  Target = C.BigScratch;
  Code Result =
      toCode(cudaMemcpyAsync(Target, Source.data(), Ints * sizeof(int),
                             cudaMemcpyHostToDevice, C.OriginStream));
  throughTheLaunch(C, [&](const char *When) {
    if (When[0] == 'e') // After the end, before the launch.
      Source.assign(Ints, 2);
  });
  step("read-back", toCode(cudaMemcpy(&Arrived, Target, sizeof(int),
                                      cudaMemcpyDeviceToHost)));
  fact("arrived", Arrived == 1   ? "as-captured"
                  : Arrived == 2 ? "as-launched"
                                 : "neither");
  return Result;
}

static Code exchange(cudaStreamCaptureMode Mode) {
  return toCode(cudaThreadExchangeStreamCaptureMode(&Mode));
}

/// cudaMalloc in a thread whose mode is \p Mode.
static Code mallocUnder(CudaBackend &C, cudaStreamCaptureMode Mode) {
  step("exchange", exchange(Mode));
  return toCode(cudaMalloc(C.out<void *>(), 64));
}

// clang-format off
static const Call Begins[] = {
  CALL_BODY(cudaStreamBeginCapture, "", StreamArgument | Standard, NOTHING,
            return beginAndEnd(C.S, cudaStreamCaptureModeGlobal))
  CALL_BODY(cudaStreamBeginCapture, "relaxed", StreamArgument | Standard,
            NOTHING,
            return beginAndEnd(C.S, cudaStreamCaptureModeRelaxed))
  CALL_BODY(cudaStreamBeginCaptureToGraph, "", StreamArgument | Standard,
            C.needOtherGraph(),
            Code Result = toCode(cudaStreamBeginCaptureToGraph(
                C.S, C.OtherGraph, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
            if (!Result.Number) end("end", C.S);
            return Result)
  CALL_BODY(cuStreamBeginCapture, "", StreamArgument | Brief, NOTHING,
            Code Result =
                toCode(cuStreamBeginCapture(C.cuS(), CU_STREAM_CAPTURE_MODE_GLOBAL));
            if (!Result.Number) end("end", C.S);
            return Result)
  CALL_BODY(cuStreamBeginCaptureToGraph, "", StreamArgument | Brief,
            C.needOtherGraph(),
            Code Result = toCode(cuStreamBeginCaptureToGraph(
                C.cuS(), C.OtherGraph, nullptr, nullptr, 0, CU_STREAM_CAPTURE_MODE_GLOBAL));
            if (!Result.Number) end("end", C.S);
            return Result)
};

static const Call Ends[] = {
  // The harness ends the capture again: 401 then if this has ended it.
  CALL(cudaStreamEndCapture, Full, NOTHING,
       cudaStreamEndCapture(C.OriginStream, C.out<cudaGraph_t>()))
  CALL_AS(cudaStreamEndCapture, "argument", StreamArgument | Standard, NOTHING,
          cudaStreamEndCapture(C.S, C.out<cudaGraph_t>()))
  CALL(cuStreamEndCapture, Brief, NOTHING,
       cuStreamEndCapture(C.OriginStream, C.out<CUgraph>()))
  CALL_BODY(cudaStreamEndCapture, "unjoined", Standard, C.needEvent2(),
            cudaStream_t Forked = fork(C, C.Event2);
            mark<<<1, 1, 0, Forked>>>(C.Watched);
            return toCode(
                cudaStreamEndCapture(C.OriginStream, C.out<cudaGraph_t>())))
  CALL_BODY(cudaStreamEndCapture, "unjoined-no-work", Standard, C.needEvent2(),
            fork(C, C.Event2);
            return toCode(
                cudaStreamEndCapture(C.OriginStream, C.out<cudaGraph_t>())))
  CALL_BODY(cudaStreamEndCapture, "work-after-join", Standard, C.needEvent2(),
            cudaStream_t Forked = fork(C, C.Event2);
            step("join-record", toCode(cudaEventRecord(C.E, Forked)));
            step("join-wait",
                toCode(cudaStreamWaitEvent(C.OriginStream, C.E, 0)));
            mark<<<1, 1, 0, Forked>>>(C.Watched);
            return toCode(
                cudaStreamEndCapture(C.OriginStream, C.out<cudaGraph_t>())))
  CALL_BODY(cudaStreamEndCapture, "joined-through-another", Standard,
            C.needEvent2(),
            cudaStream_t First = fork(C, C.Event2);
            cudaStream_t Second = fork(C, C.Event2);
            mark<<<1, 1, 0, First>>>(C.Watched);
            step("record", toCode(cudaEventRecord(C.E, First)));
            step("wait", toCode(cudaStreamWaitEvent(Second, C.E, 0)));
            step("join-record", toCode(cudaEventRecord(C.Event2, Second)));
            step("join-wait",
                toCode(cudaStreamWaitEvent(C.OriginStream, C.Event2, 0)));
            return toCode(
                cudaStreamEndCapture(C.OriginStream, C.out<cudaGraph_t>())))
};

static const Call Destructions[] = {
  CALL_AS(cudaStreamDestroy, "argument", StreamArgument | Standard, NOTHING,
          cudaStreamDestroy(C.S))
  CALL_AS(cudaEventDestroy, "argument", EventArgument | Standard, NOTHING,
          cudaEventDestroy(C.E))
  CALL_BODY(cudaStreamDestroy, "fork-with-work", Standard, C.needEvent2(),
            cudaStream_t Forked = fork(C, C.Event2);
            mark<<<1, 1, 0, Forked>>>(C.Watched);
            return toCode(cudaStreamDestroy(Forked)))
  CALL_BODY(cudaStreamDestroy, "fork-after-join", Standard, C.needEvent2(),
            cudaStream_t Forked = fork(C, C.Event2);
            mark<<<1, 1, 0, Forked>>>(C.Watched);
            step("join-record", toCode(cudaEventRecord(C.E, Forked)));
            step("join-wait",
                toCode(cudaStreamWaitEvent(C.OriginStream, C.E, 0)));
            return toCode(cudaStreamDestroy(Forked)))
  CALL_BODY(cudaEventDestroy, "unjoined-join-event", Standard, C.needEvent2(),
            cudaStream_t Forked = fork(C, C.Event2);
            mark<<<1, 1, 0, Forked>>>(C.Watched);
            step("join-record", toCode(cudaEventRecord(C.E, Forked)));
            return toCode(cudaEventDestroy(C.E)))
};

static const Call Dependencies[] = {
  CALL_BODY(cudaStreamWaitEvent, "of-another-capture", Standard, C.needEvent2(),
            step("second-begin", begin(C.Idle, cudaStreamCaptureModeRelaxed));
            step("second-record", toCode(cudaEventRecord(C.Event2, C.Idle)));
            Code Result =
                toCode(cudaStreamWaitEvent(C.OriginStream, C.Event2, 0));
            end("second-end", C.Idle);
            return Result)
  CALL_BODY(cudaStreamWaitEvent, "blocking-event-flag-external", Standard,
            C.needEvent2(),
            step("record", toCode(cudaEventRecord(C.Event2, C.Idle)));
            return toCode(
                cudaStreamWaitEvent(C.OriginStream, C.Event2, cudaEventWaitExternal)))
  CALL_BODY(cudaStreamWaitEvent, "after-the-end", Standard, C.needEvent2(),
            step("record", toCode(cudaEventRecord(C.Event2, C.OriginStream)));
            Code Result;
            throughTheLaunch(C, [&](const char *When) {
              Code Waited = toCode(cudaStreamWaitEvent(C.Idle, C.Event2, 0));
              step(When, Waited);
              if (When[0] == 'e') Result = Waited;
            });
            return Result)
  CALL_BODY(cudaEventSynchronize, "after-the-end", Standard, C.needEvent2(),
            step("record", toCode(cudaEventRecord(C.Event2, C.OriginStream)));
            Code Result;
            throughTheLaunch(C, [&](const char *When) {
              Code Waited = toCode(cudaEventSynchronize(C.Event2));
              step(When, Waited);
              if (When[0] == 'e') Result = Waited;
            });
            return Result)
  CALL_BODY(cudaEventQuery, "after-the-end", Standard, C.needEvent2(),
            step("record", toCode(cudaEventRecord(C.Event2, C.OriginStream)));
            Code Result;
            throughTheLaunch(C, [&](const char *When) {
              Code Asked = toCode(cudaEventQuery(C.Event2));
              step(When, Asked);
              if (When[0] == 'e') Result = Asked;
            });
            return Result)
  CALL_BODY(cudaEventElapsedTime, "recorded-in-the-capture", Standard,
            C.needEvent2(),
            return timeEvents(C, cudaEventRecordDefault))
  CALL_BODY(cudaEventElapsedTime, "recorded-as-external", Standard,
            C.needEvent2(),
            return timeEvents(C, cudaEventRecordExternal))
};

static const Call Threads[] = {
  CALL_BODY(cudaMalloc, "thread-relaxed", Full, NOTHING,
            return mallocUnder(C, cudaStreamCaptureModeRelaxed))
  CALL_BODY(cudaMalloc, "thread-local", Full, NOTHING,
            return mallocUnder(C, cudaStreamCaptureModeThreadLocal))
  CALL_BODY(cudaMalloc, "thread-relaxed-and-back", Standard, NOTHING,
            step("exchange", exchange(cudaStreamCaptureModeRelaxed));
            step("malloc", toCode(cudaMalloc(C.out<void *>(), 64)));
            step("back", exchange(cudaStreamCaptureModeGlobal));
            return toCode(cudaMalloc(C.out<void *>(), 64)))
  CALL_BODY(cudaStreamSynchronize, "thread-relaxed", StreamArgument | Standard,
            NOTHING,
            step("exchange", exchange(cudaStreamCaptureModeRelaxed));
            return toCode(cudaStreamSynchronize(C.S)))
  CALL_BODY(cudaEventQuery, "thread-relaxed", EventArgument | Standard, NOTHING,
            step("exchange", exchange(cudaStreamCaptureModeRelaxed));
            return toCode(cudaEventQuery(C.E)))
  CALL_BODY(cudaDeviceSynchronize, "thread-relaxed", Full, NOTHING,
            step("exchange", exchange(cudaStreamCaptureModeRelaxed));
            return toCode(cudaDeviceSynchronize()))
  CALL_BODY(cudaMemset, "thread-relaxed", Full, NOTHING,
            step("exchange", exchange(cudaStreamCaptureModeRelaxed));
            return toCode(cudaMemset(C.Watched, 1, sizeof(int))))
  CALL_BODY(launch, "no-stream-thread-relaxed", ImpliedLegacyStream | Full,
            NOTHING,
            step("exchange", exchange(cudaStreamCaptureModeRelaxed));
            mark<<<1, 1>>>(C.Watched);
            return toCode(cudaGetLastError()))
  CALL(cudaSetDevice, Standard, NOTHING, cudaSetDevice(0))
  CALL_AS(cudaSetDevice, "another-device", Standard, NOTHING, cudaSetDevice(1))
};

static const Call Memory[] = {
  CALL_BODY(cudaMemcpyAsync, "overwritten-small", Standard, C.needBigScratch(),
            return copyThenOverwrite(C, 64))
  CALL_BODY(cudaMemcpyAsync, "overwritten-large", Standard, C.needBigScratch(),
            return copyThenOverwrite(C, 256 * 1024))
  CALL_BODY(cudaFree, "of-captured-allocation", Standard, NOTHING,
            void *P = nullptr;
            step("malloc", toCode(cudaMallocAsync(&P, 64, C.OriginStream)));
            return toCode(cudaFree(P)))
  CALL_BODY(cudaFreeAsync, "of-captured-allocation", StreamArgument | Standard,
            NOTHING,
            void *P = nullptr;
            step("malloc", toCode(cudaMallocAsync(&P, 64, C.OriginStream)));
            return toCode(cudaFreeAsync(P, C.S)))
  CALL_BODY(cudaMallocAsync, "never-freed", Standard, NOTHING,
            return toCode(cudaMallocAsync(C.out<void *>(), 64, C.OriginStream)))
  CALL_BODY(cudaMalloc, "eager", EagerLoading | Standard, NOTHING,
            return toCode(cudaMalloc(C.out<void *>(), 64)))
  CALL_BODY(launch, "never-loaded-eager", EagerLoading | Standard, NOTHING,
            neverLoaded<<<1, 1, 0, C.S>>>(C.Watched);
            return toCode(cudaGetLastError()))
  CALL_BODY(cudaFuncGetAttributes, "never-loaded", Standard, NOTHING,
            return toCode(
                cudaFuncGetAttributes(C.out<cudaFuncAttributes>(), neverLoaded)))
  CALL_BODY(cudaFuncGetAttributes, "eager", EagerLoading | Standard, NOTHING,
            return toCode(
                cudaFuncGetAttributes(C.out<cudaFuncAttributes>(), neverLoaded)))
  CALL_BODY(cudaGetSymbolAddress, "eager", EagerLoading | Standard, NOTHING,
            return toCode(cudaGetSymbolAddress(C.out<void *>(), symbol())))
};
// clang-format on

static AddCalls AddedBegins(Begins), AddedEnds(Ends),
    AddedDestructions(Destructions), AddedDependencies(Dependencies),
    AddedThreads(Threads), AddedMemory(Memory);
