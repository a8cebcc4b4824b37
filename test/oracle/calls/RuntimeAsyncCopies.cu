//===- RuntimeAsyncCopies.cu - Copies and fills in streams ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Parameters.h"

using namespace oracle;

static cudaMemcpyAttributes streamOrder() {
  cudaMemcpyAttributes A{};
  A.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  return A;
}

static cudaMemcpy3DOperand operand(int *P) {
  cudaMemcpy3DOperand O{};
  O.type = cudaMemcpyOperandTypePointer;
  O.op.ptr.ptr = P;
  return O;
}

static cudaMemcpy3DBatchOp batch3D(CudaBackend &C) {
  cudaMemcpy3DBatchOp O{};
  O.src = operand(C.Ones);
  O.dst = operand(C.Watched);
  O.extent = make_cudaExtent(4, 1, 1);
  O.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  return O;
}

// clang-format off
static const Call Calls[] = {
  CALL(cudaMemcpyAsync, StreamArgument | Full, NOTHING,
       cudaMemcpyAsync(C.Watched, C.Ones, sizeof(int),
                       cudaMemcpyDeviceToDevice, C.S))
  CALL_AS(cudaMemcpyAsync, "no-stream", ImpliedLegacyStream | Standard, NOTHING,
          cudaMemcpyAsync(C.Watched, C.Ones, sizeof(int),
                          cudaMemcpyDeviceToDevice))
  CALL_AS(cudaMemcpyAsync, "pageable-h2d", StreamArgument | Standard, NOTHING,
          cudaMemcpyAsync(C.Watched, C.PageableOnes, C.Bytes,
                          cudaMemcpyHostToDevice, C.S))
  CALL_AS(cudaMemcpyAsync, "pageable-h2d-large", StreamArgument | Standard,
          C.needLarge(),
          cudaMemcpyAsync(C.Watched, C.LargePageableOnes, C.LargeBytes,
                          cudaMemcpyHostToDevice, C.S))
  CALL_AS(cudaMemcpyAsync, "pageable-d2h", StreamArgument | Standard, NOTHING,
          cudaMemcpyAsync(C.Pageable, C.Ones, C.Bytes, cudaMemcpyDeviceToHost,
                          C.S))
  CALL_AS(cudaMemcpyAsync, "pageable-d2h-large", StreamArgument | Standard,
          C.needLarge(),
          cudaMemcpyAsync(C.HostWatched, C.LargeOnes, C.LargeBytes,
                          cudaMemcpyDeviceToHost, C.S))
  CALL_AS(cudaMemcpyAsync, "pinned-h2d", StreamArgument | Standard, NOTHING,
          cudaMemcpyAsync(C.Watched, C.PinnedOnes, sizeof(int),
                          cudaMemcpyHostToDevice, C.S))
  CALL_AS(cudaMemcpyAsync, "pinned-d2h", StreamArgument | Standard, NOTHING,
          cudaMemcpyAsync(C.HostWatched, C.Ones, sizeof(int),
                          cudaMemcpyDeviceToHost, C.S))
  CALL_AS(cudaMemcpyAsync, "h2h", StreamArgument | Standard, NOTHING,
          cudaMemcpyAsync(C.Pageable, C.PageableOnes, C.Bytes,
                          cudaMemcpyHostToHost, C.S))
  CALL_AS(cudaMemcpyAsync, "pinned-h2h", StreamArgument | Standard, NOTHING,
          cudaMemcpyAsync(C.HostWatched, C.PinnedOnes, sizeof(int),
                          cudaMemcpyHostToHost, C.S))
  CALL_AS(cudaMemcpyAsync, "default", StreamArgument | Standard, NOTHING,
          cudaMemcpyAsync(C.Watched, C.Ones, sizeof(int), cudaMemcpyDefault,
                          C.S))
  CALL_AS(cudaMemcpyAsync, "managed", StreamArgument | Standard,
          C.needManaged(),
          cudaMemcpyAsync(C.Watched, C.Managed, sizeof(int), cudaMemcpyDefault,
                          C.S))
  CALL(cudaMemcpyPeerAsync, StreamArgument | Standard, NOTHING,
       cudaMemcpyPeerAsync(C.Watched, 0, C.Ones, 0, sizeof(int), C.S))
  CALL(cudaMemcpy2DAsync, StreamArgument | Standard, NOTHING,
       cudaMemcpy2DAsync(C.Watched, 8, C.Ones, 8, 4, 2,
                         cudaMemcpyDeviceToDevice, C.S))
  CALL_AS(cudaMemcpy2DAsync, "pageable-d2h", StreamArgument | Standard,
          NOTHING,
          cudaMemcpy2DAsync(C.Pageable, 8, C.Ones, 8, 4, 2,
                            cudaMemcpyDeviceToHost, C.S))
  CALL(cudaMemcpy3DAsync, StreamArgument | Standard, NOTHING,
       cudaMemcpy3DAsync(C.in(copy3D(C)), C.S))
  CALL(cudaMemcpy3DPeerAsync, StreamArgument | Standard, NOTHING,
       cudaMemcpy3DPeerAsync(C.in(copy3DPeer(C)), C.S))
  CALL(cudaMemcpyToSymbolAsync, StreamArgument | Standard,
       C.needWatchedSymbol(),
       cudaMemcpyToSymbolAsync(symbol(), C.Ones, sizeof(int), 0,
                               cudaMemcpyDeviceToDevice, C.S))
  CALL_AS(cudaMemcpyToSymbolAsync, "pageable-h2d", StreamArgument | Standard,
          C.needWatchedSymbol(),
          cudaMemcpyToSymbolAsync(symbol(), C.PageableOnes, sizeof(int), 0,
                                  cudaMemcpyHostToDevice, C.S))
  CALL_AS(cudaMemcpyToSymbolAsync, "never-loaded", Standard, NOTHING,
          cudaMemcpyToSymbolAsync(neverLoadedSymbol(), C.Ones, sizeof(int), 0,
                                  cudaMemcpyDeviceToDevice, C.S))
  CALL(cudaMemcpyFromSymbolAsync, StreamArgument | Standard, NOTHING,
       cudaMemcpyFromSymbolAsync(C.Watched, symbol(), sizeof(int), 0,
                                 cudaMemcpyDeviceToDevice, C.S))
  CALL_AS(cudaMemcpyFromSymbolAsync, "never-loaded", Standard, NOTHING,
          cudaMemcpyFromSymbolAsync(C.Watched, neverLoadedSymbol(),
                                    sizeof(int), 0, cudaMemcpyDeviceToDevice,
                                    C.S))

  // The legacy stream is an argument error for the batches.
  CALL_BODY(cudaMemcpyBatchAsync, "", StreamArgument | Standard, NOTHING,
            void *To = C.Watched;
            const void *From = C.Ones;
            size_t Size = sizeof(int), Index = 0;
            return toCode(cudaMemcpyBatchAsync(&To, &From, &Size, 1,
                                               C.in(streamOrder()), &Index, 1,
                                               C.S)))
  CALL_BODY(cudaMemcpyBatchAsync, "pageable-h2d", StreamArgument | Standard,
            NOTHING,
            void *To = C.Watched;
            const void *From = C.PageableOnes;
            size_t Size = sizeof(int), Index = 0;
            return toCode(cudaMemcpyBatchAsync(&To, &From, &Size, 1,
                                               C.in(streamOrder()), &Index, 1,
                                               C.S)))
  CALL_BODY(cudaMemcpyBatchAsync, "during-call", StreamArgument | Standard,
            NOTHING,
            void *To = C.Watched;
            const void *From = C.PageableOnes;
            size_t Size = sizeof(int), Index = 0;
            auto A = streamOrder();
            A.srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
            return toCode(cudaMemcpyBatchAsync(&To, &From, &Size, 1, &A,
                                               &Index, 1, C.S)))
  CALL(cudaMemcpy3DBatchAsync, StreamArgument | Standard, NOTHING,
       cudaMemcpy3DBatchAsync(1, C.in(batch3D(C)), 0, C.S))

  CALL(cudaMemsetAsync, StreamArgument | Standard, NOTHING,
       cudaMemsetAsync(C.Watched, 1, sizeof(int), C.S))
  CALL_AS(cudaMemsetAsync, "no-stream", ImpliedLegacyStream | Standard, NOTHING,
          cudaMemsetAsync(C.Watched, 1, sizeof(int)))
  CALL_AS(cudaMemsetAsync, "pinned", StreamArgument | Standard, NOTHING,
          cudaMemsetAsync(C.HostWatched, 1, sizeof(int), C.S))
  CALL(cudaMemset2DAsync, StreamArgument | Standard, NOTHING,
       cudaMemset2DAsync(C.Watched, 8, 1, 4, 2, C.S))
  CALL(cudaMemset3DAsync, StreamArgument | Standard, NOTHING,
       cudaMemset3DAsync(make_cudaPitchedPtr(C.Watched, 8, 8, 2), 1,
                         make_cudaExtent(4, 2, 1), C.S))
};
// clang-format on

static AddCalls Added(Calls);
