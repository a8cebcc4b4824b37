//===- SourceSettings.h - The settings of each source -----------*- C++ -*-===//
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

/// The settings of each source of a program. Sources may differ in capturable
/// functions, levels and checks. They share one knowledge base, which contains
/// what any of their configurations names.
class SourceSettings {
public:
  struct Request {
    /// Whether .clang-tidy files select the checks.
    bool SelectsChecks = false;
    Contracts Of = Contracts::Declared;
    /// Lists, separated by ';', of what is declared capturable in addition to
    /// what the files declare.
    std::string MoreFunctions = "", MoreEntryPoints = "";
    /// The mode where the files name none; may be empty.
    std::string Mode = "";
    /// Whether the program has threads that are not seen, where the files do
    /// not say so.
    bool OtherThreads = false;
    /// The checks that the command line selects if the files do not.
    std::string Checks = "";
  };

  /// Reads the settings of \p Sources. Returns an error if a setting is
  /// invalid.
  static llvm::Expected<SourceSettings>
  read(llvm::ArrayRef<std::string> Sources, const Request &Wanted);

  /// Returns the settings of \p Source, or those of program() if it is unknown.
  const Settings &of(llvm::StringRef Source) const;
  /// Returns settings for what all sources share: the knowledge base, and the
  /// producer of objects.
  const Settings &program() const { return *Each.front(); }
  /// Returns the widest level of any source.
  cuda_capture::report::Level level() const;
  /// Returns notices about names in .clang-tidy files that have no meaning,
  /// each one once.
  const std::vector<report::ConfigurationNotice> &notices() const {
    return Notices;
  }
  /// Returns the number of sources for which no check is selected.
  size_t numTurnedOff() const;

private:
  std::vector<std::unique_ptr<Settings>> Each;
  llvm::StringMap<const Settings *> BySource;
  std::vector<report::ConfigurationNotice> Notices;
};

#endif // CUDA_CAPTURE_TOOL_SOURCESETTINGS_H
