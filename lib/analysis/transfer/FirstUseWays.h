//===- FirstUseWays.h - Where the outcomes of a branch lead -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_FIRSTUSEWAYS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_FIRSTUSEWAYS_H

#include "../../ir/IR.h"
#include "llvm/ADT/BitVector.h"

namespace cuda_capture::analysis {

/// Where control can get from one outcome of a branch.
struct Ways {
  /// To one of the wanted blocks.
  bool Reaches = false;
  /// Back to the branch, to where its outcomes meet, or out of the function,
  /// past all wanted blocks.
  bool GetsPast = false;
};

/// Follows control in \p F from the block \p From until it comes to one of
/// \p Wanted, back to \p Block, or to \p Until. A call of an API that fails has
/// tried to make something: where only its failure leads does not count.
Ways waysFrom(const llvm::BitVector &Wanted, const ir::Function &F,
              unsigned From, unsigned Block, unsigned Until);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_FIRSTUSEWAYS_H
