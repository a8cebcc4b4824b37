//===- RowNames.h - Forms of the names in rows ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The forms of function names in rows: plain names, patterns, and signatures,
/// which ask for the type of the first parameter.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_ROWNAMES_H
#define CUDA_CAPTURE_KB_ROWNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cuda_capture {

/// Whether \p Name asks for the type of the first parameter.
inline bool isSignature(llvm::StringRef Name) {
  size_t Open = Name.find('(');
  if (Open != llvm::StringRef::npos &&
      Name.take_front(Open).ends_with("operator"))
    Open = Name.find('(', Open + 1);
  return Open != llvm::StringRef::npos && Open && Name[Open - 1] != ' ';
}
/// Whether the name of a function in a row is a pattern that may match several
/// functions.
inline bool isPattern(llvm::StringRef Name) {
  if (isSignature(Name))
    return true;
  return Name.find_first_of("*?") != llvm::StringRef::npos &&
         !Name.contains("operator");
}

/// Whether \p Name, a function name with its scopes, is that of a destructor.
inline bool isDestructor(llvm::StringRef Name) { return Name.contains("::~"); }

/// Whether \p Name names a call with the type of its first parameter, because a
/// row asks for that type: "ns::C<int>::f(const int *)".
bool isSignatureOfCall(llvm::StringRef Name);
/// Returns the plain name in the signature of a call: "ns::C::f".
std::string plainName(llvm::StringRef Signature);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_ROWNAMES_H
