//===- SystemPragma.h - What is a system header -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// "#pragma GCC system_header" and "#pragma clang system_header" turn a file
/// into a system header, wherever the file is found. Nothing is reported in
/// system headers, so a header of the program that has the pragma is passed
/// over.
///
/// Programs find the headers of test, logging and data libraries with -I or
/// with -isystem. What is said about the program must not depend on that, so
/// these headers are always system headers.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_SYSTEMPRAGMA_H
#define CUDA_CAPTURE_LOWER_SYSTEMPRAGMA_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
} // namespace clang

namespace cuda_capture {
class KnowledgeBase;
} // namespace cuda_capture

namespace cuda_capture::lower {

/// Makes \p PP ignore the pragma from now on. To be called once, before a file
/// is entered.
void ignoreSystemPragma(clang::Preprocessor &PP);

/// Makes \p PP take the headers of the host's libraries that \p KB names for
/// system headers, wherever they are found, as --system-header-prefix does. To
/// be called before a file is entered; a second call changes nothing.
void takeHostLibrariesForSystem(clang::Preprocessor &PP,
                                const KnowledgeBase &KB);

/// Returns the files that \p PP has read and that are system headers although
/// no folder of system headers has them: the pragma makes them system headers,
/// or they are in one of the folders \p HostLibraries, or such a file includes
/// them. Each file is listed once, by the name that the compiler uses. Files
/// that come from a precompiled header are not listed.
std::vector<std::string>
headersTakenForSystem(const clang::Preprocessor &PP,
                      llvm::ArrayRef<std::string> HostLibraries);

/// A header that begins a capture and is not analysed.
struct PassedOver {
  std::string File;
  /// The folder of KnowledgeBase::hostLibraries() that has the file; empty if
  /// the pragma makes the file a system header.
  std::string Library;
};

/// Returns those of \p Files whose words include the name of a function that
/// begins a capture. A file that cannot be read is left out.
std::vector<PassedOver> beginningCaptures(llvm::ArrayRef<std::string> Files,
                                          const KnowledgeBase &KB);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_SYSTEMPRAGMA_H
