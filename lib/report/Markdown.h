//===- Markdown.h - Results as the summary of a job -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes results in Markdown, for the page that GitHub shows for a job and for
/// comments.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_MARKDOWN_H
#define CUDA_CAPTURE_REPORT_MARKDOWN_H

#include "Lanes.h"
#include "RunInfo.h"
#include "llvm/ADT/ArrayRef.h"

namespace cuda_capture::report {

/// The size of a page, in bytes, that GitHub shows completely.
inline constexpr size_t MarkdownLimit = 1000 * 1000;

/// Writes the findings with their sources as a terminal shows them, what could
/// not be analysed, and the captures as lanes. Findings and captures that would
/// make the page larger than \p Limit are left out, and counted.
void writeMarkdown(llvm::raw_ostream &OS, const Results &R, const RunInfo &Run,
                   llvm::ArrayRef<LanesOfRegion> Regions,
                   size_t Limit = MarkdownLimit);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_MARKDOWN_H
