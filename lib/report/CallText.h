//===- CallText.h - What a call does in a capture ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says in words what a row of the knowledge base states, for readers who look
/// at a call in an editor.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_CALLTEXT_H
#define CUDA_CAPTURE_REPORT_CALLTEXT_H

#include "../kb/KnowledgeBase.h"
#include <string>
#include <vector>

namespace cuda_capture::report {

/// Returns lines that say what a call of \p Found does in a capture: whether it
/// is permitted, in which modes, with which error it is rejected, what to do
/// instead, and since which version it exists. The first line is the verdict.
std::vector<std::string> captureText(const Lookup &Found,
                                     const KnowledgeBase &KB, Language L);

/// Returns \p Text with the names that \p To has for functions and constants.
std::string inWordsOf(Family To, llvm::StringRef Text, const KnowledgeBase &KB);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_CALLTEXT_H
