//===- Reports.h - The reports that options ask for -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_REPORTS_H
#define CUDA_CAPTURE_TOOL_REPORTS_H

#include "../lib/report/Diagnostic.h"
#include "../lib/report/RunInfo.h"
#include "../lib/report/SourceFiles.h"
#include "Commands.h"

/// The options of a command that analyses a program for reports that are made
/// from its results alone.
class ReportOptions {
public:
  /// Adds the options to \p Of.
  explicit ReportOptions(llvm::cl::SubCommand &Of);

  /// Writes the reports that the options ask for.
  llvm::Error write(const cuda_capture::report::Results &R,
                    const cuda_capture::report::RunInfo &Run,
                    cuda_capture::report::SourceFiles &Sources) const;

private:
  using File = llvm::cl::opt<std::string>;
  File Sarif, CodeQuality, Json, JUnit, Reviewdog;
  llvm::cl::opt<bool> GitHub;
};

#endif // CUDA_CAPTURE_TOOL_REPORTS_H
