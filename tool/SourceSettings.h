//===- SourceSettings.h - What holds for each source ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SOURCESETTINGS_H
#define CUDA_CAPTURE_TOOL_SOURCESETTINGS_H

#include "Settings.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

/// The settings of each source of a program. What they say of functions, levels
/// and checks may differ; the knowledge is the program's: what any of them
/// knows.
class SourceSettings {
public:
  /// \p SelectsChecks: whether .clang-tidy files say which checks are of
  /// interest.
  static llvm::Expected<SourceSettings>
  read(llvm::ArrayRef<std::string> Sources, bool SelectsChecks);

  const Settings &of(llvm::StringRef Source) const;
  /// What is the same for all: the knowledge, and what objects are marked with.
  const Settings &program() const { return *Each.front(); }
  /// The widest.
  cuda_capture::report::Level level() const;
  /// Names in .clang-tidy files that mean nothing, each once.
  const std::vector<report::ConfigurationNotice> &notices() const {
    return Notices;
  }
  /// Sources of which nothing is to be reported.
  size_t numTurnedOff() const;

private:
  std::vector<std::unique_ptr<Settings>> Each;
  llvm::StringMap<const Settings *> BySource;
  std::vector<report::ConfigurationNotice> Notices;
};

#endif // CUDA_CAPTURE_TOOL_SOURCESETTINGS_H
