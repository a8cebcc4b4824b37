//===- Describe.h - Findings as data ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_DESCRIBE_H
#define CUDA_CAPTURE_REPORT_DESCRIBE_H

#include "../analysis/Analysis.h"
#include "Diagnostic.h"
#include "Message.h"

namespace cuda_capture::report {

/// Where an instruction stands in the files of the program.
using PlaceOf = llvm::function_ref<Position(const ir::Loc &)>;

/// Name of the rule's check, as clang-tidy knows it.
std::string checkName(analysis::Rule R);

/// \p F in the words \p M. Has no edits and no alternatives, which need the
/// source; the note with the remedy is the last.
Diagnostic describe(const analysis::Finding &F, const Message &M,
                    const KnowledgeBase &KB, PlaceOf Where);

/// A root that was not analysed completely, in words.
Gap describe(const analysis::CoverageGap &G, PlaceOf Where);

/// Says that \p File was not looked at, which begins a capture and is a system
/// header for its "#pragma system_header".
Gap passedOver(llvm::StringRef File);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_DESCRIBE_H
