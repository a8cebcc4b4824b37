//===- Init.h - What cuda-capture init proposes -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_INIT_H
#define CUDA_CAPTURE_TOOL_INIT_H

#include "../lib/analysis/Survey.h"
#include "../lib/report/Diagnostic.h"
#include "CaptureWords.h"
#include "TidyEdit.h"

/// The declarations that 'init' proposes for a program.
struct Proposal {
  cuda_capture::analysis::SurveyResult Found;
  /// What code in other languages shows. If neither that nor the survey shows
  /// captures: what sources show that were not surveyed.
  CaptureWords Words, OtherSources;
  std::vector<cuda_capture::report::Unit> Units;
  /// Whether functions are proposed although nothing shows that the program is
  /// captured.
  bool TakesAll = false;
  /// The libraries whose entry points are not declared yet, in the order of
  /// their names.
  std::vector<std::string> Libraries;
  /// The names of other functions, as the option takes them.
  std::vector<std::string> Functions;
  /// The mode of the captures of the program, if it is another one than Global
  /// and functions are proposed; otherwise empty.
  std::string Mode;
  /// Whether the program is a library that begins captures in Global mode, and
  /// its configuration does not say that programs which use it have threads.
  bool OtherThreads = false;
  /// The numbers of findings as the program is configured, and with the
  /// proposal; unset if they were not counted.
  std::optional<size_t> Before, After;
  /// The file to write, and the options in it: what it has now and what is
  /// proposed.
  std::string File;
  std::vector<ListOption> Options;

  /// Whether anything shows that the program is captured.
  bool hasEvidence() const {
    return Found.hasEvidence() || !Words.Found.empty() ||
           !OtherSources.Found.empty() || captured();
  }
  /// Returns the number of functions that other sources capture.
  size_t captured() const;
  bool isEmpty() const {
    return Libraries.empty() && Functions.empty() && !OtherThreads;
  }
  bool proposes(const cuda_capture::analysis::SurveyedFunction &F) const;
};

/// What to do about a proposal.
enum class ProposalUse {
  Show,
  Check, ///< --check: nothing may be new.
  Write, ///< --yes: the file was written.
};

void printProposal(llvm::raw_ostream &OS, const Proposal &P, ProposalUse Use);
void printProposalAsJson(llvm::raw_ostream &OS, const Proposal &P);

#endif // CUDA_CAPTURE_TOOL_INIT_H
