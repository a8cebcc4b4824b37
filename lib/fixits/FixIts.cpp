//===- FixIts.cpp - Edits that repair a finding ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixIts.h"
#include "CallSite.h"

using namespace cuda_capture;
using namespace cuda_capture::fixits;

std::vector<Repair> fixits::repairs(const analysis::Finding &F,
                                    const lower::Lowering &L,
                                    clang::ASTContext &Ctx) {
  std::vector<Repair> Result;
  if (F.R == analysis::Rule::UseAfterDestroy || !F.Row)
    return Result;
  // The work of another thread is not meant to be captured.
  if (llvm::any_of(F.Path, [](const analysis::PathStep &Step) {
        return Step.I->Flags.Spawns;
      }))
    return Result;
  CallSite Site(F, L, Ctx);
  auto Add = [&](std::optional<Repair> R) {
    if (!R)
      return;
    // A function that is also called elsewhere may not need the change. Also,
    // there is only one best way.
    R->Sure &= F.Path.size() == 1 && Result.empty();
    Result.push_back(std::move(*R));
  };
  const Fix &Known = F.Row->Rewrite;
  if (Site.isDirect()) {
    if (Known.Hoist)
      Add(hoist(Site));
    Add(Known.Callback ? replaceCallback(Site) : passStream(Site));
    if (Known.Remove)
      Add(removeWait(Site));
  }
  for (Repair &R : changeMode(Site))
    Add(std::move(R));
  return Result;
}
