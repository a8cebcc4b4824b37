//===- SourceCompiler.h - Sources become objects ----------------*- C++ -*-===//
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

/// A command of the database, and what became of it.
struct Task {
  cuda_capture::compdb::Command Command;
  std::string Key;
  const Settings *Set = nullptr;
  cuda_capture::report::Unit Unit;
  /// What was passed over when it was compiled.
  std::vector<cuda_capture::report::Gap> Gaps;
  std::unique_ptr<cuda_capture::ir::Object> Object;
};

/// The part of 'check' that runs 'compile' for each source, unless it is known
/// what becomes of it.
class SourceCompiler {
public:
  /// \p Scratch is a folder of this run's own. All else lives as long as this.
  SourceCompiler(std::vector<Task> &Tasks, const WholeProgramOptions &Opts,
                 Cache &Files, std::string Scratch)
      : Tasks(Tasks), Opts(Opts), Files(Files), Scratch(std::move(Scratch)) {}

  /// Marks the tasks whose sources captures have nothing to do with, as the run
  /// before did if no file has changed since that was decided by.
  /// Also finds notices().
  void skip();
  /// Rows of the user's own that no function of the program has.
  const std::vector<cuda_capture::report::ConfigurationNotice> &
  notices() const {
    return Notices;
  }

  /// Gives each of the others its object, and says what became of it.
  void compile();

  /// The options of a process for \p T; writes the file that has its command.
  std::vector<std::string> arguments(const Task &T, llvm::StringRef Command,
                                     llvm::StringRef Output);

  /// A file that only this run needs.
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
  /// The words of sources, while somebody may ask; and which source each task
  /// is there.
  std::unique_ptr<ScannedSources> Scanned;
  std::vector<cuda_capture::report::ConfigurationNotice> Notices;
  llvm::DenseMap<size_t, size_t> ScannedAs;
};

#endif // CUDA_CAPTURE_TOOL_SOURCECOMPILER_H
