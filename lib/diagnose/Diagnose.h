//===- Diagnose.h - Findings as a compiler reports them ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the sentences for a finding, their order, and the edits that go with
/// each sentence, for all tools that report findings of a parsed translation
/// unit.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_DIAGNOSE_DIAGNOSE_H
#define CUDA_CAPTURE_DIAGNOSE_DIAGNOSE_H

#include "../fixits/FixIts.h"
#include "../report/Message.h"
#include <set>

namespace cuda_capture::diagnose {

/// A finding in words, with edits.
struct Warning {
  /// The warning, its notes, and then the remedy, at the place of the warning.
  report::Message Words;
  /// The edits of the warning, which are sure and safe to apply unseen.
  std::vector<clang::FixItHint> Edits;
  /// The edits of the remedy, which do what it says but are for a person to
  /// choose.
  std::vector<clang::FixItHint> RemedyEdits;

  /// Another edit that a person may choose, as a note after the remedy.
  struct Alternative {
    std::string Text;
    clang::SourceLocation At; ///< Invalid: the place of the warning.
    std::vector<clang::FixItHint> Edits;
  };
  std::vector<Alternative> Alternatives;
};

/// Makes the warnings of a translation unit. Another mode of a capture is
/// offered once for each rule, so that equal edits do not conflict.
class Diagnoser {
public:
  Diagnoser(const lower::Lowering &L, clang::ASTContext &Ctx,
            Language Lang = Language::English)
      : L(L), Ctx(Ctx), Lang(Lang) {}

  Warning diagnose(const analysis::Finding &F);

private:
  const lower::Lowering &L;
  clang::ASTContext &Ctx;
  const Language Lang;
  /// The places where another mode is already offered.
  std::set<
      std::tuple<analysis::Rule, clang::SourceLocation, analysis::CaptureMode>>
      Modes;
};

} // namespace cuda_capture::diagnose

#endif // CUDA_CAPTURE_DIAGNOSE_DIAGNOSE_H
