//===- Diagnose.cpp - Findings as a compiler reports them -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnose.h"

using namespace cuda_capture;
using namespace cuda_capture::diagnose;
using namespace clang;

static void append(std::vector<FixItHint> &To, std::vector<FixItHint> From) {
  for (FixItHint &Edit : From)
    To.push_back(std::move(Edit));
}

Warning Diagnoser::diagnose(const analysis::Finding &F) {
  Warning W;
  W.Words = report::render(
      F, L.knowledge(),
      [&](const ir::Instruction &Call, unsigned Arg) {
        return L.argumentText(Call, Arg);
      },
      Lang);
  std::vector<fixits::Repair> Ways = fixits::repairs(F, L, Ctx);
  const bool IsSure = !Ways.empty() && Ways.front().Sure;
  if (IsSure) {
    W.Edits = std::move(Ways.front().Edits);
    Ways.erase(Ways.begin());
  }
  for (fixits::Repair &Way : Ways) {
    std::string Text = report::alternative(Way.How, Way.Mode);
    // clang-tidy applies neither of two equal edits. This does not matter if
    // there is an edit on the warning, because that edit goes first.
    const bool IsOffered = !Text.empty() && Way.Mode && !IsSure &&
                           !Modes.insert({F.R, Way.At, *Way.Mode}).second;
    if (Way.How == analysis::Way::Rewrite)
      append(W.RemedyEdits, Way.Edits);
    if (!Text.empty() && !IsOffered)
      W.Alternatives.push_back({std::move(Text), Way.At, std::move(Way.Edits)});
  }
  return W;
}
