//===- Demand.h - Which sources have to be parsed ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_DEMAND_H
#define CUDA_CAPTURE_TOOL_DEMAND_H

#include "../lib/compdb/Command.h"
#include "Settings.h"
#include "llvm/ADT/ArrayRef.h"

/// A command of a program, and what holds for its source.
struct DemandedSource {
  const cuda_capture::compdb::Command *Command = nullptr;
  std::string File; ///< Absolute.
  const Settings *Set = nullptr;
};

struct Demand {
  /// For each command, whether captures may have to do with its source.
  std::vector<bool> Needed;
  /// What this was decided by.
  std::vector<std::string> FilesRead;
};

/// Decides by the words of the sources and their headers, which takes a small
/// part of the time of parsing them. What cannot be told is needed.
Demand findDemand(llvm::ArrayRef<DemandedSource> Sources);

#endif // CUDA_CAPTURE_TOOL_DEMAND_H
