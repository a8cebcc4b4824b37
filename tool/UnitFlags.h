//===- UnitFlags.h - How sources are compiled -------------------*- C++ -*-===//
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

/// Knows what clang makes of commands; those that differ in nothing but the
/// names of files are looked at once.
class FlagReader {
public:
  cuda_capture::scan::UnitFlags read(const DemandedSource &S);
  /// The same number for sources whose commands differ in nothing but the names
  /// of files.
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
