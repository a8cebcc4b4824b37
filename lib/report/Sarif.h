//===- Sarif.h - Results for code scanning ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Results as SARIF 2.1.0, for code scanning and viewers.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_SARIF_H
#define CUDA_CAPTURE_REPORT_SARIF_H

#include "RunInfo.h"
#include "SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {

/// What stays the same of a finding while lines move. Findings that are alike
/// may have the same. Any text: its hash is written.
using Fingerprint = std::function<std::string(const Diagnostic &)>;

/// Writes a log with one run. Files in the root get relative addresses, and
/// columns are those of editors.
void writeSarif(llvm::raw_ostream &OS, const Results &R, const RunInfo &Run,
                SourceFiles &Sources, const Fingerprint &Print);

/// \p Path as (a part of) an address: what has a meaning there is encoded.
std::string percentEncoded(llvm::StringRef Path);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_SARIF_H
