//===- WholeProgram.h - Compile, link, analyse ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_WHOLEPROGRAM_H
#define CUDA_CAPTURE_TOOL_WHOLEPROGRAM_H

#include "../lib/link/Program.h"
#include "../lib/report/Diagnostic.h"
#include "../lib/report/GraphText.h"
#include "SourceSettings.h"
#include "Sources.h"
#include "llvm/Support/CachePruning.h"

/// The options of checkProgram() and linkProgram().
struct WholeProgramOptions {
  unsigned Jobs = 1;
  unsigned Timeout = 0; ///< For each source, in seconds; 0: no limit.
  /// The folder of the cache; if it is empty, nothing is kept.
  std::string CacheFolder;
  /// The policy by which files of the cache are removed at the end.
  llvm::CachePruningPolicy Policy = {};
  /// The sources are the whole program. The index of their functions is kept
  /// for the plugin.
  bool IsWhole = true;
  /// Compile all sources, even those that captures have nothing to do with.
  bool All = false;
  /// Also list the overriders in other units that a virtual call may mean. They
  /// are listed in any case where possible findings are wanted.
  bool ListOverriders = false;
  /// The gain above which a preamble is used (see planPreambles); nullopt: none
  /// is used.
  std::optional<unsigned> PreambleGain;
  bool Quiet = false;
  /// The file to which the index is written; may be empty.
  std::string IndexFile;
  /// Also describe what the regions capture.
  bool Draw = false;
};

/// The description of a region, and the checks and places of the findings to
/// which it refers.
struct RegionInProgram {
  cuda_capture::report::DrawnRegion Region;
  std::vector<std::pair<std::string, cuda_capture::report::Position>> Findings;
};

/// The results of checkProgram().
struct CheckedProgram {
  cuda_capture::report::Results Results;
  std::vector<RegionInProgram> Regions;
};

/// Compiles the sources, or all of the database, in processes of their own,
/// links them, and analyses the program. The sources with findings are then
/// analysed once more for edits. A problem with one source does not affect the
/// others. \returns all findings, each one once for each source; an error if
/// the run as a whole failed.
llvm::Expected<CheckedProgram> checkProgram(Sources &S,
                                            const SourceSettings &Set,
                                            const WholeProgramOptions &Opts);

/// A function to call for each unit of a linked program.
using UseUnit = llvm::function_ref<void(
    const cuda_capture::link::Program &P, unsigned Unit,
    cuda_capture::link::Bodies &Bodies, const Settings &Set)>;

/// Compiles and links the sources as checkProgram() does, and calls \p Use for
/// each unit. \returns the states of the sources.
llvm::Expected<std::vector<cuda_capture::report::Unit>>
linkProgram(Sources &S, const SourceSettings &Set,
            const WholeProgramOptions &Opts, UseUnit Use);

/// Returns the absolute paths of the sources: those on the command line, or
/// else all of the database.
std::vector<std::string> sourcesOf(const Sources &S);

/// Returns \p Jobs, or the number of cores if it is 0.
unsigned jobsOrAllCores(unsigned Jobs);

/// Returns the folder of the cache beside the compile database of \p S; empty
/// if the commands are not from a database.
std::string cacheFolderFor(const Sources &S);

#endif // CUDA_CAPTURE_TOOL_WHOLEPROGRAM_H
