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

struct WholeProgramOptions {
  unsigned Jobs = 1;
  unsigned Timeout = 0; ///< For each source, in seconds; 0: none.
  /// Empty: nothing is kept.
  std::string CacheFolder;
  /// What is removed of it at the end.
  llvm::CachePruningPolicy Policy = {};
  /// The sources are the program: what they define for each other is kept for
  /// the plugin.
  bool IsWhole = true;
  /// Compile everything, even what no capture can have to do with.
  bool All = false;
  /// Parse once what several sources begin with, if that saves as much
  /// (planPreambles); nullopt: never.
  std::optional<unsigned> PreambleGain;
  bool Quiet = false;
  /// Where to write the index; empty: nowhere.
  std::string IndexFile;
  /// Also say what the regions capture.
  bool Draw = false;
};

/// What a region captures, and the places of the findings that it speaks of.
struct RegionInProgram {
  cuda_capture::report::DrawnRegion Region;
  std::vector<std::pair<std::string, cuda_capture::report::Position>> Findings;
};

struct CheckedProgram {
  cuda_capture::report::Results Results;
  std::vector<RegionInProgram> Regions;
};

/// Compiles the sources, or all of the database, in processes of their own,
/// links them, analyses the program, and has the sources with findings looked
/// at once more, for edits. What happens to one source costs that source.
/// \returns all that was found, each once for each source; an error if the run
/// as a whole failed.
llvm::Expected<CheckedProgram> checkProgram(Sources &S,
                                            const SourceSettings &Set,
                                            const WholeProgramOptions &Opts);

/// What is done with a unit of a program that was linked.
using UseUnit = llvm::function_ref<void(
    const cuda_capture::link::Program &P, unsigned Unit,
    cuda_capture::link::Bodies &Bodies, const Settings &Set)>;

/// Compiles and links the sources as checkProgram() does, and calls \p Use with
/// each unit. \returns what became of the sources.
llvm::Expected<std::vector<cuda_capture::report::Unit>>
linkProgram(Sources &S, const SourceSettings &Set,
            const WholeProgramOptions &Opts, UseUnit Use);

/// The names of the sources, absolute: those that are given, or all of the
/// database.
std::vector<std::string> sourcesOf(const Sources &S);

#endif // CUDA_CAPTURE_TOOL_WHOLEPROGRAM_H
