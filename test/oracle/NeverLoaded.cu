//===- NeverLoaded.cu - Code that no other call loads ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A translation unit of its own: with lazy loading, what it has on the device
/// is loaded when a call first needs it.
///
//===----------------------------------------------------------------------===//

#include "CudaProbe.h"

using namespace oracle;

__global__ void oracle::neverLoaded(int *Where) { atomicAdd(Where, 1); }

static __device__ int NeverLoadedSymbol = 1;
const void *oracle::neverLoadedSymbol() { return &NeverLoadedSymbol; }
