//===- UnitVerdicts.h - The analysis of a program, unit by unit -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The verdict on a unit of a linked program depends on its settings and on the
/// functions that the analysis reads. It is kept with digests of both, so that
/// the next run analyses only the units of which one has changed.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_UNITVERDICTS_H
#define CUDA_CAPTURE_TOOL_UNITVERDICTS_H

#include "../lib/link/Program.h"
#include "../lib/report/Diagnostic.h"
#include "Cache.h"
#include "Linked.h"
#include "Settings.h"
#include "llvm/ADT/StringMap.h"

/// What the analysis says of a unit.
struct UnitVerdict {
  /// The findings in words, without edits.
  std::vector<cuda_capture::report::Diagnostic> Findings;
  /// The roots that were not analysed completely.
  std::vector<cuda_capture::report::Gap> Gaps;
  /// The time for the unit was used up.
  bool IsLate = false;
};

/// The verdicts on the units of a program.
class UnitVerdicts {
public:
  /// The arguments must outlive this object.
  UnitVerdicts(const cuda_capture::link::Program &P,
               cuda_capture::link::Bodies &Bodies, const Cache &Files)
      : P(P), Bodies(Bodies), Files(Files), Records(P, Bodies) {}

  /// Returns the verdict on \p Unit, from the cache if it is still right.
  /// \p Roots are the roots of the unit, as Bodies has just returned them.
  /// \p Key identifies the unit's compile command and options in the cache.
  /// The analysis takes at most \p Timeout seconds (0: no limit).
  UnitVerdict of(unsigned Unit,
                 llvm::ArrayRef<const cuda_capture::ir::Function *> Roots,
                 const Settings &Set, llvm::StringRef Key, unsigned Timeout);

  /// Returns the number of verdicts that were taken from the cache.
  unsigned numKept() const { return Kept; }

private:
  std::string
  settingsOf(unsigned Unit,
             llvm::ArrayRef<const cuda_capture::ir::Function *> Roots,
             const Settings &Set);
  const std::string &digestOf(llvm::StringRef Symbol);
  std::string writesOf(llvm::StringRef Global) const;
  std::optional<UnitVerdict> read(llvm::StringRef Kept, llvm::StringRef Unit);

  const cuda_capture::link::Program &P;
  cuda_capture::link::Bodies &Bodies;
  const Cache &Files;
  ProgramRecords Records;
  unsigned Kept = 0;
  /// The digests of functions by symbol; "-" for functions that are not
  /// defined.
  llvm::StringMap<std::string> Digests;
};

#endif // CUDA_CAPTURE_TOOL_UNITVERDICTS_H
