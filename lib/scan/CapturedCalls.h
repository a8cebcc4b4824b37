//===- CapturedCalls.h - Calls that code makes in a capture -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads C++ and Python without parsing, and finds the calls between the begin
/// and the end of a capture. Both must be in the same block. Other code counts
/// as code that does not capture.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SCAN_CAPTUREDCALLS_H
#define CUDA_CAPTURE_SCAN_CAPTUREDCALLS_H

#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace cuda_capture::scan {

/// The words by which code shows that it captures.
struct CaptureMarks {
  /// Functions that begin and that end a capture, without scopes and objects.
  llvm::StringSet<> Begins, Ends;
  /// What a 'with' statement of Python calls to capture its block. The names
  /// may have modules in front: 'cuda.graph'.
  std::vector<std::string> With;
  /// Beginnings of names. A function that has such a name expects an error, so
  /// that its captures do not count.
  std::vector<std::string> ExpectedErrors;

  /// Whether \p Text has a name that begins a capture.
  bool mayCapture(llvm::StringRef Text) const;
  bool expectsError(llvm::StringRef Name) const;
};

/// A call in a capture.
struct CapturedCall {
  /// In C++ with the scope that is written in front: 'ops::run'. In Python
  /// without the object or module.
  std::string Name;
  /// Whether it is x.run() or x->run(). In Python, x is not a module that the
  /// file imports.
  bool IsOfObject = false;
  /// The words of the types with which the file declares that object. In
  /// Python, the names of all that the file calls.
  std::vector<std::string> Types;
  unsigned Line = 0;
};

/// Returns the calls that C++ code makes in its captures, in the order of their
/// lines. Calls of what \p Text defines, or declares as a variable, are left
/// out.
std::vector<CapturedCall> capturedCalls(llvm::StringRef Text,
                                        const CaptureMarks &Marks);

/// The same for Python. Calls of the library that captures, of methods of the
/// same object, and of names that \p Text defines are left out.
std::vector<CapturedCall> capturedCallsOfPython(llvm::StringRef Text,
                                                const CaptureMarks &Marks);

/// Adds to \p Found those of the names \p Wanted, which have no scopes, that
/// functions have which the C++ code \p Text may define.
void addDefinedFunctions(llvm::StringRef Text, const llvm::StringSet<> &Wanted,
                         llvm::StringSet<> &Found);

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_CAPTUREDCALLS_H
