//===- FunctionBuilder.h - Builds the CaptureIR of one function -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the blocks, locals and instructions of one function, and keeps what
/// its callers will need to know of it.
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
  /// Both must outlive this.
  FunctionBuilder(Lowering &L, ir::Function &F) : F(F), L(L) {}

  /// Adds a block; the current one stays the same.
  unsigned newBlock();
  ir::Block &current() { return F.Blocks[Current]; }
  /// Ends the current block: control goes on at \p To.
  void jump(unsigned To);
  /// Ends the current block: control goes on at \p IfTrue or \p IfFalse.
  void branch(ir::Operand Condition, unsigned IfTrue, unsigned IfFalse);

  /// Adds a local, of \p D if that is not null.
  unsigned newLocal(std::string Name, const clang::VarDecl *D);
  /// The local of \p D, which is added when it is met first.
  unsigned local(const clang::VarDecl *D);
  /// The temporary that holds the result of \p S.
  ir::Place temporary(const clang::Stmt *S);
  ir::Place freshTemporary();
  /// The object that a constructor call, or a lambda, makes: a variable, a
  /// member, or a temporary.
  ir::Place objectMadeBy(const clang::Stmt *Init);

  /// Adds \p I, which gets the location \p Where of \p At.
  ir::Instruction &emit(ir::Instruction I, const clang::Stmt *At,
                        clang::SourceLocation Where);
  /// Writes \p V to \p To. \p At is null if the program does not say so.
  void assign(const ir::Place &To, ir::Operand V, const clang::Stmt *At);
  /// Waits for the thread that \p Thread stands for.
  void join(const ir::Place &Thread, const clang::Expr *At);
  ir::Loc loc(const clang::Stmt *S);

  ir::Function &F;
  /// The block that instructions are added to.
  unsigned Current = 0;
  /// Whether the function uses handles, so that calls of it are followed.
  bool Matters = false;
  /// Whether it reaches an unknown callee.
  bool MayCallUnknown = false;
  /// Whether it writes to globals.
  bool HasSideEffects = false;
  /// Whether it, or what it calls, calls functions that may be found later.
  bool Defers = false;
  /// Where a default argument that is being evaluated is used.
  clang::SourceLocation UsedAt;
  /// The local that holds "this", in a member function.
  std::optional<unsigned> ThisLocal;
  /// The local that holds the value to return, if the function returns one.
  std::optional<unsigned> ReturnLocal;
  /// The variable behind each local; null for temporaries.
  std::vector<const clang::VarDecl *> Variables;
  /// Where the object that a constructor call makes lives, if that is no
  /// temporary.
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
