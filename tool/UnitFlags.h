//===- UnitFlags.h - Compile flags of sources -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_UNITFLAGS_H
#define CUDA_CAPTURE_TOOL_UNITFLAGS_H

#include "../lib/scan/Sources.h"
#include "Demand.h"
#include <map>

/// Reads compile commands as Clang does. Commands that only differ in the names
/// of files are read once.
class FlagReader {
public:
  /// Returns the flags of the source \p S.
  cuda_capture::scan::UnitFlags read(const DemandedSource &S);
  /// Returns a number that is the same for sources whose commands only differ
  /// in the names of files.
  unsigned group(const DemandedSource &S) { return known(S).Group; }

private:
  struct Flags {
    unsigned Group = 0;
    cuda_capture::scan::UnitFlags Read;
  };
  const Flags &known(const DemandedSource &S);
  std::map<std::string, Flags> Known;
};

#endif // CUDA_CAPTURE_TOOL_UNITFLAGS_H
