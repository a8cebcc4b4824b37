//===- JUnit.h - Results as a report of tests -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes results as JUnit's XML, which most servers of continuous integration
/// show as a table of tests. Elements have only the attributes that strict
/// readers, such as Jenkins' xUnit plugin, know.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_JUNIT_H
#define CUDA_CAPTURE_REPORT_JUNIT_H

#include "RunInfo.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {
struct Results;

/// Writes a suite for each file. In it, a test passes if the source was
/// analysed, each finding is a test that fails, and what was not analysed, or
/// not completely, is a test with an error. What does not make the run fail is
/// a test that was skipped.
void writeJUnit(llvm::raw_ostream &OS, const Results &R, const RunInfo &Run);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_JUNIT_H
