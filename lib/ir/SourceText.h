//===- SourceText.h - Source code without comments --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells whether a file has the same code as when an index was made. Comments
/// and blanks have no meaning, but they move the code behind them to other
/// lines.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_SOURCETEXT_H
#define CUDA_CAPTURE_IR_SOURCETEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cuda_capture::ir {

/// Consecutive lines that have code.
struct LineRun {
  unsigned First = 0, Count = 0;
  bool operator==(const LineRun &O) const {
    return First == O.First && Count == O.Count;
  }
};

/// A source without its comments, and with one blank where there were some.
struct SourceText {
  std::string Code;
  /// The lines on which the code stood.
  std::vector<LineRun> Lines;

  /// Returns a digest of the code. 0 stands for a file that cannot be read, and
  /// no code has that digest.
  uint64_t digest() const;
};

SourceText sourceTextOf(llvm::StringRef Text);

/// Returns the same for a file; empty, with the digest 0, if the file cannot be
/// read.
SourceText sourceTextIn(llvm::StringRef File);

/// Returns the line of \p Now that corresponds to \p Line of \p Before, which
/// has the same code.
unsigned movedLine(llvm::ArrayRef<LineRun> Before, llvm::ArrayRef<LineRun> Now,
                   unsigned Line);

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_SOURCETEXT_H
