//===- Describe.cpp - Findings as data ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"

using namespace cuda_capture;
using namespace cuda_capture::report;

std::string report::checkName(analysis::Rule R) {
  return ("cuda-capture-" + analysis::ruleName(R)).str();
}

Diagnostic report::describe(const analysis::Finding &F, const Message &M,
                            const KnowledgeBase &KB, PlaceOf Where) {
  Diagnostic D;
  D.Check = checkName(F.R);
  D.Text = M.Text;
  D.At = Where(M.At);
  D.Function = F.Path[F.Primary].In->Display;
  // These marks are not functions.
  if (F.Callee != NotCapturable && F.Callee != HostRead)
    D.Callee = F.Callee;
  D.Possible = F.Possible;
  D.OnFailure = F.Kind == analysis::DiagnosticKind::LeaksOnFailure;
  D.Error = F.Error;
  if (F.Error)
    D.ErrorName = KB.errorName(F.Error, F.Fam).str();
  D.Entry = M.Entry;
  for (const Note &N : M.Notes)
    D.Notes.push_back(
        {DiagnosticNote::Path, N.Text, Where(N.At), {}, N.Before});
  D.Notes.push_back({DiagnosticNote::Remedy, M.Remedy, D.At, {}});
  return D;
}
