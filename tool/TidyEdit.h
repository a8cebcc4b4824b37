//===- TidyEdit.h - Sets options in .clang-tidy files -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_TIDYEDIT_H
#define CUDA_CAPTURE_TOOL_TIDYEDIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

/// An option whose value is a list.
struct ListOption {
  std::string Key;
  std::vector<std::string> Items;

  /// Returns the value: the items, separated by ';'.
  std::string value() const;
};

/// Returns the lines that set \p Options in a mapping of YAML, each behind
/// \p Indent.
std::string yamlLines(llvm::ArrayRef<ListOption> Options,
                      llvm::StringRef Indent);

/// Returns \p Text, the content of the file \p Name of clang-tidy, with the
/// check options \p Options. Comments and everything else stay. \returns an
/// error if the file is written in a way that cannot be edited. The result was
/// parsed: it differs in these options alone.
llvm::Expected<std::string> withOptions(llvm::StringRef Text,
                                        llvm::StringRef Name,
                                        llvm::ArrayRef<ListOption> Options);

#endif // CUDA_CAPTURE_TOOL_TIDYEDIT_H
