//===- HtmlPage.h - The frame of pages that we write ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What all our pages have in common: one file that loads nothing, with the
/// style and the script of lib/report/html, which alone may run in it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_HTMLPAGE_H
#define CUDA_CAPTURE_REPORT_HTMLPAGE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {

/// \p Text for an element or an attribute in quotes. What is no text, such as
/// control characters, is replaced.
std::string html(llvm::StringRef Text);

/// Writes a page; \p Body writes what is inside of it.
void writeHtmlPage(llvm::raw_ostream &OS, llvm::StringRef Title,
                   llvm::function_ref<void()> Body);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_HTMLPAGE_H
