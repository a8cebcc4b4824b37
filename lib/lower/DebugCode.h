//===- DebugCode.h - Code that only debug builds have -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Debug builds often wait for the device behind each kernel. A function that
/// waits there, and nowhere else, does not always wait: release builds capture
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_DEBUGCODE_H
#define CUDA_CAPTURE_LOWER_DEBUGCODE_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include <utility>
#include <vector>

namespace clang {
class LangOptions;
class SourceManager;
} // namespace clang

namespace cuda_capture::lower {

/// Finds the code that only debug builds have. Files are scanned when they are
/// first asked about.
class DebugCode {
public:
  /// Both must outlive this object.
  DebugCode(const clang::SourceManager &SM, const clang::LangOptions &Language)
      : SM(SM), Language(Language) {}

  /// Whether \p Where, or a macro that is expanded there, stands between
  /// directives of the preprocessor that ask whether this is a debug build:
  /// "#ifndef NDEBUG", "#if defined(LIBRARY_DEBUG)", or "#else" of the
  /// opposite.
  bool contains(clang::SourceLocation Where);

private:
  /// Offsets in a file: of the begin, and of the end.
  using Ranges = std::vector<std::pair<unsigned, unsigned>>;
  const Ranges &rangesIn(clang::FileID File);

  const clang::SourceManager &SM;
  const clang::LangOptions &Language;
  llvm::DenseMap<clang::FileID, Ranges> Scanned;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_DEBUGCODE_H
