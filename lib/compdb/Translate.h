//===- Translate.h - Compile commands for Clang -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Translates compile commands of nvcc, of hipcc, and of Clang for CUDA and HIP
/// into commands by which Clang parses the host's side. Other commands stay as
/// they are.
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

/// Statistics and warnings of the translation of a database.
struct Report {
  /// The spellings of options that were dropped, and how often each was.
  std::map<std::string, unsigned> Dropped;
  /// The same for options that are unknown.
  std::map<std::string, unsigned> Unknown;
  /// Problems that the user should look at, each one once.
  std::set<std::string> Warnings;
  unsigned Commands = 0;
  unsigned Translated = 0;

  /// Returns the statistics as one line.
  std::string summary() const;
};

/// Returns those options of the host's compiler that Clang understands, and
/// calls \p Drop with the others.
using HostOptionFilter = std::function<std::vector<std::string>(
    std::vector<std::string> Options,
    llvm::function_ref<void(llvm::StringRef)> Drop)>;

/// A filter that keeps all options.
std::vector<std::string>
keepHostOptions(std::vector<std::string> Options,
                llvm::function_ref<void(llvm::StringRef)> Drop);

/// The settings of a translation.
struct Settings {
  Machine On = Machine::real();
  /// The folder that contains the folders include and compat.
  std::string Share;
  /// The toolkit to use instead of those that the commands name; may be empty.
  std::string CudaPath;
  /// The commands were made for this machine. If they name no toolkit, one in a
  /// usual folder is used.
  bool IsHere = false;
  HostOptionFilter HostOptions = keepHostOptions;
};

/// Options by which Clang finds CUDA's headers.
struct HeaderOptions {
  std::vector<std::string> First;
  /// These stand behind the program's own folders.
  std::vector<std::string> Last;
};

/// Translates compile commands one by one.
class Translator {
public:
  explicit Translator(Settings S) : S(std::move(S)) {}

  /// Returns the command for Clang, or an error if an options file cannot be
  /// read.
  llvm::Expected<Command> translate(const Command &C);

  const Report &report() const { return R; }

private:
  class NvccCommand;
  llvm::Expected<Command> translateNvcc(const Command &C, Compiler Found);
  Command translateClang(const Command &C, Compiler Found);
  Command translateHip(const Command &C, Compiler Found);

  /// Returns the toolkit to which a compiler belongs, owned by the translator.
  /// Returns null and adds a warning if there is none.
  const Toolkit *toolkit(llvm::StringRef Compiler, llvm::StringRef Directory);
  /// Returns the options for the headers of a toolkit. If \p T is null, these
  /// are our headers, which only declare the API.
  HeaderOptions headers(const Toolkit *T, bool IsCuda) const;
  /// Returns options for the folders of a toolkit that Clang does not search by
  /// itself. Each option is followed by its folder.
  std::vector<std::string> extraFolders(const Toolkit &T, bool IsCuda) const;

  Settings S;
  Report R;
  std::map<std::string, std::optional<Toolkit>> Toolkits;
};

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_TRANSLATE_H
