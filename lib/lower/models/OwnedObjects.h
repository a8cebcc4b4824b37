//===- OwnedObjects.h - Objects that other objects own -------- -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be done to an object that another object owns: a unique owner, such
/// as std::unique_ptr, or an optional. The owner is an object with fields that
/// no program can name: "<pointer>" is what a unique owner points at, "<value>"
/// the object in an optional, "<has>" whether there is one, "<deleter>" a
/// deleter of the program's own, and "<delete>" the function that destroys the
/// object. As long as that is certain, the function is run where the owner lets
/// go of the object; an owner that was handed to an unknown callee runs
/// nothing.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_MODELS_OWNEDOBJECTS_H
#define CUDA_CAPTURE_LOWER_MODELS_OWNEDOBJECTS_H

#include "../FunctionParts.h"
#include "../Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

enum class OwnerKind { None, Unique, Optional };

/// What objects of type \p T own, if they are owners that are followed.
OwnerKind ownerKind(clang::QualType T, Lowering &L, clang::ASTContext &Ctx);
/// The type of what objects of type \p Owner own, which are owners.
clang::QualType ownedType(clang::QualType Owner);
/// The deleter of a unique owner, if it is a class of the program's own.
std::optional<clang::QualType> ownDeleter(clang::QualType Owner);

//===--- Fields of owners ---------------------------------------------------//
ir::Place pointerOf(const ir::Place &Owner);
ir::Place valueOf(const ir::Place &Owner);
ir::Place hasOf(const ir::Place &Owner);
ir::Place deleterOf(const ir::Place &Owner);

/// Makes, moves and destroys what owners own. \p T is the type of an owner.
class OwnedObjects : private ModelContext {
public:
  explicit OwnedObjects(const ModelContext &C) : ModelContext(C) {}

  OwnerKind ownerKind(clang::QualType T) const {
    return lower::ownerKind(T, L, Ctx);
  }
  /// Makes an object of type \p T; false if it is not certain how.
  bool construct(const ir::Place &Object, clang::QualType T,
                 llvm::ArrayRef<const clang::Expr *> Args,
                 const clang::Expr *At);
  /// Makes the object in an optional of \p Args.
  void fill(const ir::Place &Owner, clang::QualType T,
            llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr *At);
  /// The owner has what \p Pointer points at.
  void setPointer(const ir::Place &Owner, clang::QualType T,
                  ir::Operand Pointer, const clang::Expr *At);
  /// The owner has nothing.
  void setEmpty(const ir::Place &Owner, clang::QualType T,
                const clang::Expr *At);
  /// The owner at \p From, of type \p Given, becomes that at \p To. Of an
  /// object of another class, which has been copied already, the owners in it.
  void move(const ir::Place &To, clang::QualType T, const ir::Place &From,
            clang::QualType Given, bool Moves, const clang::Expr *At);
  /// Destroys the object that an owner of type \p T has.
  void letGo(const ir::Place &Owner, clang::QualType T, const clang::Stmt *At,
             clang::SourceLocation Where);

private:
  /// What destroys the object of an owner of type \p T; null if nothing does
  /// that matters.
  const clang::FunctionDecl *destroyerOf(clang::QualType T);
  void setDestroyer(const ir::Place &Owner, clang::QualType T, bool Owns);
  /// It is not known whether an optional has an object, and which.
  void forget(const ir::Place &Owner, clang::QualType T, const clang::Expr *At);
  /// Moves the owners in an object of another class.
  void moveParts(const ir::Place &To, const clang::CXXRecordDecl *Class,
                 const ir::Place &From, bool Moves, const clang::Expr *At);
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_MODELS_OWNEDOBJECTS_H
