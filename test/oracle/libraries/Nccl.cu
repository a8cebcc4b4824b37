//===- Nccl.cu - NCCL, one rank -------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With one rank a collective is a copy. What goes through a kernel and NCCL's
// own streams is a reduction with an operator of the user's, and sending to
// oneself.
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include <initializer_list>
#include <nccl.h>

namespace oracle {
static Code toCode(ncclResult_t R) {
#define NAME(X)                                                                \
  case X:                                                                      \
    return {X, #X};
  switch (R) {
    NAME(ncclSuccess)
    NAME(ncclUnhandledCudaError)
    NAME(ncclSystemError)
    NAME(ncclInternalError)
    NAME(ncclInvalidArgument)
    NAME(ncclInvalidUsage)
    NAME(ncclRemoteError)
    NAME(ncclInProgress)
  default: // Others differ between versions.
    return {int(R), ""};
  }
#undef NAME
}
} // namespace oracle

using namespace oracle;

/// Elements that are sent: as many as C.Watched has room for.
static constexpr size_t N = CudaBackend::Count;
static constexpr size_t MiB = 1 << 20;

static ncclComm_t Comm;
static ncclUniqueId Id;
static ncclRedOp_t Twice;
static void *Memory, *Registration;
static ncclWindow_t Window;
static ncclConfig_t Config = NCCL_CONFIG_INITIALIZER;

static void needComm() {
  const int Devices[] = {0};
  must(toCode(ncclCommInitAll(&Comm, 1, Devices)), "ncclCommInitAll");
}

static void needId() { must(toCode(ncclGetUniqueId(&Id)), "ncclGetUniqueId"); }

static void needMemory() {
  must(toCode(ncclMemAlloc(&Memory, MiB)), "ncclMemAlloc");
}

static void needRegistration() {
  needMemory();
  must(toCode(ncclCommRegister(Comm, Memory, MiB, &Registration)),
       "ncclCommRegister");
}

static void needOperator() {
  static int Two = 2;
  must(toCode(ncclRedOpCreatePreMulSum(&Twice, &Two, ncclInt32,
                                       ncclScalarHostImmediate, Comm)),
       "ncclRedOpCreatePreMulSum");
}

static Code allReduce(const int *From, int *To, cudaStream_t S,
                      ncclRedOp_t Operator = ncclSum) {
  return toCode(ncclAllReduce(From, To, N, ncclInt32, Operator, Comm, S));
}

/// What a group returned: that of its calls which failed first.
static Code ofGroup(std::initializer_list<ncclResult_t> Results) {
  for (ncclResult_t R : Results)
    if (R != ncclSuccess)
      return toCode(R);
  return toCode(ncclSuccess);
}

static Code groupedAllReduce(const int *From, int *To, cudaStream_t S) {
  return ofGroup({ncclGroupStart(),
                  ncclAllReduce(From, To, N, ncclInt32, ncclSum, Comm, S),
                  ncclGroupEnd()});
}

/// To this rank itself.
static Code sendAndReceive(const int *From, cudaStream_t FromStream, int *To,
                           cudaStream_t ToStream) {
  return ofGroup(
      {ncclGroupStart(), ncclSend(From, N, ncclInt32, 0, Comm, FromStream),
       ncclRecv(To, N, ncclInt32, 0, Comm, ToStream), ncclGroupEnd()});
}

// clang-format off
static const Call Calls[] = {
  // Communicators.
  CALL(ncclGetUniqueId, Standard, NOTHING, ncclGetUniqueId(&Id))
  CALL(ncclCommInitAll, Standard, NOTHING,
       ncclCommInitAll(&Comm, 1, C.out<int>()))
  CALL(ncclCommInitRank, Standard, needId(),
       ncclCommInitRank(&Comm, 1, Id, 0))
  CALL_AS(ncclCommInitRank, "second", Brief, needComm(); needId(),
          ncclCommInitRank(C.out<ncclComm_t>(), 1, Id, 0))
  CALL(ncclCommInitRankConfig, Brief, needId(),
       ncclCommInitRankConfig(&Comm, 1, Id, 0, &Config))
  CALL(ncclCommSplit, Standard, needComm(),
       ncclCommSplit(Comm, 0, 0, C.out<ncclComm_t>(), nullptr))
  CALL(ncclCommFinalize, Standard,
       needComm(); warmUp(allReduce(C.Ones, C.Scratch, C.S)),
       ncclCommFinalize(Comm))
  CALL(ncclCommDestroy, Standard, needComm(), ncclCommDestroy(Comm))
  CALL_AS(ncclCommDestroy, "used", Standard,
          needComm(); warmUp(allReduce(C.Ones, C.Scratch, C.S)),
          ncclCommDestroy(Comm))
  CALL(ncclCommAbort, Standard,
       needComm(); warmUp(allReduce(C.Ones, C.Scratch, C.S)),
       ncclCommAbort(Comm))
  CALL(ncclCommCount, Brief, needComm(), ncclCommCount(Comm, C.out<int>()))
  CALL(ncclCommCuDevice, Brief, needComm(),
       ncclCommCuDevice(Comm, C.out<int>()))
  CALL(ncclCommUserRank, Brief, needComm(),
       ncclCommUserRank(Comm, C.out<int>()))
  CALL(ncclCommGetAsyncError, Brief, needComm(),
       ncclCommGetAsyncError(Comm, C.out<ncclResult_t>()))
  CALL(ncclGetVersion, Brief, NOTHING, ncclGetVersion(C.out<int>()))
  CALL(ncclRedOpCreatePreMulSum, Brief, needComm(),
       ncclRedOpCreatePreMulSum(&Twice, C.Scratch, ncclInt32, ncclScalarDevice,
                                Comm))

  // Memory.
  CALL(ncclMemAlloc, Standard, needComm(), ncclMemAlloc(&Memory, MiB))
  CALL(ncclMemFree, Standard, needComm(); needMemory(), ncclMemFree(Memory))
  CALL(ncclCommRegister, Standard, needComm(); needMemory(),
       ncclCommRegister(Comm, Memory, MiB, &Registration))
  CALL(ncclCommDeregister, Standard, needComm(); needRegistration(),
       ncclCommDeregister(Comm, Registration))
  CALL(ncclCommWindowRegister, Standard, needComm(); needMemory(),
       ncclCommWindowRegister(Comm, Memory, MiB, &Window,
                              NCCL_WIN_COLL_SYMMETRIC))

  // Collectives.
  CALL_AS(ncclAllReduce, "cold", Standard, needComm(),
          allReduce(C.Ones, C.Watched, C.S))
  CALL_AS(ncclAllReduce, "warm", StreamArgument | Standard,
          needComm(); warmUp(allReduce(C.Ones, C.Scratch, C.S)),
          allReduce(C.Ones, C.Watched, C.S))
  CALL_AS(ncclAllReduce, "premulsum-cold", Standard,
          needComm(); needOperator(),
          allReduce(C.Ones, C.Watched, C.S, Twice))
  CALL_AS(ncclAllReduce, "premulsum-warm", StreamArgument | Standard,
          needComm(); needOperator();
          warmUp(allReduce(C.Ones, C.Scratch, C.S, Twice)),
          allReduce(C.Ones, C.Watched, C.S, Twice))
  CALL(ncclBroadcast, Brief, needComm(),
       ncclBroadcast(C.Ones, C.Watched, N, ncclInt32, 0, Comm, C.S))
  CALL(ncclReduce, Brief, needComm(),
       ncclReduce(C.Ones, C.Watched, N, ncclInt32, ncclSum, 0, Comm, C.S))
  CALL(ncclAllGather, Brief, needComm(),
       ncclAllGather(C.Ones, C.Watched, N, ncclInt32, Comm, C.S))
  CALL(ncclReduceScatter, Brief, needComm(),
       ncclReduceScatter(C.Ones, C.Watched, N, ncclInt32, ncclSum, Comm, C.S))
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 28, 0)
  CALL(ncclAlltoAll, Standard, needComm(),
       ncclAlltoAll(C.Ones, C.Watched, N, ncclInt32, Comm, C.S))
#endif

  // Groups.
  CALL_BODY(ncclGroupEnd, "empty", Brief, needComm(),
            step("ncclGroupStart", toCode(ncclGroupStart()));
            return toCode(ncclGroupEnd()))
  CALL_AS(ncclGroupEnd, "all-reduce", Standard,
          needComm(); warmUp(groupedAllReduce(C.Ones, C.Scratch, C.S)),
          groupedAllReduce(C.Ones, C.Watched, C.S))
  CALL_AS(ncclGroupEnd, "send-to-self-cold", Standard, needComm(),
          sendAndReceive(C.Ones, C.S, C.Watched, C.S))
  CALL_AS(ncclGroupEnd, "send-to-self-warm", StreamArgument | Standard,
          needComm(); warmUp(sendAndReceive(C.Ones, C.S, C.Scratch, C.S)),
          sendAndReceive(C.Ones, C.S, C.Watched, C.S))
  CALL_AS(ncclGroupEnd, "receive-on-other-stream", Standard,
          needComm(); warmUp(sendAndReceive(C.Ones, C.S, C.Scratch, C.S)),
          sendAndReceive(C.Ones, C.S, C.Watched, C.Idle))
  CALL_BODY(ncclGroupEnd, "reduce-on-other-stream", Standard,
            needComm(); needOperator();
            warmUp(allReduce(C.Ones, C.Scratch, C.S, Twice)),
            step("ncclGroupStart", toCode(ncclGroupStart()));
            step("captured", allReduce(C.Ones, C.Watched, C.S, Twice));
            step("other", allReduce(C.Ones, C.Scratch, C.Idle, Twice));
            return toCode(ncclGroupEnd()))
};
// clang-format on

static AddCalls Added(Calls);
