//===- Message.h - Findings in words ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts a finding into words: what happens, on which stream, how the runtime
/// reacts, how the program gets there, and what to do instead. All user-visible
/// text of findings is made here; names and remedies come from the knowledge
/// base.
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
  /// The note comes before the place of the message, and not after it.
  bool Before = false;
};

struct Message {
  std::string Text;
  ir::Loc At;
  /// The place where the capture begins (or the handle was destroyed), then the
  /// calls on the way to the violation.
  std::vector<Note> Notes;
  /// The advice what to do instead, with the entry of the knowledge base and
  /// the check's page. Its place is \c At.
  std::string Remedy;
  /// The id of that entry; empty if the knowledge base has none.
  std::string Entry;
};

/// A function that returns the source text of an argument of a call; empty if
/// it is unknown or not a short name.
using ArgumentText =
    llvm::function_ref<std::string(const ir::Instruction &Call, unsigned Arg)>;

/// Returns the message for \p F. \p L is the language of the remedy; everything
/// else is English.
Message render(const analysis::Finding &F, const KnowledgeBase &KB,
               ArgumentText Written = nullptr, Language L = Language::English);

/// Describes an edit that the remedy does not mention; empty for other edits.
/// \p Mode is the capture mode, if the edit changes it.
std::string alternative(analysis::Way How,
                        std::optional<analysis::CaptureMode> Mode);

/// Returns "global", "thread-local" or "relaxed".
llvm::StringRef modeName(analysis::CaptureMode M);

/// Returns \p O or \p P as a programmer would write it in \p F; empty if it has
/// no short form.
std::string spell(const ir::Operand &O, const ir::Function &F);
std::string spell(const ir::Place &P, const ir::Function &F);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_MESSAGE_H
