//===- Tokens.h - The tokens of a file --------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SCAN_TOKENS_H
#define CUDA_CAPTURE_SCAN_TOKENS_H

#include "FileFacts.h"

namespace cuda_capture::scan {

/// A token outside of directives, or a preprocessor condition.
struct Token {
  enum Kind : uint8_t { Word, Number, Text, Sign, If, Else, Endif } K = Sign;
  /// The first two characters of a sign; 0 if it has fewer.
  char First = 0, Second = 0;
  /// The token is the If of an include guard.
  bool Guard = false;
  Id Name = 0; ///< Of a word, a number, or a literal that is a name; else 0.

  bool is(char C) const { return K == Sign && First == C && !Second; }
  bool is(const char (&Two)[3]) const {
    return K == Sign && First == Two[0] && Second == Two[1];
  }
};

/// Whether \p Name is a keyword or reserved, so that it is not a function if a
/// parenthesis follows.
bool isKeyword(llvm::StringRef Name);

/// Whether statements call functions of this name without spelling it, as a
/// range-based for loop calls begin().
bool isCalledByLanguage(llvm::StringRef Name);

/// Returns the names in a mangled name; none if \p Name is not mangled.
std::vector<Id> unmangled(llvm::StringRef Name, Names &All);

/// Fills in the facts of \p F that depend on the structure of \p Tokens, such
/// as definitions, declarations and invocations. If \p IsPart, the tokens are
/// the body of a macro.
void readStructure(llvm::ArrayRef<Token> Tokens, FileFacts &F, Names &All,
                   bool IsPart = false);

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_TOKENS_H
