//===- Message.h - Findings in words ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts a finding into words: what happens, on which stream, what the runtime
/// says to it, how the code gets there, and what to do instead. All
/// user-visible text of findings is made here; names and remedies come from the
/// knowledge base.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_MESSAGE_H
#define CUDA_CAPTURE_REPORT_MESSAGE_H

#include "../analysis/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cuda_capture::report {

struct Note {
  std::string Text;
  ir::Loc At;
  /// Comes before the place of the message, and not behind it.
  bool Before = false;
};

struct Message {
  std::string Text;
  ir::Loc At;
  /// Where the capture begins (or the handle was destroyed), then the calls on
  /// the way to the violation.
  std::vector<Note> Notes;
  /// What to do instead, with the entry of the knowledge base and the check's
  /// page; stands at \c At.
  std::string Remedy;
  /// Id of that entry; empty if the knowledge base has none.
  std::string Entry;
};

/// How an argument of a call is written in the source; empty if that is not
/// known or no short name.
using ArgumentText =
    llvm::function_ref<std::string(const ir::Instruction &Call, unsigned Arg)>;

/// \p L is the language of the remedy; everything else is English.
Message render(const analysis::Finding &F, const KnowledgeBase &KB,
               ArgumentText Written = nullptr, Language L = Language::English);

/// What an edit does that the remedy does not speak of; empty for others.
/// \p Mode: of the capture, if the edit changes it.
std::string alternative(analysis::Way How,
                        std::optional<analysis::CaptureMode> Mode);

/// "global", "thread-local" or "relaxed".
llvm::StringRef modeName(analysis::CaptureMode M);

/// \p O as a programmer would write it in \p F; empty if it has no short form.
std::string spell(const ir::Operand &O, const ir::Function &F);
std::string spell(const ir::Place &P, const ir::Function &F);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_MESSAGE_H
