//===- Candidates.h - Functions worth analysing -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_CANDIDATES_H
#define CUDA_CAPTURE_LOWER_CANDIDATES_H

#include "../kb/ApiTraits.h"
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace cuda_capture::lower {

/// Returns the functions of the translation unit that begin a capture or
/// destroy a handle, directly or through calls: only those can break a rule.
/// Functions of system headers are left out. The result is empty, at next to no
/// cost, if the translation unit names no API that does so.
/// \p Starters, if it is given, receives the functions that start threads, if
/// there are candidates or \p Analysable is given. \p Analysable, if it is
/// given, receives all functions that could be candidates. \p Possible adds
/// functions that only findings need which are possible: those that may replace
/// memory which a graph of their object uses.
std::vector<const clang::FunctionDecl *>
findCandidates(clang::ASTContext &Ctx, const KnowledgeBase &KB,
               std::vector<const clang::FunctionDecl *> *Starters,
               std::vector<const clang::FunctionDecl *> *Analysable,
               bool Possible);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_CANDIDATES_H
