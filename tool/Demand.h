//===- Demand.h - Which sources have to be parsed ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_DEMAND_H
#define CUDA_CAPTURE_TOOL_DEMAND_H

#include "../lib/compdb/Command.h"
#include "../lib/report/Diagnostic.h"
#include "Settings.h"
#include <memory>
#include <vector>

namespace cuda_capture::scan {
struct Leading;
} // namespace cuda_capture::scan

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
  /// Absolute paths at which files were looked for in vain.
  std::vector<std::string> Absent;
  /// Rows of the user's own that no function of the program has.
  std::vector<cuda_capture::report::ConfigurationNotice> Notices;
};

/// The words of sources and of their headers. Each file is read once, which
/// takes a small part of the time of parsing it.
class ScannedSources {
public:
  /// What is pointed at lives as long as this.
  explicit ScannedSources(std::vector<DemandedSource> Sources);
  ~ScannedSources();

  const DemandedSource &operator[](size_t I) const { return Sources[I]; }

  /// Which sources have to be parsed. What the words do not tell is needed.
  Demand demand();

  /// What a source begins with (scan::leading).
  std::vector<cuda_capture::scan::Leading> leading(size_t I);
  /// The same number for sources whose commands differ in nothing but the names
  /// of files.
  unsigned group(size_t I) const;

private:
  struct Words;
  const std::vector<DemandedSource> Sources;
  std::unique_ptr<Words> All;
};

#endif // CUDA_CAPTURE_TOOL_DEMAND_H
