//===- OwnedObjects.h - Objects that other objects own -------- -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers the operations on an object that another object owns: a unique owner,
/// such as std::unique_ptr, a shared owner, such as std::shared_ptr, or an
/// optional. The owner is an object with fields that no program can name:
/// "<pointer>" is the pointer of a unique or shared owner, "<value>" the object
/// in an optional, "<has>" tells whether there is such an object, "<deleter>"
/// is a deleter of the program's own, and "<delete>" the function that destroys
/// the object. As long as that function is certain, it is run where the owner
/// lets go of the object; an owner that was handed to an unknown callee runs
/// nothing.
///
/// An object with shared owners has the field "<owners>", which counts them.
/// Element 1 of its field "<delete>" is the function that destroys it, so that
/// the element that "<owners>" selects is certain only for the last owner.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_MODELS_OWNEDOBJECTS_H
#define CUDA_CAPTURE_LOWER_MODELS_OWNEDOBJECTS_H

#include "../FunctionParts.h"
#include "../Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

enum class OwnerKind { None, Unique, Shared, Optional };

/// Whether owners of this kind have a pointer to the object that they own.
inline bool isSmartPointer(OwnerKind K) {
  return K == OwnerKind::Unique || K == OwnerKind::Shared;
}

/// Returns the kind of owner that objects of type \p T are, if they are owners
/// that are followed.
OwnerKind ownerKind(clang::QualType T, Lowering &L, clang::ASTContext &Ctx);
/// Returns the type of the objects that owners of type \p Owner own.
clang::QualType ownedType(clang::QualType Owner);
/// Returns the deleter type of a unique owner, if it is a class of the
/// program's own.
std::optional<clang::QualType> ownDeleter(clang::QualType Owner);

//===--- Fields of owners ---------------------------------------------------//
ir::Place pointerOf(const ir::Place &Owner);
ir::Place valueOf(const ir::Place &Owner);
ir::Place hasOf(const ir::Place &Owner);
ir::Place deleterOf(const ir::Place &Owner);

/// Makes, moves and destroys the objects that owners own. \p T is always the
/// type of an owner.
class OwnedObjects : private ModelContext {
public:
  explicit OwnedObjects(const ModelContext &C) : ModelContext(C) {}

  OwnerKind ownerKind(clang::QualType T) const {
    return lower::ownerKind(T, L, Ctx);
  }
  /// Makes an object of type \p T. \returns false if it is not certain how the
  /// object is made.
  bool construct(const ir::Place &Object, clang::QualType T,
                 llvm::ArrayRef<const clang::Expr *> Args,
                 const clang::Expr *At);
  /// Makes the object in an optional from \p Args.
  void fill(const ir::Place &Owner, clang::QualType T,
            llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr *At);
  /// Makes the owner own the object that \p Pointer points at, and that nobody
  /// else owns.
  void setPointer(const ir::Place &Owner, clang::QualType T,
                  ir::Operand Pointer, const clang::Expr *At);
  /// Makes the owner empty.
  void setEmpty(const ir::Place &Owner, clang::QualType T,
                const clang::Expr *At);
  /// Forgets how many owners the object of a shared owner has: code that is not
  /// analysed may keep a further one, and destroy the object.
  void forgetOwners(const ir::Place &Owner, clang::QualType T,
                    const clang::Expr *At);
  /// Does that for all shared owners in the object of type \p T at \p Object.
  void handOver(const ir::Place &Object, clang::QualType T,
                const clang::Expr *At);
  /// Copies or moves the owner at \p From, of type \p Given, to \p To. If \p T
  /// is another class, whose object has been copied already, handles the owners
  /// in that object.
  void move(const ir::Place &To, clang::QualType T, const ir::Place &From,
            clang::QualType Given, Transfer How, const clang::Expr *At);
  /// Destroys the object that an owner of type \p T owns.
  void letGo(const ir::Place &Owner, clang::QualType T, const clang::Stmt *At,
             clang::SourceLocation Where);

private:
  /// Returns the function that destroys the object of an owner of type \p T;
  /// null if there is none that matters.
  const clang::FunctionDecl *destroyerOf(clang::QualType T);
  void setDestroyer(const ir::Place &Owner, clang::QualType T, bool Owns);
  /// Counts one owner more, or one less, of the object of a shared owner.
  void countOwner(const ir::Place &Owner, bool More);
  /// Makes it unknown whether an optional has an object, and which.
  void forget(const ir::Place &Owner, clang::QualType T, const clang::Expr *At);
  /// Moves the owners in an object of another class.
  void moveParts(const ir::Place &To, const clang::CXXRecordDecl *Class,
                 const ir::Place &From, Transfer How, const clang::Expr *At);
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_MODELS_OWNEDOBJECTS_H
