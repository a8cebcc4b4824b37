//===- NvccOptions.h - What nvcc's options mean to Clang --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_NVCCOPTIONS_H
#define CUDA_CAPTURE_COMPDB_NVCCOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace cuda_capture::compdb {

/// Which value an option has.
enum class Takes {
  Nothing,
  Value, ///< `-x cu` or `-x=cu`.
  Any,   ///< `-D X`, `-D=X` or `-DX`.
};

/// What becomes of an option.
enum class Does {
  Drop,         ///< Says nothing about the host's side.
  Emit,         ///< Text, which may be several words, instead.
  EmitIf,       ///< Text, if the value is When; else dropped.
  Join,         ///< Text and the value as one word.
  Separate,     ///< Text, and the value as a word of its own.
  Macros,       ///< Text and value as one word, for each element of the list.
  Folders,      ///< The same with folders.
  Files,        ///< Text and a file as two words, for each element.
  Language,     ///< `-x`.
  HostOptions,  ///< A list of options of the host's compiler.
  OptionsFile,  ///< A list of files with more options.
  HostCompiler, ///< The host's compiler.
  Forward,      ///< From here on unknown options are the host compiler's.
};

/// A row of the table.
struct NvccOption {
  /// All spellings, separated by blanks.
  const char *Names;
  Takes Value;
  Does Action;
  const char *Text = "";
  const char *When = "";
};

/// The table.
llvm::ArrayRef<NvccOption> nvccOptions();

/// An option as it was found in an argument.
struct FoundOption {
  const NvccOption *Row;
  /// As it was spelled, without its value.
  llvm::StringRef Name;
  /// The value, if it is in the same argument.
  std::optional<llvm::StringRef> Value;
};

/// The row of an argument that begins with a dash, if nvcc knows it.
std::optional<FoundOption> findNvccOption(llvm::StringRef Argument);

/// True for options of a host compiler, given by its first word, that are not
/// handed on: what only writes files, or makes warnings into errors that
/// another compiler than Clang was asked for.
bool isHostOptionDropped(llvm::StringRef Word);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_NVCCOPTIONS_H
