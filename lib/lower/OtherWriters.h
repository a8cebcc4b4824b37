//===- OtherWriters.h - Functions that write to what another asks -*- C++ -*-=//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that keeps a graph asks a field or a global whether it has
/// captured one. Another function may set that field, so that the graph is
/// captured anew. Such a function need not do anything else that matters, and
/// is not lowered then. These classes look for it in the AST.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_OTHERWRITERS_H
#define CUDA_CAPTURE_LOWER_OTHERWRITERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace clang {
class FunctionDecl;
class ValueDecl;
} // namespace clang

namespace cuda_capture {
namespace ir {
struct Function;
} // namespace ir

namespace lower {
class Lowering;

/// Fills in ir::Function::SetElsewhere.
class OtherWriters {
public:
  explicit OtherWriters(Lowering &L) : L(L) {}

  /// Looks at \p F, which was made from \p Def and whose callees have been
  /// lowered.
  void add(ir::Function &F, const clang::FunctionDecl *Def);

private:
  void findWriters();

  Lowering &L;
  /// What a function does, itself or through what it calls.
  struct Reached {
    bool Begins = false, Launches = false;
  };
  llvm::StringMap<Reached> Known;
  /// The functions of the translation unit that write to a field or global.
  /// Constructors and destructors are left out: they do not run between the
  /// calls of other functions. Found when they are first needed.
  std::optional<
      llvm::DenseMap<const clang::ValueDecl *,
                     llvm::SmallPtrSet<const clang::FunctionDecl *, 2>>>
      Writers;
};

} // namespace lower
} // namespace cuda_capture

#endif // CUDA_CAPTURE_LOWER_OTHERWRITERS_H
