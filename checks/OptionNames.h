//===- OptionNames.h - Names of the checks' options -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_CHECKS_OPTIONNAMES_H
#define CUDA_CAPTURE_CHECKS_OPTIONNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cuda_capture::checks {

// Options that all checks share; they have no prefix.
inline constexpr llvm::StringLiteral KnowledgeBaseOption =
    "CudaCaptureKnowledgeBase";
inline constexpr llvm::StringLiteral ReportPossibleOption =
    "CudaCaptureReportPossible";
inline constexpr llvm::StringLiteral LanguageOption = "CudaCaptureLanguage";
inline constexpr llvm::StringLiteral FunctionsOption =
    "CudaCaptureCapturableFunctions";
inline constexpr llvm::StringLiteral ModeOption = "CudaCaptureCapturableMode";
inline constexpr llvm::StringLiteral EntryPointsOption =
    "CudaCaptureEntryPoints";
inline constexpr llvm::StringLiteral IgnoreSystemPragmaOption =
    "CudaCaptureIgnoreSystemPragma";
inline constexpr llvm::StringLiteral IndexOption = "CudaCaptureIndex";

/// Of cuda-capture-leak-on-error.
inline constexpr llvm::StringLiteral FailingCallsOption = "FailingCalls";

/// What is wrong with each pattern of a list of checks (Checks, --checks) that
/// is about ours and selects none of them.
std::vector<std::string> problemsWithChecks(llvm::StringRef List);

/// What is wrong with a name in CheckOptions; empty if it is one of our
/// options, or nothing of ours.
std::string problemWithOption(llvm::StringRef Name);

} // namespace cuda_capture::checks

#endif // CUDA_CAPTURE_CHECKS_OPTIONNAMES_H
