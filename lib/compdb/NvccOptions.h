//===- NvccOptions.h - Translation of nvcc's options to Clang's -*- C++ -*-===//
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

/// How an option takes its value.
enum class Takes {
  Nothing,
  Value, ///< `-x cu` or `-x=cu`.
  Any,   ///< `-D X`, `-D=X` or `-DX`.
};

/// How an option is translated. Text and When are members of its row.
enum class Does {
  Drop,         ///< Dropped, because it does not affect the host's side.
  Emit,         ///< Text replaces it, which may be several words.
  EmitIf,       ///< Text replaces it if its value is When; else dropped.
  Join,         ///< Text and the value become one word.
  Separate,     ///< Text and the value become two words.
  Macros,       ///< Text and each element of the list become one word.
  Folders,      ///< The same for a list of folders.
  Files,        ///< Text and each element become two words.
  Language,     ///< The value of -x names the language.
  HostOptions,  ///< The value lists options for the host's compiler.
  OptionsFile,  ///< The value lists files with more options.
  HostCompiler, ///< The value names the host's compiler.
  Forward,      ///< Unknown options after it go to the host's compiler.
};

/// A row of the table of nvcc's options.
struct NvccOption {
  /// All spellings, separated by blanks.
  const char *Names;
  Takes Value;
  Does Action;
  const char *Text = "";
  const char *When = "";
};

/// Returns the table of nvcc's options.
llvm::ArrayRef<NvccOption> nvccOptions();

/// An option that was found in an argument.
struct FoundOption {
  const NvccOption *Row;
  /// The spelling of the option, without its value.
  llvm::StringRef Name;
  /// The value, if it is in the same argument.
  std::optional<llvm::StringRef> Value;
};

/// Returns the option in \p Argument, which begins with a dash; nullopt if nvcc
/// does not know the option.
std::optional<FoundOption> findNvccOption(llvm::StringRef Argument);

/// Whether an option of the host's compiler, given by its first word, is
/// dropped. Such options only affect what is written or printed, or turn
/// warnings into errors, although Clang's warnings are not those of the host's
/// compiler.
bool isHostOptionDropped(llvm::StringRef Word);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_NVCCOPTIONS_H
