//===- PerThread.cu - Stream 0 as the per-thread default stream -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with --default-stream per-thread: stream 0 is another one here.
///
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
#error compile this file with --default-stream per-thread
#endif

using namespace oracle;

// clang-format off
static const Call Calls[] = {
  CALL_BODY(launch, "per-thread-default", ImpliedPerThreadStream | Full,
            NOTHING,
            mark<<<1, 1>>>(C.Watched);
            return toCode(cudaGetLastError()))
  CALL_AS(cudaMemcpy, "per-thread-default", ImpliedPerThreadStream | Full,
          NOTHING,
          cudaMemcpy(C.Watched, C.Ones, sizeof(int), cudaMemcpyDeviceToDevice))
  CALL_AS(cudaMemcpy, "per-thread-default-to-host",
          ImpliedPerThreadStream | Full, NOTHING,
          cudaMemcpy(C.Pageable, C.Ones, sizeof(int), cudaMemcpyDeviceToHost))
  CALL_AS(cudaMemset, "per-thread-default", ImpliedPerThreadStream | Full,
          NOTHING,
          cudaMemset(C.Watched, 1, sizeof(int)))
  CALL_AS(cudaMemcpyAsync, "per-thread-default", ImpliedPerThreadStream | Full,
          NOTHING,
          cudaMemcpyAsync(C.Watched, C.Ones, sizeof(int), cudaMemcpyDeviceToDevice, nullptr))
  CALL_AS(cudaStreamSynchronize, "per-thread-default",
          ImpliedPerThreadStream | Full, NOTHING,
          cudaStreamSynchronize(nullptr))
  CALL_AS(cudaStreamQuery, "per-thread-default", ImpliedPerThreadStream | Full,
          NOTHING,
          cudaStreamQuery(nullptr))
  CALL_AS(cudaEventRecord, "per-thread-default",
          ImpliedPerThreadStream | Standard, NOTHING,
          cudaEventRecord(C.E, nullptr))
  CALL_AS(cuMemcpyDtoD, "per-thread-default", ImpliedPerThreadStream | Standard,
          NOTHING,
          cuMemcpyDtoD(C.cu(C.Watched), C.cu(C.Ones), sizeof(int)))
};
// clang-format on

static AddCalls Added(Calls);
