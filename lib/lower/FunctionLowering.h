//===- FunctionLowering.h - Control flow of one function --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Private to lib/lower. Walks the CFG of one function. The classes that
/// FunctionParts.h names lower expressions, calls and library types.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_FUNCTIONLOWERING_H
#define CUDA_CAPTURE_LOWER_FUNCTIONLOWERING_H

#include "FunctionContext.h"
#include "OpenMPRegions.h"
#include "clang/Analysis/CFG.h"

namespace cuda_capture::lower {

/// Whether the blocks of \p F have a cycle.
bool hasLoop(const ir::Function &F);

class FunctionLowering : private FunctionContext {
public:
  FunctionLowering(Lowering &L, const clang::FunctionDecl *FD, ir::Function &F,
                   const Region *Part = nullptr)
      : FunctionContext(L, FD, F, Part), OpenMP(*this) {}

  /// \returns false if Clang cannot build a CFG for the function.
  bool run();

  /// The traits of the function that its callers rely on: see FunctionBuilder.
  bool matters() const { return Builder.Matters; }
  bool mayCallUnknown() const { return Builder.MayCallUnknown; }
  bool hasSideEffects() const { return Builder.HasSideEffects; }
  bool defers() const { return Builder.Defers; }
  /// Whether an exception may leave the function, or none of its paths returns.
  bool mayNotReturn() const;
  /// Whether the function is so small that following a call of it to learn its
  /// value costs nothing.
  bool isSimple() const { return Simple; }
  /// Returns the operands by which the function finds the streams that it is
  /// given. To be called once the function is lowered (ReceivedStreams.cpp).
  std::vector<ir::Operand> receivedStreams();
  /// Returns the operands by which the function finds the statuses of captures
  /// that it is given, by which its caller says whether it captures.
  std::vector<ir::Operand> receivedStatuses();
  std::vector<const clang::VarDecl *> takeVariables() {
    return std::move(Builder.Variables);
  }

private:
  void parameters();
  /// Lowers each handler of exceptions as a function of its own.
  void outlineHandlers();
  void scan(const clang::CFG &Cfg);
  bool isReturnToExit(const clang::CFGBlock &B) const;
  void block(const clang::CFGBlock &B);
  void element(const clang::CFGElement &E);
  void statement(const clang::Stmt *S);
  /// Lowers the return of a variable that is the object of the caller.
  /// \returns false if \p R returns something else.
  bool returnsNamed(const clang::ReturnStmt *R);
  const clang::Stmt *throwAtEnd(const clang::CFGBlock &B);
  void terminator(const clang::CFGBlock &B);
  void switchTerminator(const clang::CFGBlock &B, const clang::SwitchStmt *S);
  unsigned edge(const clang::CFGBlock *To, const clang::Stmt *Term, bool True);
  /// Returns a condition as it is written. One that is longer than a line
  /// explains nothing.
  std::string conditionText(const clang::Expr *E) const {
    return L.sourceText(E->IgnoreImpCasts(), 60);
  }
  /// Adds to \p Found the values of the role \p What in \p P, which has the
  /// type \p T.
  void valuesIn(const ir::Place &P, clang::QualType T, Role What,
                unsigned Depth, std::vector<ir::Operand> &Found);

  static constexpr unsigned MaxSimpleBlocks = 12, MaxQuestionBlocks = 100;
  OpenMPRegions OpenMP;
  llvm::DenseMap<const clang::CFGBlock *, unsigned> BlockIds;
  /// What the handlers do (Handlers.cpp).
  llvm::DenseMap<const clang::Stmt *, ir::Guard> Handlers;
  /// The destructors of members and base classes, which a destructor runs.
  llvm::SmallVector<clang::CFGElement, 2> PartDtors;
  /// The variable that the current block has returned as the object of the
  /// caller, and does not destroy.
  const clang::VarDecl *NamedResult = nullptr;
  bool Simple = false;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_FUNCTIONLOWERING_H
