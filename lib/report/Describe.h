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

/// A function that returns the position of an instruction in the files of the
/// program.
using PlaceOf = llvm::function_ref<Position(const ir::Loc &)>;

/// Returns the name of the rule's check in clang-tidy.
std::string checkName(analysis::Rule R);

/// Returns \p F as a diagnostic with the text \p M. It has no edits and no
/// alternatives, which require the source. Its last note is the one with the
/// remedy.
Diagnostic describe(const analysis::Finding &F, const Message &M,
                    const KnowledgeBase &KB, PlaceOf Where);

/// Describes a root that was not analysed completely.
Gap describe(const analysis::CoverageGap &G, PlaceOf Where);

/// Returns a gap which says that \p File was not analysed. The file begins a
/// capture, but is a system header, because of its "#pragma system_header" or,
/// if \p Library is given, because of that folder; see lower::PassedOver.
Gap passedOver(llvm::StringRef File, llvm::StringRef Library);

/// Returns a gap which says that \p Function, which may be empty, calls
/// \p Callee at \p At, and that errors keep the compiler from understanding
/// that call; see lower::UnreadCapture.
Gap notUnderstood(Position At, llvm::StringRef Function,
                  llvm::StringRef Callee);

/// Returns a gap which says that \p File hands \p Count functions to \p Library
/// that other sources define, where nothing declares them capturable.
Gap definedElsewhere(llvm::StringRef File, llvm::StringRef Library,
                     size_t Count);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_DESCRIBE_H
