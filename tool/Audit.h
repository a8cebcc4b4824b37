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
#include "llvm/Support/Error.h"
#include <map>

/// A text of the report, and its place in the sources.
struct AuditNote {
  std::string Text, File;
  unsigned Line = 0, Column = 0;
};

/// A function with its verdict and the reasons for it.
struct AuditedFunction {
  cuda_capture::analysis::Capturability Verdict;
  AuditNote Where; ///< The text is the name of the function.
  struct Reason {
    AuditNote What;
    std::string Check;   ///< Name of the check, if a rule is broken.
    std::string Error;   ///< Error of the runtime; empty if there is none.
    unsigned Number = 0; ///< Number of that error.
    std::vector<AuditNote> Path;
  };
  std::vector<Reason> Reasons;
  /// Whether it could be captured by the baseline, and cannot be any more.
  bool CouldBeCaptured = false;
};

/// The result of an audit.
struct AuditReport {
  /// The functions that matter to captures, in the order of their places.
  std::vector<AuditedFunction> Functions;
  /// The number of other functions that were audited.
  size_t NumOthers = 0;
  /// The sources and their states.
  std::vector<cuda_capture::report::Unit> Units;
  /// The number of functions that could be captured by the baseline, and that
  /// are not among Functions: they were removed, or have other names.
  size_t NumGone = 0;
};

/// Returns the word for \p Verdict in JSON.
const char *nameOf(cuda_capture::analysis::Capturability Verdict);

/// The functions that could be captured when an earlier audit was made.
class AuditBaseline {
public:
  /// The name of a file without its folder, and of a function.
  using Key = std::pair<std::string, std::string>;

  /// Reads the JSON of an audit.
  static llvm::Expected<AuditBaseline> read(const std::string &File);
  /// Sets AuditedFunction::CouldBeCaptured and NumGone in \p Report.
  void compare(AuditReport &Report) const;

private:
  /// The functions of a key that can be captured, and those that cannot.
  /// Neither counts those that are unknown.
  struct Counts {
    unsigned Can = 0, Cannot = 0;
    void add(cuda_capture::analysis::Capturability Verdict);
  };
  std::map<Key, Counts> Before;
};

enum class AuditFormat { Text, Json, Html };

/// Writes \p Report to \p OS. If \p Baseline is set, text lists only the
/// functions that could be captured by it.
void printAudit(llvm::raw_ostream &OS, const AuditReport &Report,
                AuditFormat Format, llvm::StringRef Baseline = "");

#endif // CUDA_CAPTURE_TOOL_AUDIT_H
