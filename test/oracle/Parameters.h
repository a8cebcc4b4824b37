//===- Parameters.h - What calls of several tables are given ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All of them do work that is watched.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ORACLE_PARAMETERS_H
#define CUDA_CAPTURE_ORACLE_PARAMETERS_H

#include "CudaProbe.h"

namespace oracle {

/// Two rows of one int, which do not touch.
inline cudaMemcpy3DParms copy3D(CudaBackend &C) {
  cudaMemcpy3DParms P{};
  P.srcPtr = make_cudaPitchedPtr(C.Ones, 8, 8, 2);
  P.dstPtr = make_cudaPitchedPtr(C.Watched, 8, 8, 2);
  P.extent = make_cudaExtent(4, 2, 1);
  P.kind = cudaMemcpyDeviceToDevice;
  return P;
}

inline cudaMemcpy3DPeerParms copy3DPeer(CudaBackend &C) {
  cudaMemcpy3DPeerParms P{};
  P.srcPtr = make_cudaPitchedPtr(C.Ones, 8, 8, 2);
  P.dstPtr = make_cudaPitchedPtr(C.Watched, 8, 8, 2);
  P.extent = make_cudaExtent(4, 2, 1);
  return P;
}

inline cudaMemcpy3DParms copy1D(CudaBackend &C) {
  cudaMemcpy3DParms P{};
  P.srcPtr = make_cudaPitchedPtr(C.Ones, sizeof(int), sizeof(int), 1);
  P.dstPtr = make_cudaPitchedPtr(C.Watched, sizeof(int), sizeof(int), 1);
  P.extent = make_cudaExtent(sizeof(int), 1, 1);
  P.kind = cudaMemcpyDeviceToDevice;
  return P;
}

inline cudaMemsetParams fill(CudaBackend &C) {
  cudaMemsetParams P{};
  P.dst = C.Watched;
  P.value = 1;
  P.elementSize = sizeof(int);
  P.width = P.height = 1;
  return P;
}

inline cudaHostNodeParams host(CudaBackend &C) {
  return {markOnHost, C.HostWatched};
}

inline cudaGraphNodeParams kernelNode(CudaBackend &C) {
  cudaGraphNodeParams P{};
  P.type = cudaGraphNodeTypeKernel;
  P.kernel.func = reinterpret_cast<void *>(mark);
  P.kernel.gridDim = dim3(1);
  P.kernel.blockDim = dim3(1);
  P.kernel.kernelParams = C.Arguments;
  return P;
}

} // namespace oracle

#endif // CUDA_CAPTURE_ORACLE_PARAMETERS_H
