//===- Verbs.h - What follows cuda-capture kb -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The verbs that ask and extend the knowledge base. All share their options.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_KB_VERBS_H
#define CUDA_CAPTURE_TOOL_KB_VERBS_H

#include "../../lib/kb/KnowledgeBase.h"
#include "../Commands.h"
#include "llvm/Support/raw_ostream.h"

/// The options of all verbs, parsed.
struct VerbOptions {
  std::string Knowledge; ///< Paths; empty: the embedded knowledge.
  bool Verbose = false;
  cuda_capture::Language Lang = cuda_capture::Language::English;
  std::string Class;
  std::string Family;
  std::string Output;
  bool Force = false;
};
const VerbOptions &verbOptions();

using KnowledgePtr = std::shared_ptr<const cuda_capture::KnowledgeBase>;

/// The files that --kb names, over the built-in knowledge.
llvm::Expected<KnowledgePtr>
verbKnowledge(cuda_capture::KnowledgeBase::Measurements What =
                  cuda_capture::KnowledgeBase::Measurements::Skip);

/// Says why nothing could be done.
ExitCode fail(const llvm::Twine &Reason);

ExitCode explainVerb(llvm::ArrayRef<std::string> Arguments);
ExitCode listVerb(llvm::ArrayRef<std::string> Arguments);
ExitCode matchVerb(llvm::ArrayRef<std::string> Arguments);
ExitCode importVerb(llvm::ArrayRef<std::string> Arguments);

//===--- Print.cpp --------------------------------------------------------===//

/// What to do, and what does not help, for a person at a terminal.
void printAdvice(llvm::raw_ostream &OS, const cuda_capture::ErrorEntry &E,
                 cuda_capture::Language L);

/// The clang-tidy command that finds the culprit in \p Source, or in "FILE" if
/// that is empty, with the plugin that belongs to this program.
/// Prints nothing for an entry that no check is about.
void printSearch(llvm::raw_ostream &OS, const cuda_capture::ErrorEntry &E,
                 llvm::StringRef Source, cuda_capture::Language L);

/// "Label: Text", with long text wrapped below the label.
void printField(llvm::raw_ostream &OS, llvm::StringRef Label,
                llvm::StringRef Text);

#endif // CUDA_CAPTURE_TOOL_KB_VERBS_H
