//===- BodyScan.h - Facts about a function before it is lowered -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects facts about the statements of a function before any of them is
/// lowered: calls whose results are ignored, code that is not run.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_BODYSCAN_H
#define CUDA_CAPTURE_LOWER_BODYSCAN_H

#include "../ir/IR.h"
#include "Counters.h"
#include "clang/AST/ASTContext.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace cuda_capture::lower {

class DeclQueries;
class Lowering;

class BodyScan {
public:
  BodyScan(Lowering &L, clang::ASTContext &Ctx) : L(L), Ctx(Ctx) {}

  /// Scans \p Code, a part of \p FD.
  void run(const clang::FunctionDecl *FD, const clang::Stmt *Code,
           const DeclQueries &Decls);
  /// Returns the variables that number the calls; see countersIn().
  const Counters &counters() const;
  /// Whether \p S is the first read of a loop that polls; see pollsIn().
  bool isPoll(const clang::Stmt *S) const;
  /// Whether nothing shares the memory that \p V owns; see soleOwnersIn().
  bool isSoleOwner(const clang::VarDecl *V) const;
  /// Scans an element of the CFG.
  void add(const clang::Stmt *Element);
  /// Finds the guarded expressions in \p FD, after all elements of its CFG were
  /// scanned. \p Cfg is null if only those of a part of \p FD were. \p Handlers
  /// tells what each handler of \p FD does.
  void
  findGuarded(const clang::FunctionDecl *FD, const clang::CFG *Cfg,
              const llvm::DenseMap<const clang::Stmt *, ir::Guard> &Handlers);

  /// Calls whose results are ignored.
  llvm::DenseSet<const clang::Stmt *> Discarded;
  /// See guardedExpressions().
  llvm::DenseMap<const clang::Stmt *, ir::Guard> Guarded;
  /// Statements that leave a block "do { } while (false)".
  llvm::DenseSet<const clang::Stmt *> BlockBreaks;
  /// Expressions that are not evaluated: operands of noexcept, for example.
  llvm::DenseSet<const clang::Stmt *> Unevaluated;
  /// Null pointers that say that a function has found no stream; see
  /// failedSearches().
  llvm::DenseSet<const clang::Stmt *> NotFound;
  /// Expressions that are statements.
  llvm::DenseSet<const clang::Stmt *> WholeExpressions;
  /// Temporaries that are the object which they initialize, so that nothing
  /// destroys them: the copy is left out (C++17 [dcl.init],
  /// [class.copy.elision]; before, where compilers leave it out). Clang's CFG
  /// destroys those that initialize members, and all of them before C++17.
  llvm::DenseSet<const clang::Stmt *> Elided;

  /// Returns the variable that \p R returns by name, if it is the object of the
  /// caller: compilers make no copy of it ([class.copy.elision]). \returns null
  /// if there is none.
  static const clang::VarDecl *namedResult(const clang::ReturnStmt *R) {
    const clang::VarDecl *V = R->getNRVOCandidate();
    return V && V->isNRVOVariable() && V->getType()->isRecordType() ? V
                                                                    : nullptr;
  }

private:
  void findElided(const clang::Expr *Init);
  void findDiscarded(const clang::Stmt *S);
  void ignoredCalls(const clang::Stmt *S,
                    llvm::SmallVectorImpl<const clang::Expr *> &Calls);
  void keepTested(const clang::Stmt *S,
                  llvm::SmallVectorImpl<const clang::Expr *> &Ends);
  void keepAsked(const clang::Stmt *Body);
  void findBreaks(const clang::Stmt *S, bool InBlock);

  Lowering &L;
  clang::ASTContext &Ctx;
  const clang::Stmt *Scanned = nullptr;
  /// Whether an element makes an object that a destructor destroys.
  bool MakesObjects = false;
  mutable std::optional<Counters> Counted;
  mutable std::optional<llvm::DenseSet<const clang::Stmt *>> Polls;
  mutable std::optional<llvm::DenseSet<const clang::VarDecl *>> SoleOwners;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_BODYSCAN_H
