//===- ResultsJson.h - Results as JSON, and back ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The format in which the processes of a run exchange results, and in which
/// results are kept. It is not a format for other programs, because it changes
/// with the structures.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_RESULTSJSON_H
#define CUDA_CAPTURE_REPORT_RESULTSJSON_H

#include "Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace cuda_capture::report {

/// The version of the format. Raise it with every change of the output.
inline constexpr unsigned ResultsVersion = 2;

/// Returns the name of a translation unit's state in documents.
llvm::StringRef nameOf(Unit::State S);

/// Returns \p R as one line, which is the same for the same results. Texts that
/// are not UTF-8, as paths may be, are kept byte by byte.
std::string writeResults(const Results &R);

/// \returns the results, or an error with a line for each problem in \p Text
/// and its place. Messages name \p File.
llvm::Expected<Results> readResults(llvm::StringRef Text, llvm::StringRef File);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_RESULTSJSON_H
