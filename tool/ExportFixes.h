//===- ExportFixes.h - Edits for clang-apply-replacements -------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_EXPORTFIXES_H
#define CUDA_CAPTURE_TOOL_EXPORTFIXES_H

#include "../lib/report/SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

/// Writes findings with their certain edits, as clang-tidy's --export-fixes
/// does. Edits that a person has to choose from are left out, because
/// clang-apply-replacements makes every edit that it finds. \p Folder is the
/// folder in which the run was started.
void writeFixes(llvm::raw_ostream &OS, const cuda_capture::report::Results &R,
                llvm::StringRef Folder,
                cuda_capture::report::SourceFiles &Sources);

#endif // CUDA_CAPTURE_TOOL_EXPORTFIXES_H
