//===- CaptureCriterion.cpp - The calls that matter to rules --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureCriterion.h"
#include "../../kb/ApiTraits.h"
#include "../Rules.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

SliceCriterion::ApiUse CaptureCriterion::use(const ir::Instruction &Api) const {
  ApiUse Use;
  const ApiRow *Row = Calls[Api.Callee].Row;
  if (!Row) {
    Use.Seed = true;
    return Use;
  }
  Use.Seed = isLookedAt(*Row);
  Use.Resets = mayResetDevice(*Row);
  Use.Begins = Row->Eff == Effect::BeginCapture;
  // Whoever uses the graph of an end knows that there was a capture.
  Use.Yields = Row->Eff == Effect::EndCapture;
  // The arguments beyond the row are those of a kernel.
  const unsigned Known = std::min(Api.Args.size(), Row->Params.size());
  Use.Matters.resize(Known);
  Use.Stores.resize(Known);
  Use.Makes.resize(Known);
  for (unsigned A = 0; A < Known; ++A) {
    const Param &P = Row->Params[A];
    if (P.R != Role::None ||
        llvm::any_of(Row->Cases,
                     [&](const RowCase &C) { return C.Argument == A; }) ||
        llvm::any_of(Row->Fields,
                     [&](const FieldRole &Field) { return Field.Param == A; }))
      Use.Matters.set(A);
    if (P.Acc == Access::Out && (isHandle(P.R) || P.R == Role::Library))
      Use.Stores.set(A);
    if (isMadeGraph(P))
      Use.Makes.set(A);
  }
  return Use;
}
