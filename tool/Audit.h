//===- Audit.h - cuda-capture audit -----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_AUDIT_H
#define CUDA_CAPTURE_TOOL_AUDIT_H

#include "../lib/analysis/Audit.h"
#include "../lib/report/Diagnostic.h"
#include "Commands.h"

/// A line of the report, and where it points.
struct AuditNote {
  std::string Text, File;
  unsigned Line = 0, Column = 0;
};

/// A function, and what is said of it.
struct AuditedFunction {
  cuda_capture::analysis::Capturability Verdict;
  AuditNote Where; ///< Text: its name.
  struct Reason {
    AuditNote What;
    std::string Check;   ///< Name of the check, if a rule is broken.
    std::string Error;   ///< Of the runtime; empty if there is none.
    unsigned Number = 0; ///< Its number.
    std::vector<AuditNote> Path;
  };
  std::vector<Reason> Reasons;
};

/// What an audit has to say.
struct AuditReport {
  /// The functions that have to do with captures, in the order of their places.
  std::vector<AuditedFunction> Functions;
  /// How many functions beside those were looked at.
  size_t NumOthers = 0;
  /// What became of the sources.
  std::vector<cuda_capture::report::Unit> Units;

  /// Whether all sources were analysed, without errors.
  bool isComplete() const;
};

enum class AuditFormat { Text, Json, Html };

void printAudit(llvm::raw_ostream &OS, const AuditReport &Report,
                AuditFormat Format);

#endif // CUDA_CAPTURE_TOOL_AUDIT_H
