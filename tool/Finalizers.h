//===- Finalizers.h - What finalizers of Python objects call ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Python runs the finalizer of an object when its last reference goes, or when
/// the garbage collector finds the object, which any allocation may start. So a
/// finalizer runs at any time, even while its own thread captures.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_FINALIZERS_H
#define CUDA_CAPTURE_TOOL_FINALIZERS_H

#include <string>
#include <vector>

class ProjectFolders;

/// A call in a finalizer, or in a method that the finalizer calls.
struct FinalizerCall {
  std::string Callee; ///< Without the object or module before it.
  std::string File;   ///< An absolute path.
  unsigned Line = 0;
};

struct FinalizerCalls {
  /// In the order of the files and lines.
  std::vector<FinalizerCall> Found;
  /// Whether some files were not read.
  bool IsIncomplete = false;
};

/// Finds the calls in the Python and Cython finalizers of a project: in
/// '__del__' and '__dealloc__', in the methods of the same class that these
/// call, and the functions that 'weakref.finalize' is given. A method that has
/// a word such as 'is_capturing' guards what it calls, and does not count. This
/// reads text, so it may take a word in a string for a call.
FinalizerCalls findFinalizerCalls(const ProjectFolders &Folders);

#endif // CUDA_CAPTURE_TOOL_FINALIZERS_H
