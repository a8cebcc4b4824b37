//===- Sarif.h - Results for code scanning ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes results as SARIF 2.1.0, for code scanning and viewers.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_SARIF_H
#define CUDA_CAPTURE_REPORT_SARIF_H

#include "RunInfo.h"
#include "SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {

/// A function that returns a text that identifies a finding and stays the same
/// while lines move. Similar findings may have the same text. It may be any
/// text, because its hash is written.
using Fingerprint = std::function<std::string(const Diagnostic &)>;

/// Writes a log with one run. Files in the root get relative addresses, and
/// columns are counted as editors do.
void writeSarif(llvm::raw_ostream &OS, const Results &R, const RunInfo &Run,
                SourceFiles &Sources, const Fingerprint &Print);

/// Returns \p Path as an address or a part of one. Characters with a special
/// meaning in an address are encoded.
std::string percentEncoded(llvm::StringRef Path);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_SARIF_H
