//===- KeptStreams.h - The streams that objects keep ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object and a part of it may keep the same stream: the constructor hands
/// its parameter to both. Or the constructor creates the stream. These
/// functions find the places in which objects keep streams.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_KEPTSTREAMS_H
#define CUDA_CAPTURE_LOWER_KEPTSTREAMS_H

#include "../ir/IR.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace cuda_capture::lower {

class DeclQueries;

/// Fills in ir::Function::Streams and Constructors of \p F, which was made from
/// \p Def. Does nothing unless \p Def is a constructor.
void addKeptStreams(ir::Function &F, const clang::FunctionDecl *Def,
                    const DeclQueries &Decls);

/// Returns the constructors of the classes that \p Functions are members of, if
/// their objects keep streams.
std::vector<const clang::FunctionDecl *> constructorsThatKeepStreams(
    llvm::ArrayRef<const clang::FunctionDecl *> Functions, DeclQueries &Decls);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_KEPTSTREAMS_H
