//===- CheckTexts.h - What the checks are, from their pages -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names and descriptions of the checks for reports. Their one source is
/// docs/checks, which is built in.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_CHECKTEXTS_H
#define CUDA_CAPTURE_REPORT_CHECKTEXTS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cuda_capture::report {

struct CheckText {
  std::string Name;    ///< "cuda-capture-unsafe-call".
  std::string Page;    ///< "checks/unsafe-call.md", in docs/.
  std::string Summary; ///< One plain sentence.
  /// What the page says before its first section, without markup.
  std::string Description;
  /// The page without its heading; links lead nowhere outside of docs/.
  llvm::StringRef Markdown;
};

/// All checks, in the order of lib/analysis/Checks.def.
const std::vector<CheckText> &checkTexts();

/// The check of this name; null if there is none.
const CheckText *checkText(llvm::StringRef Name);

/// Markdown without its marks: links, emphasis, code.
std::string plainText(llvm::StringRef Markdown);

/// \p Markdown of \p Page with its links made absolute; with an empty \p Docs
/// (an address that ends in a slash) they become what they show.
std::string withAbsoluteLinks(llvm::StringRef Markdown, llvm::StringRef Page,
                              llvm::StringRef Docs);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_CHECKTEXTS_H
