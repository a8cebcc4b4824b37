//===- HtmlPage.h - The frame of generated pages ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The common parts of all generated pages. A page is one file that loads
/// nothing. It contains the style and the script of lib/report/html, and
/// nothing else may run in it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_HTMLPAGE_H
#define CUDA_CAPTURE_REPORT_HTMLPAGE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {

/// Escapes \p Text for an element or an attribute in quotes. Anything that is
/// not text, such as a control character, is replaced.
std::string html(llvm::StringRef Text);

/// Writes a page. \p Body writes its contents.
void writeHtmlPage(llvm::raw_ostream &OS, llvm::StringRef Title,
                   llvm::function_ref<void()> Body);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_HTMLPAGE_H
