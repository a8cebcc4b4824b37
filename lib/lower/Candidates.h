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

/// The functions of the translation unit from which a capture is begun or a
/// handle destroyed, directly or through calls: only there can a rule be
/// broken. System headers are left out. Empty, at next to no cost, if the
/// translation unit names no such API.
/// \p Analysable, if it is given, receives all functions that could be among
/// them.
std::vector<const clang::FunctionDecl *>
findCandidates(clang::ASTContext &Ctx, const KnowledgeBase &KB,
               std::vector<const clang::FunctionDecl *> *Analysable = nullptr);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_CANDIDATES_H
