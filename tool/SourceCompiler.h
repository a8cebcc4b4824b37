//===- SourceCompiler.h - Compilation of sources to objects -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SOURCECOMPILER_H
#define CUDA_CAPTURE_TOOL_SOURCECOMPILER_H

#include "../lib/compdb/Command.h"
#include "Cache.h"
#include "Demand.h"
#include "WholeProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

/// A compile command of the program, and its result.
struct Task {
  cuda_capture::compdb::Command Command;
  std::string Key;
  const Settings *Set = nullptr;
  cuda_capture::report::Unit Unit;
  /// The code that was found not to be analysed when the source was compiled.
  std::vector<cuda_capture::report::Gap> Gaps;
  std::unique_ptr<cuda_capture::ir::Object> Object;
};

/// The part of 'check' that runs 'compile' for each source whose result is not
/// known.
class SourceCompiler {
public:
  /// \p Scratch is a folder that only this run uses. The other arguments must
  /// outlive this object.
  SourceCompiler(std::vector<Task> &Tasks, const WholeProgramOptions &Opts,
                 Cache &Files, std::string Scratch)
      : Tasks(Tasks), Opts(Opts), Files(Files), Scratch(std::move(Scratch)) {}

  /// Marks the tasks whose sources captures have nothing to do with. Uses the
  /// decision of an earlier run if none of the files that it depends on has
  /// changed. Also computes notices().
  void skip();
  /// Returns notices about the user's own rows that match no function of the
  /// program.
  const std::vector<cuda_capture::report::ConfigurationNotice> &
  notices() const {
    return Notices;
  }

  /// Compiles the tasks that are not marked, and sets their objects and states.
  void compile();

  /// Returns the arguments of a process for \p T. Writes the file with its
  /// compile command.
  std::vector<std::string> arguments(const Task &T, llvm::StringRef Command,
                                     llvm::StringRef Output);

  /// Returns the path of a temporary file of this run.
  std::string scratch(const llvm::Twine &Key, llvm::StringRef Kind) const {
    return (Scratch + "/" + Key + Kind).str();
  }

private:
  void scan(llvm::ArrayRef<size_t> Of);
  std::vector<std::string> writePreambles(llvm::ArrayRef<size_t> Of);
  std::vector<size_t> compile(llvm::ArrayRef<size_t> Of,
                              llvm::ArrayRef<std::string> Preambles);
  std::string writeCommand(llvm::StringRef Key,
                           const cuda_capture::compdb::Command &C);

  std::vector<Task> &Tasks;
  const WholeProgramOptions &Opts;
  Cache &Files;
  const std::string Scratch;
  /// The words of sources, as long as they are needed. ScannedAs has the index
  /// of each task's source in them.
  std::unique_ptr<ScannedSources> Scanned;
  std::vector<cuda_capture::report::ConfigurationNotice> Notices;
  llvm::DenseMap<size_t, size_t> ScannedAs;
};

#endif // CUDA_CAPTURE_TOOL_SOURCECOMPILER_H
