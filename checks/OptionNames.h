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

// All checks share these options, whose names have no prefix.
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
inline constexpr llvm::StringLiteral DriverOption = "CudaCaptureDriver";
inline constexpr llvm::StringLiteral OtherThreadsOption =
    "CudaCaptureOtherThreads";
inline constexpr llvm::StringLiteral IndexOption = "CudaCaptureIndex";

/// Only cuda-capture-leak-on-error has this option.
inline constexpr llvm::StringLiteral FailingCallsOption = "FailingCalls";

/// Returns the problems of a list of checks (Checks, --checks): its patterns
/// that look like names of our checks, but select none of them.
std::vector<std::string> problemsWithChecks(llvm::StringRef List);

/// Returns the problem of a name in CheckOptions; empty if the name is one of
/// our options, or does not look like one.
std::string problemWithOption(llvm::StringRef Name);

} // namespace cuda_capture::checks

#endif // CUDA_CAPTURE_CHECKS_OPTIONNAMES_H
