//===- CheckTexts.h - Texts of the checks from their pages ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names and descriptions of the checks for reports. Their only source is
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
  /// The text of the page before its first section, without markup.
  std::string Description;
  /// The page without its heading. Its links do not lead outside of docs/.
  llvm::StringRef Markdown;
};

/// Returns all checks, in the order of lib/analysis/Checks.def.
const std::vector<CheckText> &checkTexts();

/// Returns the check with this name, or null if there is none.
const CheckText *checkText(llvm::StringRef Name);

/// Returns \p Markdown without its markup for links, emphasis and code.
std::string plainText(llvm::StringRef Markdown);

/// Returns \p Markdown, a text of \p Page, with absolute links. \p Docs is the
/// address of docs/ and ends in a slash; if it is empty, each link is replaced
/// by its text.
std::string withAbsoluteLinks(llvm::StringRef Markdown, llvm::StringRef Page,
                              llvm::StringRef Docs);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_CHECKTEXTS_H
