//===- Tokens.h - The words of a file ---------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SCAN_TOKENS_H
#define CUDA_CAPTURE_SCAN_TOKENS_H

#include "FileFacts.h"

namespace cuda_capture::scan {

/// A token outside of directives, or a condition of the preprocessor.
struct Token {
  enum Kind : uint8_t { Word, Number, Text, Sign, If, Else, Endif } K = Sign;
  /// Of a sign its characters.
  char First = 0, Second = 0;
  /// An If that is an include guard.
  bool Guard = false;
  Id Name = 0; ///< Of a word.

  bool is(char C) const { return K == Sign && First == C && !Second; }
  bool is(const char (&Two)[3]) const {
    return K == Sign && First == Two[0] && Second == Two[1];
  }
};

/// Whether it is a word of the language: it may stand in front of a parenthesis
/// and is no function.
bool isKeyword(llvm::StringRef Name);

/// Whether statements call what is called so without spelling it.
bool isCalledByLanguage(llvm::StringRef Name);

/// The names in a mangled one; none if it is not mangled.
std::vector<Id> unmangled(llvm::StringRef Name, Names &All);

/// Fills in what \p Tokens say of \p F: its definitions, its invocations, and
/// what it mentions. \p IsPart: they are the body of a macro.
void readStructure(llvm::ArrayRef<Token> Tokens, FileFacts &F, Names &All,
                   bool IsPart = false);

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_TOKENS_H
