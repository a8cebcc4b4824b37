//===- Translate.h - Compile commands for Clang -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compile commands of nvcc, hipcc, and of Clang for CUDA and HIP become
/// commands by which Clang parses the host's side. Others stay as they are.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_TRANSLATE_H
#define CUDA_CAPTURE_COMPDB_TRANSLATE_H

#include "Command.h"
#include "Compiler.h"
#include "Toolkit.h"
#include <map>
#include <set>

namespace cuda_capture::compdb {

/// What became of a database.
struct Report {
  /// Options that were left out, as they were spelled, and how often.
  std::map<std::string, unsigned> Dropped;
  /// Options that nobody knows, which were left out, too.
  std::map<std::string, unsigned> Unknown;
  /// What somebody should look at; each is said once.
  std::set<std::string> Warnings;
  unsigned Commands = 0;
  unsigned Translated = 0;

  /// One line.
  std::string summary() const;
};

/// Chooses among options of the host's compiler what Clang understands, and
/// calls \p Drop with what it does not.
using HostOptionFilter = std::function<std::vector<std::string>(
    std::vector<std::string> Options,
    llvm::function_ref<void(llvm::StringRef)> Drop)>;

/// Keeps all options.
std::vector<std::string>
keepHostOptions(std::vector<std::string> Options,
                llvm::function_ref<void(llvm::StringRef)> Drop);

struct Settings {
  Machine On = Machine::real();
  /// Has the folders include and compat.
  std::string Share;
  /// A toolkit to use instead of those that the commands name.
  std::string CudaPath;
  /// The commands were made for this machine: a toolkit in a usual place will
  /// do if they name none.
  bool IsHere = false;
  HostOptionFilter HostOptions = keepHostOptions;
};

/// Options by which Clang finds CUDA's headers.
struct HeaderOptions {
  std::vector<std::string> First;
  /// Behind the program's own folders.
  std::vector<std::string> Last;
};

class Translator {
public:
  explicit Translator(Settings S) : S(std::move(S)) {}

  /// \returns the command for Clang. An error if a file with options cannot be
  /// read.
  llvm::Expected<Command> translate(const Command &C);

  const Report &report() const { return R; }

private:
  class NvccCommand;
  llvm::Expected<Command> translateNvcc(const Command &C, Compiler Found);
  Command translateClang(const Command &C, Compiler Found);
  Command translateHip(const Command &C, Compiler Found);

  /// The toolkit that a compiler belongs to; null, with a warning, if there is
  /// none.
  const Toolkit *toolkit(llvm::StringRef Compiler, llvm::StringRef Directory);
  /// For the headers of a toolkit, or, without one, for those that only
  /// declare.
  HeaderOptions headers(const Toolkit *T, bool IsCuda) const;
  /// Options for folders of a toolkit that Clang does not search by itself:
  /// each option is followed by its folder.
  std::vector<std::string> extraFolders(const Toolkit &T, bool IsCuda) const;

  Settings S;
  Report R;
  std::map<std::string, std::optional<Toolkit>> Toolkits;
};

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_TRANSLATE_H
