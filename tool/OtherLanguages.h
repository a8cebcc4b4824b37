//===- OtherLanguages.h - Captures in other languages than C++ --*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_OTHERLANGUAGES_H
#define CUDA_CAPTURE_TOOL_OTHERLANGUAGES_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

class ProjectFolders;

/// A word in a source of another language, which shows that a program captures.
struct CaptureWord {
  std::string Word;
  std::string File; ///< An absolute path.
  unsigned Line = 0;
};

struct CaptureWords {
  /// The first word in each file that has one, in the order of the files.
  std::vector<CaptureWord> Found;
  /// Whether some files were not read: there are too many, or they are too
  /// large or cannot be opened.
  bool IsIncomplete = false;
};

/// Looks for \p Words in the Python, Rust, Go, Java and Julia sources of a
/// project, but not in folders of other people's code.
CaptureWords findCaptureWords(const ProjectFolders &Folders,
                              llvm::ArrayRef<std::string> Words);

#endif // CUDA_CAPTURE_TOOL_OTHERLANGUAGES_H
