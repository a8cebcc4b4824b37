//===- RuntimeCopies.cu - Copies and fills of the runtime API -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Parameters.h"

using namespace oracle;

// clang-format off
static const Call Calls[] = {
  CALL(cudaMemcpy, Full, NOTHING,
       cudaMemcpy(C.Watched, C.Ones, sizeof(int), cudaMemcpyDeviceToDevice))
  CALL_AS(cudaMemcpy, "pageable-h2d", Standard, NOTHING,
          cudaMemcpy(C.Watched, C.PageableOnes, sizeof(int),
                     cudaMemcpyHostToDevice))
  CALL_AS(cudaMemcpy, "pageable-h2d-large", Standard, C.needLarge(),
          cudaMemcpy(C.Watched, C.LargePageableOnes, C.LargeBytes,
                     cudaMemcpyHostToDevice))
  CALL_AS(cudaMemcpy, "pageable-d2h", Standard, NOTHING,
          cudaMemcpy(C.Pageable, C.Ones, C.Bytes, cudaMemcpyDeviceToHost))
  CALL_AS(cudaMemcpy, "pageable-d2h-large", Standard, C.needLarge(),
          cudaMemcpy(C.HostWatched, C.LargeOnes, C.LargeBytes,
                     cudaMemcpyDeviceToHost))
  CALL_AS(cudaMemcpy, "pinned-h2d", Standard, NOTHING,
          cudaMemcpy(C.Watched, C.PinnedOnes, sizeof(int),
                     cudaMemcpyHostToDevice))
  CALL_AS(cudaMemcpy, "pinned-d2h", Standard, NOTHING,
          cudaMemcpy(C.HostWatched, C.Ones, sizeof(int),
                     cudaMemcpyDeviceToHost))
  CALL_AS(cudaMemcpy, "h2h", Standard, NOTHING,
          cudaMemcpy(C.Pageable, C.PageableOnes, C.Bytes,
                     cudaMemcpyHostToHost))
  CALL_AS(cudaMemcpy, "pinned-h2h", Standard, NOTHING,
          cudaMemcpy(C.HostWatched, C.PinnedOnes, sizeof(int),
                     cudaMemcpyHostToHost))
  CALL_AS(cudaMemcpy, "default", Standard, NOTHING,
          cudaMemcpy(C.Watched, C.Ones, sizeof(int), cudaMemcpyDefault))
  CALL_AS(cudaMemcpy, "nothing", Standard, NOTHING,
          cudaMemcpy(C.Watched, C.Ones, 0, cudaMemcpyDeviceToDevice))
  CALL_AS(cudaMemcpy, "managed", Standard, C.needManaged(),
          cudaMemcpy(C.Watched, C.Managed, sizeof(int), cudaMemcpyDefault))
  CALL(cudaMemcpyPeer, Standard, NOTHING,
       cudaMemcpyPeer(C.Watched, 0, C.Ones, 0, sizeof(int)))
  CALL(cudaMemcpy2D, Standard, NOTHING,
       cudaMemcpy2D(C.Watched, 8, C.Ones, 8, 4, 2, cudaMemcpyDeviceToDevice))
  CALL(cudaMemcpy3D, Standard, NOTHING, cudaMemcpy3D(C.in(copy3D(C))))
  CALL(cudaMemcpy3DPeer, Standard, NOTHING,
       cudaMemcpy3DPeer(C.in(copy3DPeer(C))))
  CALL(cudaMemcpyToSymbol, Standard, C.needWatchedSymbol(),
       cudaMemcpyToSymbol(symbol(), C.PageableOnes, sizeof(int), 0,
                          cudaMemcpyHostToDevice))
  CALL_AS(cudaMemcpyToSymbol, "d2d", Standard, C.needWatchedSymbol(),
          cudaMemcpyToSymbol(symbol(), C.Ones, sizeof(int), 0,
                             cudaMemcpyDeviceToDevice))
  CALL(cudaMemcpyFromSymbol, Standard, NOTHING,
       cudaMemcpyFromSymbol(C.Pageable, symbol(), sizeof(int), 0,
                            cudaMemcpyDeviceToHost))
  CALL_AS(cudaMemcpyFromSymbol, "d2d", Standard, NOTHING,
          cudaMemcpyFromSymbol(C.Watched, symbol(), sizeof(int), 0,
                               cudaMemcpyDeviceToDevice))

  CALL(cudaMemset, Full, NOTHING, cudaMemset(C.Watched, 1, sizeof(int)))
  CALL_AS(cudaMemset, "pinned", Standard, NOTHING,
          cudaMemset(C.HostWatched, 1, sizeof(int)))
  CALL_AS(cudaMemset, "managed", Standard, C.needManaged(),
          cudaMemset(C.Managed, 1, C.Bytes))
  CALL(cudaMemset2D, Standard, NOTHING, cudaMemset2D(C.Watched, 8, 1, 4, 2))
  CALL(cudaMemset3D, Standard, NOTHING,
       cudaMemset3D(make_cudaPitchedPtr(C.Watched, 8, 8, 2), 1,
                    make_cudaExtent(4, 2, 1)))
};
// clang-format on

static AddCalls Added(Calls);
