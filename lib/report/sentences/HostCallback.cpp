//===- HostCallback.cpp - Sentences of host-callback ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Renderer.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;
using llvm::formatv;

std::string Renderer::sentenceOfHostCallback() const {
  std::string Text = formatv("{0} in a host function, where no API call is "
                             "permitted; ",
                             subject());
  if (KB.errorName(F.Error, F.Fam).empty())
    return Text + "it may fail or deadlock";
  return formatv("{0}{1} may reject it with {2}, or it deadlocks", Text,
                 F.Fam == Family::Driver ? "the driver" : "the runtime",
                 errorText());
}
