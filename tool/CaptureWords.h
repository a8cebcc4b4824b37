//===- CaptureWords.h - Captures in code that is not compiled ---*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_CAPTUREWORDS_H
#define CUDA_CAPTURE_TOOL_CAPTUREWORDS_H

#include "../lib/analysis/Survey.h"
#include "../lib/scan/CapturedCalls.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

class ProjectFolders;

/// A word in a file of a project, which shows that a program captures.
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

/// Looks for calls of the functions \p Names in the C++ and CUDA sources and
/// headers of a project, except the sources \p Compiled, which the compiler
/// reads.
CaptureWords findCapturingSources(const ProjectFolders &Folders,
                                  const llvm::StringSet<> &Names,
                                  llvm::ArrayRef<std::string> Compiled);

/// The calls of functions of a program in the captures of code that the
/// compiler does not read.
struct OtherCaptures {
  std::vector<cuda_capture::analysis::CallByName> Calls;
  /// Whether some files were not read.
  bool IsIncomplete = false;
};

/// Looks for calls of functions of the names \p Callable in captures: in the
/// C++ and CUDA sources of a project except \p Compiled, and in its Python
/// code. A name that one of these C++ sources defines may mean its function,
/// and does not count.
OtherCaptures findOtherCaptures(const ProjectFolders &Folders,
                                const cuda_capture::scan::CaptureMarks &Marks,
                                const llvm::StringSet<> &Callable,
                                llvm::ArrayRef<std::string> Compiled);

#endif // CUDA_CAPTURE_TOOL_CAPTUREWORDS_H
