//===- UnreadCaptures.h - Captures in code with errors ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An error may cost a whole function: its declaration has a type that is
/// unknown, nothing instantiates it any more, or the call that begins its
/// capture is an argument of an unknown function. The AST then has no trace of
/// the capture, and nothing could be said about it. But the parser was handed
/// its words.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_UNREADCAPTURES_H
#define CUDA_CAPTURE_LOWER_UNREADCAPTURES_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace cuda_capture {
class KnowledgeBase;
} // namespace cuda_capture

namespace cuda_capture::lower {

/// A call that begins or ends a capture, and that no function of the AST makes.
struct UnreadCapture {
  std::string File; ///< In the compiler's spelling.
  unsigned Line = 0, Column = 0;
  std::string Callee;   ///< As it is written, without a scope.
  std::string Function; ///< The function around it; empty if unknown.
};

/// Remembers where the parser was handed the names of calls that begin or end
/// captures.
class CaptureWords {
public:
  explicit CaptureWords(const KnowledgeBase &KB);
  /// Forgets what was noted, and notes what \p PP hands to the parser from now
  /// on. \p PP must not outlive this object, and has no other watcher.
  void watch(clang::Preprocessor &PP);
  /// Returns the first such call of each function of user code; an empty list
  /// if the compiler has reported no errors to lower::loggedErrors().
  std::vector<UnreadCapture> unread(clang::ASTContext &Ctx) const;

private:
  llvm::StringSet<> Names;
  struct Word {
    clang::SourceLocation At;
    std::string Name;
  };
  /// The words in front of a "(".
  std::vector<Word> Called;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_UNREADCAPTURES_H
