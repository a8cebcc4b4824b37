//===- CopyTargets.h - Variables that copies to the host write --*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A captured copy to the host is not made before the graph is launched. A
/// function that reads its target earlier reads something else. Functions are
/// full of reads, so only those are lowered that may read such a target.
///
/// The variables, parameters and fields of a translation unit that may hold the
/// same memory, or its address, form a group. A group knows whether a copy
/// writes its memory, and whether anything else does. Nothing is searched for
/// in a translation unit that makes no such copy.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_COPYTARGETS_H
#define CUDA_CAPTURE_LOWER_COPYTARGETS_H

#include "../ir/HostRead.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace clang {
class CallExpr;
class CXXConstructExpr;
class Expr;
class FunctionDecl;
class Stmt;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace cuda_capture {
struct ApiRow;
} // namespace cuda_capture

namespace cuda_capture::lower {

class Lowering;

class CopyTargets {
public:
  /// Searches the translation unit of \p L.
  explicit CopyTargets(Lowering &L);

  bool empty() const { return !AnyTarget; }
  /// If \p E is the target, or a part of the target, of a copy to the host that
  /// may be captured, returns what else is known of that memory
  /// (ir::HostMemory); nullopt otherwise.
  std::optional<unsigned> find(const clang::Expr *E);

private:
  struct Group {
    unsigned Parent;
    bool IsTarget = false;
    /// A set of ir::HostMemory.
    unsigned Known = 0;
  };

  bool isInUse(llvm::function_ref<bool(const ApiRow &)> IsMeant);
  void scan(const clang::Stmt *Code);
  void statement(const clang::Stmt *S);
  void scanConstructor(const clang::FunctionDecl *F);
  void declare(const clang::VarDecl *V);
  void assign(const clang::Expr *To, const clang::Expr *From);
  void call(const clang::CallExpr *E);
  void describedCall(const ApiRow &Row, const clang::CallExpr *E);
  /// Applies a call that passes \p Arg to the parameter \p Index of \p Callee,
  /// which may be null.
  void pass(const clang::FunctionDecl *Callee, unsigned Index,
            const clang::Expr *Arg);

  unsigned groupOf(const clang::ValueDecl *D);
  unsigned root(unsigned G);
  void unite(const clang::ValueDecl *A, const clang::ValueDecl *B);
  void note(const clang::Expr *E, unsigned Known);

  Lowering &L;
  bool AnyTarget = false;
  std::vector<Group> Groups;
  llvm::DenseMap<const clang::ValueDecl *, unsigned> Ids;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_COPYTARGETS_H
