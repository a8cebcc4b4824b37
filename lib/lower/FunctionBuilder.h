//===- FunctionBuilder.h - Builds the CaptureIR of one function -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the blocks, locals and instructions of one function, and keeps the
/// traits that its callers rely on.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_FUNCTIONBUILDER_H
#define CUDA_CAPTURE_LOWER_FUNCTIONBUILDER_H

#include "Lowering.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace cuda_capture::lower {

class FunctionBuilder {
public:
  /// Both must outlive this object.
  FunctionBuilder(Lowering &L, ir::Function &F) : F(F), L(L) {}

  /// Adds a block; the current one stays the same.
  unsigned newBlock();
  ir::Block &current() { return F.Blocks[Current]; }
  /// Ends the current block with a jump to \p To.
  void jump(unsigned To);
  /// Ends the current block with a branch to \p IfTrue or \p IfFalse.
  void branch(ir::Operand Condition, unsigned IfTrue, unsigned IfFalse);

  /// Adds a local, which stands for \p D if \p D is not null.
  unsigned newLocal(std::string Name, const clang::VarDecl *D);
  /// Returns the local of \p D, and adds it if \p D is met for the first time.
  unsigned local(const clang::VarDecl *D);
  /// Returns the temporary that holds the result of \p S.
  ir::Place temporary(const clang::Stmt *S);
  ir::Place freshTemporary();
  /// Returns the object that a constructor call or a lambda makes: a variable,
  /// a member, or a temporary.
  ir::Place objectMadeBy(const clang::Stmt *Init);

  /// Adds \p I with the location \p Where of \p At.
  ir::Instruction &emit(ir::Instruction I, const clang::Stmt *At,
                        clang::SourceLocation Where);
  /// Writes \p V to \p To. \p At is null if no statement of the program makes
  /// this write.
  void assign(const ir::Place &To, ir::Operand V, const clang::Stmt *At);
  /// Waits for the thread that \p Thread stands for.
  void join(const ir::Place &Thread, const clang::Expr *At);
  ir::Loc loc(const clang::Stmt *S);

  ir::Function &F;
  /// The block that instructions are added to.
  unsigned Current = 0;
  /// Whether the function uses handles, so that calls of it are followed.
  bool Matters = false;
  /// Whether the function reaches an unknown callee.
  bool MayCallUnknown = false;
  /// Whether the function writes to globals.
  bool HasSideEffects = false;
  /// Whether an exception may leave the function; see ir::Traits.
  bool MayThrow = false;
  /// Whether the function, or a function that it calls, calls functions that
  /// may be found later.
  bool Defers = false;
  /// The location of the call that uses the default argument being evaluated.
  clang::SourceLocation UsedAt;
  /// The local that holds "this", in a member function.
  std::optional<unsigned> ThisLocal;
  /// The local that holds the value to return, if the function returns one.
  std::optional<unsigned> ReturnLocal;
  /// The variable behind each local; null for temporaries.
  std::vector<const clang::VarDecl *> Variables;
  /// The place of the object that a constructor call makes, if the object is
  /// not a temporary.
  llvm::DenseMap<const clang::Stmt *, ir::Place> ObjectPlaces;
  llvm::DenseMap<const clang::Stmt *, unsigned> Temporaries;

private:
  Lowering &L;
  llvm::DenseMap<const clang::VarDecl *, unsigned> LocalIds;
  llvm::StringMap<unsigned> NameCounts;
  unsigned NumTemporaries = 0;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_FUNCTIONBUILDER_H
