//===- CaptureCriterion.h - The calls that matter to rules ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURECRITERION_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURECRITERION_H

#include "../ResolvedCalls.h"
#include "../engine/Slice.h"

namespace cuda_capture::analysis {

/// The criterion by which a slice keeps what rules examine.
class CaptureCriterion final : public SliceCriterion {
public:
  explicit CaptureCriterion(const ResolvedCalls &Calls) : Calls(Calls) {}

  ApiUse use(const ir::Instruction &Api) const override;

private:
  const ResolvedCalls &Calls;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURECRITERION_H
