//===- WholeProgram.h - Compile, link, analyse ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_WHOLEPROGRAM_H
#define CUDA_CAPTURE_TOOL_WHOLEPROGRAM_H

#include "../lib/report/Diagnostic.h"
#include "Settings.h"
#include "Sources.h"

struct WholeProgramOptions {
  unsigned Jobs = 1;
  unsigned Timeout = 0; ///< For each source, in seconds; 0: none.
  /// Empty: nothing is kept.
  std::string CacheFolder;
  bool Quiet = false;
  /// Where to write the index; empty: nowhere.
  std::string IndexFile;
};

/// Compiles the sources, or all of the database, in processes of their own,
/// links them, analyses the program, and has the sources with findings looked
/// at once more, for edits. What happens to one source costs that source.
/// \returns all that was found, each once for each source; an error if the run
/// as a whole failed.
llvm::Expected<cuda_capture::report::Results>
checkProgram(Sources &S, const Settings &Set, const WholeProgramOptions &Opts);

#endif // CUDA_CAPTURE_TOOL_WHOLEPROGRAM_H
