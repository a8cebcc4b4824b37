//===- TidyConfig.h - Options in .clang-tidy files --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The plugin is configured in .clang-tidy files, which clang-tidy reads. This
/// program reads the same files with clang-tidy's own code, so that both use
/// the same options.
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

/// The value of an option, and the file that sets it.
struct ConfiguredValue {
  std::string Text;
  std::string File;
};

/// The options that are configured for a source. A member is nullopt if the
/// option is not configured.
struct TidyOptions {
  /// A list of patterns that selects among our checks. It is also nullopt if
  /// the files only select among other checks.
  std::optional<ConfiguredValue> Checks;
  /// Files and folders, separated by ';'. Names that are not absolute are
  /// relative to the working directory.
  std::optional<ConfiguredValue> Knowledge;
  std::optional<ConfiguredValue> ReportPossible, FailingCalls;
  std::optional<ConfiguredValue> Language;
  std::optional<ConfiguredValue> Functions, Mode, EntryPoints;
  std::optional<ConfiguredValue> IgnoreSystemPragma, Driver, OtherThreads;
  /// Problems with names of checks and options that do not exist.
  std::vector<report::ConfigurationNotice> Notices;
};

/// Returns the first place of \p Text in \p File, or the file as a whole if it
/// does not contain \p Text.
report::Position placeOfText(llvm::StringRef File, llvm::StringRef Text);

/// Reads .clang-tidy files, each one once.
class TidyConfig {
public:
  TidyConfig();
  ~TidyConfig();

  /// Returns the options of the nearest .clang-tidy above \p Source, and of
  /// those from which it inherits. \returns an error if one of them cannot be
  /// parsed; it names the file and the place.
  llvm::Expected<TidyOptions> optionsFor(llvm::StringRef Source);

private:
  struct Reader;
  std::unique_ptr<Reader> R;
};

#endif // CUDA_CAPTURE_TOOL_TIDYCONFIG_H
