//===- ResultsJson.h - Results as JSON, and back ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How the processes of a run hand results to each other, and how results are
/// kept. No format for other programs: it changes with the structures.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_RESULTSJSON_H
#define CUDA_CAPTURE_REPORT_RESULTSJSON_H

#include "Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace cuda_capture::report {

/// To be raised with every change of what is written.
inline constexpr unsigned ResultsVersion = 2;

/// How documents name what became of a translation unit.
llvm::StringRef nameOf(Unit::State S);

/// \p R as one line, the same for the same results. Texts that are not UTF-8,
/// as paths may be, are kept byte by byte.
std::string writeResults(const Results &R);

/// What writeResults() made of results.
/// \returns what is wrong with \p Text and where, a line for each problem, in
/// the name of \p File.
llvm::Expected<Results> readResults(llvm::StringRef Text, llvm::StringRef File);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_RESULTSJSON_H
