//===- Demand.h - Sources that must be parsed -------------------*- C++ -*-===//
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

/// A compile command of a program, and the settings for its source.
struct DemandedSource {
  const cuda_capture::compdb::Command *Command = nullptr;
  std::string File; ///< Absolute.
  const Settings *Set = nullptr;
};

/// The sources that must be parsed, and the files on which this depends.
struct Demand {
  /// Whether captures may have to do with the source of each command.
  std::vector<bool> Needed;
  /// The files that were read to decide this.
  std::vector<std::string> FilesRead;
  /// Absolute paths at which no file was found.
  std::vector<std::string> Absent;
  /// The user's own rows that match no function of the program.
  std::vector<cuda_capture::report::ConfigurationNotice> Notices;
};

/// Reads the words of sources and of their headers. Each file is read once,
/// which takes a small part of the time for parsing it.
class ScannedSources {
public:
  /// The commands and settings that \p Sources points to must outlive this
  /// object.
  explicit ScannedSources(std::vector<DemandedSource> Sources);
  ~ScannedSources();

  const DemandedSource &operator[](size_t I) const { return Sources[I]; }

  /// Decides which sources must be parsed. A source must be parsed if its words
  /// leave this open.
  Demand demand();

  /// Returns the headers that a source begins with; see scan::leading().
  std::vector<cuda_capture::scan::Leading> leading(size_t I);
  /// Returns a number that is the same for sources whose commands differ only
  /// in the names of files.
  unsigned group(size_t I) const;

private:
  struct Words;
  const std::vector<DemandedSource> Sources;
  std::unique_ptr<Words> All;
};

#endif // CUDA_CAPTURE_TOOL_DEMAND_H
