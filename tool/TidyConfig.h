//===- TidyConfig.h - What .clang-tidy files say ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The plugin is configured in .clang-tidy files, which clang-tidy reads; the
/// program reads the same files by clang-tidy's own code, so that both find the
/// same.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_TIDYCONFIG_H
#define CUDA_CAPTURE_TOOL_TIDYCONFIG_H

#include "../lib/report/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace report = cuda_capture::report;

/// A value, and the file that has it.
struct ConfiguredValue {
  std::string Text;
  std::string File;
};

/// What is configured for a source; what is not there is not configured.
struct TidyOptions {
  /// A list of patterns that selects among our checks. Not there, too, if the
  /// files select among others' only.
  std::optional<ConfiguredValue> Checks;
  /// Files and folders, absolute, separated by ';'.
  std::optional<ConfiguredValue> Knowledge;
  std::optional<ConfiguredValue> ReportPossible, FailingCalls;
  std::optional<ConfiguredValue> Language;
  std::optional<ConfiguredValue> Functions, Mode, EntryPoints;
  std::optional<ConfiguredValue> IgnoreSystemPragma;
  /// Names of checks and options that mean nothing: what is wrong, and where.
  std::vector<report::ConfigurationNotice> Notices;
};

/// The first place in \p File that has \p Text; the file as a whole if it is
/// not there.
report::Position placeOfText(llvm::StringRef File, llvm::StringRef Text);

/// Reads each file once.
class TidyConfig {
public:
  TidyConfig();
  ~TidyConfig();

  /// Of the nearest .clang-tidy above \p Source, and of those that it inherits
  /// from. \returns an error if one of them cannot be understood; it names file
  /// and place.
  llvm::Expected<TidyOptions> optionsFor(llvm::StringRef Source);

private:
  struct Reader;
  std::unique_ptr<Reader> R;
};

#endif // CUDA_CAPTURE_TOOL_TIDYCONFIG_H
