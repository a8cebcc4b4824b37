//===- OwnRows.h - Rows of the user's own knowledge -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_OWNROWS_H
#define CUDA_CAPTURE_TOOL_OWNROWS_H

#include "../lib/kb/KnowledgeBase.h"
#include "../lib/report/Diagnostic.h"
#include "../lib/scan/Sources.h"

/// Returns the words of a scoped name that are certain. Words with wildcards,
/// and words behind template arguments, are not.
std::vector<std::string> certainWords(llvm::StringRef Name);

/// Returns notices about the rows that are not built in and whose names no file
/// of \p Program spells: neither a source nor a header that it may include.
/// Such rows have no effect. Returns nothing if it is not certain that all
/// files were read.
std::vector<cuda_capture::report::ConfigurationNotice>
rowsWithoutFunction(const cuda_capture::KnowledgeBase &KB,
                    llvm::ArrayRef<std::string> Paths,
                    const cuda_capture::scan::Sources &Program);

#endif // CUDA_CAPTURE_TOOL_OWNROWS_H
