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

using UseSource =
    llvm::function_ref<void(clang::ASTContext &, clang::Preprocessor &)>;

/// What became of a source.
struct FrontendOutcome {
  /// There was something to analyse.
  bool Parsed = false;
  /// "file:line:column: text"; empty if there was no error.
  std::string FirstError;
  /// All files that were read, absolute, sorted.
  std::vector<std::string> FilesRead;
  /// Where others were looked for.
  Absences Absent;
  /// Why a preamble was of no use; empty if it was, or if there was none.
  std::string PreambleProblem;
  /// Headers that were passed over, see lower::headersBelowPragma().
  std::vector<std::string> BelowPragma;
};

/// How a source is read.
struct ParseOptions {
  /// What it begins with, a file that precompile() wrote; empty: nothing.
  std::string Preamble;
  /// "#pragma system_header" means nothing.
  bool IgnoreSystemPragma = false;
};

/// What keeps a command from running in its folder; empty: nothing.
std::string problemOfFolder(llvm::StringRef Folder);

/// Parses each source as parseQuietly() does and calls \p Use with it, also if
/// it has errors. The first error of each is printed, in the words of 'check'.
/// \returns false if some source has errors.
bool forEachSource(Sources &S, UseSource Use);

/// Parses a single source and calls \p Use with it, also if it has errors.
/// Nothing is printed. Where it turns out that the source does not begin with
/// the preamble, or there are errors, it is parsed again as it is.
FrontendOutcome parseQuietly(const Sources &S, UseSource Use,
                             const ParseOptions &How = {});

/// Writes what others begin with that have the flags of the only source of
/// \p S and enter \p Header first, of which the source consists. Without
/// \p Header, it is what the flags include.
/// \returns why that failed; empty if it did not.
std::string precompile(const Sources &S, llvm::StringRef Header,
                       llvm::StringRef Output);

/// What Clang makes of a command, without running anything; null if it cannot
/// be understood. Nothing is printed.
std::shared_ptr<clang::CompilerInvocation>
invocationOf(const cuda_capture::compdb::Command &C);

#endif // CUDA_CAPTURE_TOOL_FRONTEND_H
