//===- SourceText.h - What a compiler reads of a source ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells whether a file says the same as when an index was made: comments and
/// blanks mean nothing, but move what is behind them to other lines.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_SOURCETEXT_H
#define CUDA_CAPTURE_IR_SOURCETEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cuda_capture::ir {

/// Lines that follow each other, and have code.
struct LineRun {
  unsigned First = 0, Count = 0;
  bool operator==(const LineRun &O) const {
    return First == O.First && Count == O.Count;
  }
};

/// A source without its comments, and with one blank where there were some.
struct SourceText {
  std::string Code;
  /// Where each line of it stood.
  std::vector<LineRun> Lines;

  /// 0 stands for a file that cannot be read, and is the digest of none.
  uint64_t digest() const;
};

SourceText sourceTextOf(llvm::StringRef Text);

/// The same for a file; empty, with the digest 0, if it cannot be read.
SourceText sourceTextIn(llvm::StringRef File);

/// Where line \p Line of \p Before is in \p Now, which have the same code.
unsigned movedLine(llvm::ArrayRef<LineRun> Before, llvm::ArrayRef<LineRun> Now,
                   unsigned Line);

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_SOURCETEXT_H
