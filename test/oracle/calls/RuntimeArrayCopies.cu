//===- RuntimeArrayCopies.cu - Copies from and to arrays ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

// The deprecated calls are asked about, too.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// clang-format off
static const Call Calls[] = {
  // What is copied to an array is not watched.
  CALL(cudaMemcpy2DToArray, Standard, C.needArray(),
       cudaMemcpy2DToArray(C.Array, 0, 0, C.Ones, 8, 8, 2,
                           cudaMemcpyDeviceToDevice))
  CALL_AS(cudaMemcpy2DToArray, "pageable-h2d", Standard, C.needArray(),
          cudaMemcpy2DToArray(C.Array, 0, 0, C.PageableOnes, 8, 8, 2,
                              cudaMemcpyHostToDevice))
  CALL(cudaMemcpy2DFromArray, Standard, C.needArray(),
       cudaMemcpy2DFromArray(C.Watched, 8, C.Array, 0, 0, 8, 2,
                             cudaMemcpyDeviceToDevice))
  CALL_AS(cudaMemcpy2DFromArray, "pageable-d2h", Standard, C.needArray(),
          cudaMemcpy2DFromArray(C.Pageable, 8, C.Array, 0, 0, 8, 2,
                                cudaMemcpyDeviceToHost))
  CALL(cudaMemcpy2DArrayToArray, Standard, C.needArray(),
       cudaMemcpy2DArrayToArray(C.Array, 0, 0, C.Array, 0, 4, 8, 2,
                                cudaMemcpyDeviceToDevice))
  CALL(cudaMemcpyToArray, Standard, C.needArray(),
       cudaMemcpyToArray(C.Array, 0, 0, C.Ones, 8, cudaMemcpyDeviceToDevice))
  CALL(cudaMemcpyFromArray, Standard, C.needArray(),
       cudaMemcpyFromArray(C.Watched, C.Array, 0, 0, 8,
                           cudaMemcpyDeviceToDevice))
  CALL(cudaMemcpyArrayToArray, Standard, C.needArray(),
       cudaMemcpyArrayToArray(C.Array, 0, 0, C.Array, 0, 4, 8,
                              cudaMemcpyDeviceToDevice))

  CALL(cudaMemcpy2DToArrayAsync, StreamArgument | Standard, C.needArray(),
       cudaMemcpy2DToArrayAsync(C.Array, 0, 0, C.Ones, 8, 8, 2,
                                cudaMemcpyDeviceToDevice, C.S))
  CALL_AS(cudaMemcpy2DToArrayAsync, "pageable-h2d", Standard, C.needArray(),
          cudaMemcpy2DToArrayAsync(C.Array, 0, 0, C.PageableOnes, 8, 8, 2,
                                   cudaMemcpyHostToDevice, C.S))
  CALL(cudaMemcpy2DFromArrayAsync, StreamArgument | Standard, C.needArray(),
       cudaMemcpy2DFromArrayAsync(C.Watched, 8, C.Array, 0, 0, 8, 2,
                                  cudaMemcpyDeviceToDevice, C.S))
  CALL(cudaMemcpyToArrayAsync, StreamArgument | Standard, C.needArray(),
       cudaMemcpyToArrayAsync(C.Array, 0, 0, C.Ones, 8,
                              cudaMemcpyDeviceToDevice, C.S))
  CALL(cudaMemcpyFromArrayAsync, StreamArgument | Standard, C.needArray(),
       cudaMemcpyFromArrayAsync(C.Watched, C.Array, 0, 0, 8,
                                cudaMemcpyDeviceToDevice, C.S))
};
// clang-format on

static AddCalls Added(Calls);
