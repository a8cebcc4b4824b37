//===- Frontend.h - Runs Clang's frontend on sources ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_FRONTEND_H
#define CUDA_CAPTURE_TOOL_FRONTEND_H

#include "Absences.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInvocation;
class Preprocessor;
} // namespace clang

struct Sources;

namespace cuda_capture::compdb {
struct Command;
} // namespace cuda_capture::compdb

namespace cuda_capture::lower {
class CaptureWords;
} // namespace cuda_capture::lower

/// A function that uses a parsed source.
using UseSource =
    llvm::function_ref<void(clang::ASTContext &, clang::Preprocessor &)>;

/// The result of parsing a source.
struct FrontendOutcome {
  /// Whether there was something to analyse.
  bool Parsed = false;
  /// "file:line:column: text"; empty if there was no error.
  std::string FirstError;
  /// The absolute paths of all files that were read, sorted.
  std::vector<std::string> FilesRead;
  /// The paths at which no file was found.
  Absences Absent;
  /// The reason why the preamble could not be used; empty if it was, or if
  /// there was none.
  std::string PreambleProblem;
  /// Headers that are not analysed; see lower::headersTakenForSystem().
  std::vector<std::string> TakenForSystem;
};

/// Options for parsing a source.
struct ParseOptions {
  /// The file with a preamble, which precompile() has written; may be empty.
  std::string Preamble;
  /// "#pragma system_header" has no effect.
  bool IgnoreSystemPragma = false;
  /// Notes what the parser reads; may be null.
  cuda_capture::lower::CaptureWords *Words = nullptr;
};

/// Returns the reason why a command cannot run in \p Folder; empty if it can.
std::string problemOfFolder(llvm::StringRef Folder);

/// Parses each source as parseQuietly() does and calls \p Use with it, even if
/// it has errors. Prints the first error of each source, in the words of
/// 'check'. \returns false if some source has errors.
bool forEachSource(Sources &S, UseSource Use);

/// Parses the only source of \p S and calls \p Use with it, even if it has
/// errors. Prints nothing. If the source does not begin with the preamble, or
/// if there are errors, the source is parsed again without the preamble.
FrontendOutcome parseQuietly(const Sources &S, UseSource Use,
                             const ParseOptions &How = {});

/// Writes a preamble to \p Output. It is for sources that have the flags of the
/// only source of \p S and first include \p Header, which that source consists
/// of. If \p Header is empty, the preamble consists of what the flags include.
/// \returns the reason of a failure, or an empty string.
std::string precompile(const Sources &S, llvm::StringRef Header,
                       llvm::StringRef Output);

/// Returns the invocation that Clang makes of a command, without running
/// anything; null if Clang does not understand the command. Prints nothing.
std::shared_ptr<clang::CompilerInvocation>
invocationOf(const cuda_capture::compdb::Command &C);

#endif // CUDA_CAPTURE_TOOL_FRONTEND_H
