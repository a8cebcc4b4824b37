//===- Independence.h - Dependences of a moved call -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_FIXITS_INDEPENDENCE_H
#define CUDA_CAPTURE_FIXITS_INDEPENDENCE_H

#include "Between.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cuda_capture::fixits {

/// The variables and fields that the arguments of a call use.
struct Operands {
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Read;
  /// The variables whose address is passed, or on which a member is called.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Touched;
  /// The variables of which only the types matter: sizeof(a).
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Named;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> ReadFields, TouchedFields;
  /// Whether other code could write to them without naming them.
  bool Shared = false;

  /// Adds the operands of \p E. Returns false if \p E does more than compute
  /// from variables.
  bool add(const clang::Expr *E, const clang::ASTContext &Ctx);

private:
  bool addObject(const clang::Expr *E, bool IsRead,
                 const clang::ASTContext &Ctx);
  void addNames(const clang::Stmt *S);
};

/// Whether nothing on the way from a begin to a call depends on the call, or
/// the call on it.
class Independence {
public:
  Independence(const CallSite &Site, const Operands &Used,
               const WholeStatement &Moved, const clang::Stmt *Declaration)
      : Site(Site), Used(Used), Moved(Moved), Declaration(Declaration) {}

  bool holdsFor(const Between &Around);
  /// Whether \p S only returns if a call failed, as macros do.
  bool returnsOnFailure(const clang::Stmt *S) const;

private:
  bool isFree(const clang::Stmt *S, const clang::Stmt *Parent, bool InLoop);
  bool isFreeCall(const clang::CallExpr *Call) const;
  bool isFreeReference(const clang::Expr *E, const clang::ValueDecl *D,
                       const clang::Stmt *Parent) const;
  bool isFreedInStream(const clang::Stmt *S) const;
  bool isOwn(const clang::Stmt *S) const;
  bool escapes(const clang::Stmt *S, StmtPath &Path, bool WholeFunction);
  bool inMacroBody(clang::SourceLocation Loc) const {
    return !Site.Source.editable(Loc);
  }
  bool isApi(const clang::Expr *E) const;
  bool isResult(const clang::Expr *E) const;

  const CallSite &Site;
  const Operands &Used;
  const WholeStatement &Moved;
  const clang::Stmt *Declaration;
  bool Arrived = false; ///< At the call, in source order.
};

} // namespace cuda_capture::fixits

#endif // CUDA_CAPTURE_FIXITS_INDEPENDENCE_H
