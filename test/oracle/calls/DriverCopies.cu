//===- DriverCopies.cu - Copies of the driver API -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

// Two rows of an int each, 8 bytes apart.

static CUDA_MEMCPY2D copy2D(CudaBackend &C) {
  CUDA_MEMCPY2D P{};
  P.srcMemoryType = P.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  P.srcDevice = C.cu(C.Ones);
  P.dstDevice = C.cu(C.Watched);
  P.srcPitch = P.dstPitch = 8;
  P.WidthInBytes = 4;
  P.Height = 2;
  return P;
}

static CUDA_MEMCPY3D copy3D(CudaBackend &C) {
  CUDA_MEMCPY3D P{};
  P.srcMemoryType = P.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  P.srcDevice = C.cu(C.Ones);
  P.dstDevice = C.cu(C.Watched);
  P.srcPitch = P.dstPitch = 8;
  P.srcHeight = P.dstHeight = 2;
  P.WidthInBytes = 4;
  P.Height = 2;
  P.Depth = 1;
  return P;
}

static CUDA_MEMCPY3D_PEER copy3DPeer(CudaBackend &C) {
  CUDA_MEMCPY3D_PEER P{};
  P.srcMemoryType = P.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  P.srcDevice = C.cu(C.Ones);
  P.dstDevice = C.cu(C.Watched);
  P.srcContext = P.dstContext = C.Context;
  P.srcPitch = P.dstPitch = 8;
  P.srcHeight = P.dstHeight = 2;
  P.WidthInBytes = 4;
  P.Height = 2;
  P.Depth = 1;
  return P;
}

static CUmemcpyAttributes streamOrder() {
  CUmemcpyAttributes A{};
  A.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  return A;
}

static CUmemcpy3DOperand operand(CUdeviceptr P) {
  CUmemcpy3DOperand O{};
  O.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  O.op.ptr.ptr = P;
  return O;
}

static CUDA_MEMCPY3D_BATCH_OP batch3D(CudaBackend &C) {
  CUDA_MEMCPY3D_BATCH_OP O{};
  O.src = operand(C.cu(C.Ones));
  O.dst = operand(C.cu(C.Watched));
  O.extent = {4, 1, 1};
  O.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  return O;
}

// clang-format off
static const Call Copies[] = {
  CALL(cuMemcpy, Standard, NOTHING,
       cuMemcpy(C.cu(C.Watched), C.cu(C.Ones), sizeof(int)))
  CALL(cuMemcpyHtoD, Standard, NOTHING,
       cuMemcpyHtoD(C.cu(C.Watched), C.PageableOnes, sizeof(int)))
  CALL(cuMemcpyDtoH, Standard, NOTHING,
       cuMemcpyDtoH(C.Pageable, C.cu(C.Ones), sizeof(int)))
  CALL(cuMemcpyDtoD, Standard, NOTHING,
       cuMemcpyDtoD(C.cu(C.Watched), C.cu(C.Ones), sizeof(int)))
  // Copies to arrays do nothing that is watched.
  CALL(cuMemcpyHtoA, Standard, C.needLine(),
       cuMemcpyHtoA(C.Line, 0, C.PageableOnes, C.Bytes))
  CALL(cuMemcpyDtoA, Standard, C.needLine(),
       cuMemcpyDtoA(C.Line, 0, C.cu(C.Ones), C.Bytes))
  CALL(cuMemcpyAtoA, Standard, C.needLine(),
       cuMemcpyAtoA(C.Line, 0, C.Line, C.Bytes / 2, C.Bytes / 2))
  CALL(cuMemcpyAtoD, Standard, C.needLine(),
       cuMemcpyAtoD(C.cu(C.Watched), C.Line, 0, sizeof(int)))
  CALL(cuMemcpyAtoH, Standard, C.needLine(),
       cuMemcpyAtoH(C.Pageable, C.Line, 0, sizeof(int)))
  CALL(cuMemcpyPeer, Standard, C.needContext(),
       cuMemcpyPeer(C.cu(C.Watched), C.Context, C.cu(C.Ones), C.Context,
                    sizeof(int)))
  CALL(cuMemcpy2D, Standard, NOTHING, cuMemcpy2D(C.in(copy2D(C))))
  CALL(cuMemcpy2DUnaligned, Standard, NOTHING,
       cuMemcpy2DUnaligned(C.in(copy2D(C))))
  CALL(cuMemcpy3D, Standard, NOTHING, cuMemcpy3D(C.in(copy3D(C))))
  CALL(cuMemcpy3DPeer, Standard, C.needContext(),
       cuMemcpy3DPeer(C.in(copy3DPeer(C))))
};

static const Call AsyncCopies[] = {
  CALL(cuMemcpyAsync, StreamArgument | Standard, NOTHING,
       cuMemcpyAsync(C.cu(C.Watched), C.cu(C.Ones), sizeof(int), C.cuS()))
  CALL(cuMemcpyHtoDAsync, StreamArgument | Standard, NOTHING,
       cuMemcpyHtoDAsync(C.cu(C.Watched), C.PinnedOnes, sizeof(int), C.cuS()))
  CALL(cuMemcpyDtoHAsync, StreamArgument | Standard, NOTHING,
       cuMemcpyDtoHAsync(C.HostWatched, C.cu(C.Ones), sizeof(int), C.cuS()))
  CALL(cuMemcpyDtoDAsync, StreamArgument | Standard, NOTHING,
       cuMemcpyDtoDAsync(C.cu(C.Watched), C.cu(C.Ones), sizeof(int), C.cuS()))
  CALL(cuMemcpyHtoAAsync, StreamArgument | Standard, C.needLine(),
       cuMemcpyHtoAAsync(C.Line, 0, C.PinnedOnes, C.Bytes, C.cuS()))
  CALL(cuMemcpyAtoHAsync, StreamArgument | Standard, C.needLine(),
       cuMemcpyAtoHAsync(C.HostWatched, C.Line, 0, sizeof(int), C.cuS()))
  CALL(cuMemcpyPeerAsync, Brief, C.needContext(),
       cuMemcpyPeerAsync(C.cu(C.Watched), C.Context, C.cu(C.Ones), C.Context,
                         sizeof(int), C.cuS()))
  CALL(cuMemcpy2DAsync, Brief, NOTHING,
       cuMemcpy2DAsync(C.in(copy2D(C)), C.cuS()))
  CALL(cuMemcpy3DAsync, Brief, NOTHING,
       cuMemcpy3DAsync(C.in(copy3D(C)), C.cuS()))
  CALL(cuMemcpy3DPeerAsync, Brief, C.needContext(),
       cuMemcpy3DPeerAsync(C.in(copy3DPeer(C)), C.cuS()))
  // Both names are those of one function in this toolkit.
  CALL_BODY(cuMemcpyBatchAsync, "", Brief, NOTHING,
            CUdeviceptr To = C.cu(C.Watched), From = C.cu(C.Ones);
            size_t Size = sizeof(int), Index = 0;
            return toCode(cuMemcpyBatchAsync(&To, &From, &Size, 1,
                                             C.in(streamOrder()), &Index, 1,
                                             C.cuS())))
  CALL_BODY(cuMemcpyBatchAsync_v2, "", Brief, NOTHING,
            CUdeviceptr To = C.cu(C.Watched), From = C.cu(C.Ones);
            size_t Size = sizeof(int), Index = 0;
            return toCode(cuMemcpyBatchAsync_v2(&To, &From, &Size, 1,
                                                C.in(streamOrder()), &Index, 1,
                                                C.cuS())))
  CALL(cuMemcpy3DBatchAsync, Brief, NOTHING,
       cuMemcpy3DBatchAsync(1, C.in(batch3D(C)), 0, C.cuS()))
  CALL(cuMemcpy3DBatchAsync_v2, Brief, NOTHING,
       cuMemcpy3DBatchAsync_v2(1, C.in(batch3D(C)), 0, C.cuS()))
};

static const Call Fills[] = {
  CALL(cuMemsetD8, Standard, NOTHING, cuMemsetD8(C.cu(C.Watched), 1, 4))
  CALL(cuMemsetD16, Standard, NOTHING, cuMemsetD16(C.cu(C.Watched), 1, 2))
  CALL(cuMemsetD32, Standard, NOTHING, cuMemsetD32(C.cu(C.Watched), 1, 1))
  CALL(cuMemsetD2D8, Standard, NOTHING,
       cuMemsetD2D8(C.cu(C.Watched), 8, 1, 4, 2))
  CALL(cuMemsetD2D16, Standard, NOTHING,
       cuMemsetD2D16(C.cu(C.Watched), 8, 1, 2, 2))
  CALL(cuMemsetD2D32, Standard, NOTHING,
       cuMemsetD2D32(C.cu(C.Watched), 8, 1, 1, 2))
  CALL(cuMemsetD8Async, StreamArgument | Standard, NOTHING,
       cuMemsetD8Async(C.cu(C.Watched), 1, 4, C.cuS()))
  CALL(cuMemsetD16Async, Standard, NOTHING,
       cuMemsetD16Async(C.cu(C.Watched), 1, 2, C.cuS()))
  CALL(cuMemsetD32Async, StreamArgument | Standard, NOTHING,
       cuMemsetD32Async(C.cu(C.Watched), 1, 1, C.cuS()))
  CALL(cuMemsetD2D8Async, Standard, NOTHING,
       cuMemsetD2D8Async(C.cu(C.Watched), 8, 1, 4, 2, C.cuS()))
  CALL(cuMemsetD2D16Async, Standard, NOTHING,
       cuMemsetD2D16Async(C.cu(C.Watched), 8, 1, 2, 2, C.cuS()))
  CALL(cuMemsetD2D32Async, Standard, NOTHING,
       cuMemsetD2D32Async(C.cu(C.Watched), 8, 1, 1, 2, C.cuS()))
};
// clang-format on

static AddCalls AddedCopies(Copies), AddedAsyncCopies(AsyncCopies),
    AddedFills(Fills);
