//===- Launch.cu - Kernel launches ----------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CudaProbe.h"

using namespace oracle;

// clang-format off
static const Call Calls[] = {
  CALL_BODY(launch, "", StreamArgument | Full, NOTHING,
            mark<<<1, 1, 0, C.S>>>(C.Watched);
            return toCode(cudaGetLastError()))
  CALL_BODY(launch, "no-stream", ImpliedLegacyStream | Full, NOTHING,
            mark<<<1, 1>>>(C.Watched);
            return toCode(cudaGetLastError()))
  CALL_BODY(launch, "never-loaded", Standard, NOTHING,
            neverLoaded<<<1, 1, 0, C.S>>>(C.Watched);
            return toCode(cudaGetLastError()))
};
// clang-format on

static AddCalls Added(Calls);
