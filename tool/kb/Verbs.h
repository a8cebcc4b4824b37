//===- Verbs.h - The verbs of cuda-capture kb -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The verbs that query and extend the knowledge base. All verbs share their
/// options.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_KB_VERBS_H
#define CUDA_CAPTURE_TOOL_KB_VERBS_H

#include "../../lib/kb/KnowledgeBase.h"
#include "../Commands.h"
#include "llvm/Support/raw_ostream.h"

/// The parsed options, which all verbs share.
struct VerbOptions {
  std::string Knowledge; ///< Paths; if empty, the embedded knowledge is used.
  bool Verbose = false;
  cuda_capture::Language Lang = cuda_capture::Language::English;
  std::string Class;
  std::string Family;
  std::string Output;
  bool Force = false;
};
/// Returns the options of the command line.
const VerbOptions &verbOptions();

using KnowledgePtr = std::shared_ptr<const cuda_capture::KnowledgeBase>;

/// Returns the files that --kb names, on top of the embedded knowledge.
llvm::Expected<KnowledgePtr>
verbKnowledge(cuda_capture::KnowledgeBase::Measurements What =
                  cuda_capture::KnowledgeBase::Measurements::Skip);

/// Prints why nothing could be done. Returns ExitCouldNotRun.
ExitCode fail(const llvm::Twine &Reason);

// Each function runs the verb of its name.
ExitCode explainVerb(llvm::ArrayRef<std::string> Arguments);
ExitCode listVerb(llvm::ArrayRef<std::string> Arguments);
ExitCode matchVerb(llvm::ArrayRef<std::string> Arguments);
ExitCode importVerb(llvm::ArrayRef<std::string> Arguments);

//===--- Print.cpp --------------------------------------------------------===//

/// Prints the remedies and the dead ends of an entry for a person at a
/// terminal.
void printAdvice(llvm::raw_ostream &OS, const cuda_capture::ErrorEntry &E,
                 cuda_capture::Language L);

/// Prints the clang-tidy command that finds the culprit in \p Source, or in
/// "FILE" if \p Source is empty. The command loads the plugin of this program.
/// Prints nothing if no check is about the entry.
void printSearch(llvm::raw_ostream &OS, const cuda_capture::ErrorEntry &E,
                 llvm::StringRef Source, cuda_capture::Language L);

/// Prints \p Label and \p Text. Long text is wrapped and indented below the
/// label.
void printField(llvm::raw_ostream &OS, llvm::StringRef Label,
                llvm::StringRef Text);

#endif // CUDA_CAPTURE_TOOL_KB_VERBS_H
