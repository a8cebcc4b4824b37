//===- RecordChanges.h - What captures change in variables ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the functions that begin or end captures change in variables that other
/// functions can use, too. Such a variable may be a record of the captures that
/// run; see CaptureRecords.h.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_RECORDCHANGES_H
#define CUDA_CAPTURE_ANALYSIS_RECORDCHANGES_H

#include <map>
#include <set>
#include <string>

namespace cuda_capture::analysis {

/// What the functions that begin captures, and those that end them, do to a
/// variable: the numbers that they write ("=1"), the operators that they apply
/// to it ("+"), and the functions that they call for it.
struct ChangesOfVariable {
  std::set<std::string> AtBegin, AtEnd;
  /// Whether the variable tells whether a capture runs.
  bool undoEachOther() const;
  /// Whether the variable is set to zero where captures end, and nowhere where
  /// they begin.
  bool isZeroAtEndOnly() const;
};

/// The changes by variable: the name of a global with "@" before it, or the
/// class and the name of a member.
using RecordChanges = std::map<std::string, ChangesOfVariable>;

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_RECORDCHANGES_H
