//===- ExportFixes.cpp - Edits for clang-apply-replacements ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExportFixes.h"
#include "../lib/report/Utf8.h"
#include "clang/Tooling/DiagnosticsYaml.h"

using namespace llvm;
using namespace cuda_capture::report;
namespace tooling = clang::tooling;

static tooling::DiagnosticMessage message(StringRef Text, const Position &At,
                                          SourceFiles &Sources) {
  // YAML must be Unicode.
  tooling::DiagnosticMessage M(utf8(Text));
  M.FilePath = At.File;
  M.FileOffset = 0;
  if (At.isValid())
    if (const SourceFile *File = Sources.get(At.File))
      M.FileOffset = File->offset(At).value_or(0);
  return M;
}

/// Returns the edits of a finding by file; none if some of them conflict.
static StringMap<tooling::Replacements> fix(const std::vector<Edit> &Edits) {
  StringMap<tooling::Replacements> Fix;
  for (const Edit &E : Edits)
    if (Error Odd = Fix[E.File].add(
            tooling::Replacement(E.File, E.Offset, E.Length, E.Text))) {
      consumeError(std::move(Odd));
      return {};
    }
  return Fix;
}

void writeFixes(raw_ostream &OS, const Results &R, StringRef Folder,
                SourceFiles &Sources) {
  tooling::TranslationUnitDiagnostics All;
  for (const Diagnostic &D : R.Findings) {
    tooling::DiagnosticMessage Main = message(D.Text, D.At, Sources);
    Main.Fix = fix(D.Edits);
    SmallVector<tooling::DiagnosticMessage, 1> Notes;
    for (const DiagnosticNote &N : D.Notes)
      Notes.push_back(message(N.Text, N.At.isValid() ? N.At : D.At, Sources));
    All.Diagnostics.emplace_back(D.Check, Main, Notes,
                                 tooling::Diagnostic::Warning, Folder);
  }
  yaml::Output YAML(OS);
  YAML << All;
}
