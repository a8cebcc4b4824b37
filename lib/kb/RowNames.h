//===- RowNames.h - Forms of the names in rows ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of functions in rows: plain ones, patterns, and signatures, which
/// ask for the type of the first parameter.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_ROWNAMES_H
#define CUDA_CAPTURE_KB_ROWNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cuda_capture {

/// Whether a name asks for the type of the first parameter.
inline bool isSignature(llvm::StringRef Name) {
  size_t Open = Name.find('(');
  if (Open != llvm::StringRef::npos &&
      Name.take_front(Open).ends_with("operator"))
    Open = Name.find('(', Open + 1);
  return Open != llvm::StringRef::npos && Open && Name[Open - 1] != ' ';
}
/// Whether the name of a function in a row is a pattern for several.
inline bool isPattern(llvm::StringRef Name) {
  if (isSignature(Name))
    return true;
  return Name.find_first_of("*?") != llvm::StringRef::npos &&
         !Name.contains("operator");
}

/// Whether a function is a destructor, by its name with scopes.
inline bool isDestructor(llvm::StringRef Name) { return Name.contains("::~"); }

/// Whether a call is named with the type of its first parameter, because a row
/// asks for that: "ns::C<int>::f(const int *)".
bool isSignatureOfCall(llvm::StringRef Name);
/// The name in such a signature: "ns::C::f".
std::string plainName(llvm::StringRef Signature);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_ROWNAMES_H
