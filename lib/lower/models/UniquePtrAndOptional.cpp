//===- UniquePtrAndOptional.cpp - The model of owners and optionals -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A unique owner or an optional makes, moves and destroys an object of the
/// program, whose constructor and destructor may matter: a guard. OwnedObjects
/// lowers these operations; this model tells which calls perform them.
///
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "LibraryModel.h"
#include "OwnedObjects.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class UniquePtrAndOptionalModel final : public LibraryModel {
public:
  explicit UniquePtrAndOptionalModel(const ModelContext &C)
      : LibraryModel(C), Owned(C) {}
  std::optional<ir::Place> place(const Expr *E) override {
    return ownedPlace(E, /*WantPointer=*/false);
  }
  std::optional<ir::Operand> value(const Expr *E) override;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
  bool construct(const ir::Place &To, const CXXConstructExpr *E) override;
  void copied(const ir::Place &To, QualType T, const ir::Place &From,
              Transfer How) override {
    Owned.move(To, T, From, T, How, nullptr);
  }
  void handedOver(const ir::Place &Object, QualType T,
                  const Expr *At) override {
    Owned.handOver(Object, T, At);
  }
  bool destroy(const CXXDestructorDecl *D, const ir::Operand &This,
               const Stmt *At, SourceLocation Where) override;

private:
  OwnerKind ownerKind(QualType T) const { return Owned.ownerKind(T); }
  /// Returns the object that an owner has, if \p E names it, or, with
  /// \p WantPointer, if \p E is a pointer to it.
  std::optional<ir::Place> ownedPlace(const Expr *E, bool WantPointer);
  void valueOr(const ir::Place &Owner, const Expr *Else, const ir::Place &Dest);
  bool makeOwned(const CallExpr *E, const ir::Place &Dest);
  bool share(const ir::Place &To, QualType T, llvm::ArrayRef<const Expr *> Args,
             const Expr *E);
  bool assignOwner(const CXXOperatorCallExpr *E,
                   const std::optional<ir::Place> &Dest);
  bool compareWithNull(const CXXOperatorCallExpr *E,
                       const std::optional<ir::Place> &Dest);
  /// Lowers a call of a member function of the owner at \p Owner, of type \p T.
  bool callMember(const CXXMemberCallExpr *E, const FunctionDecl *Callee,
                  const ir::Place &Owner, QualType T,
                  const std::optional<ir::Place> &Dest);

  OwnedObjects Owned;
};
} // namespace

/// Whether an owner of kind \p Kind can be made of one of kind \p Given.
static bool takes(OwnerKind Kind, OwnerKind Given) {
  return Given == Kind ||
         (Kind == OwnerKind::Shared && Given == OwnerKind::Unique);
}

std::unique_ptr<LibraryModel>
lower::makeUniquePtrAndOptionalModel(const ModelContext &C) {
  return std::make_unique<UniquePtrAndOptionalModel>(C);
}

/// A base class of the owner may have the function that is called on \p Owner.
static const Expr *withoutBase(const Expr *Owner) {
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(Owner)) {
    if (Cast->getCastKind() != CK_UncheckedDerivedToBase &&
        Cast->getCastKind() != CK_DerivedToBase)
      break;
    Owner = Cast->getSubExpr();
  }
  return Owner;
}

std::optional<ir::Place>
UniquePtrAndOptionalModel::ownedPlace(const Expr *E, bool WantPointer) {
  bool Pointer = false;
  const Expr *Owner = ownerIn(E, Pointer);
  if (!Owner || Pointer != WantPointer)
    return std::nullopt;
  Owner = withoutBase(Owner);
  QualType T = Owner->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const OwnerKind Kind = ownerKind(T);
  if (Kind == OwnerKind::None)
    return std::nullopt;
  std::optional<ir::Place> P = Exprs.objectPlace(Owner);
  if (!P)
    return std::nullopt;
  return isSmartPointer(Kind) ? pointerOf(*P).deref() : valueOf(*P);
}

std::optional<ir::Operand> UniquePtrAndOptionalModel::value(const Expr *E) {
  std::optional<ir::Place> P = ownedPlace(E, /*WantPointer=*/true);
  if (!P)
    return std::nullopt;
  if (P->Path.back().K != ir::Step::Deref)
    return ir::Operand::address(*P);
  P->Path.pop_back();
  return ir::Operand::read(std::move(*P));
}

bool UniquePtrAndOptionalModel::destroy(const CXXDestructorDecl *D,
                                        const ir::Operand &This, const Stmt *At,
                                        SourceLocation Where) {
  QualType T = D->getFunctionObjectParameterType();
  if (ownerKind(T) == OwnerKind::None)
    return false;
  if (std::optional<ir::Place> P = pointeeOf(This))
    Owned.letGo(*P, T, At, Where);
  return true;
}

bool UniquePtrAndOptionalModel::construct(const ir::Place &To,
                                          const CXXConstructExpr *E) {
  QualType T = E->getType();
  const OwnerKind Kind = ownerKind(T);
  if (Kind == OwnerKind::None)
    return false;
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  if (Args.empty()) {
    Owned.setEmpty(To, T, E);
    return true;
  }
  QualType Given = Args[0]->getType();
  if (Args.size() == 1 && takes(Kind, ownerKind(Given))) {
    std::optional<ir::Place> From = Exprs.place(Args[0]);
    if (!From)
      return false;
    Transfer How = Transfer::Moved;
    if (Kind != OwnerKind::Unique && E->isElidable())
      How = Transfer::Elided;
    else if (Kind == OwnerKind::Shared && Args[0]->isLValue())
      How = Transfer::Copied;
    Owned.move(To, T, *From, Given, How, E);
    return true;
  }
  if (Kind == OwnerKind::Shared)
    return share(To, T, Args, E);
  if (Kind == OwnerKind::Unique) {
    if (Args.size() == 2 && ownDeleter(T)) {
      std::optional<ir::Place> Deleter = Exprs.place(Args[1]->IgnoreImplicit());
      IR.assign(deleterOf(To),
                Deleter ? ir::Operand::read(*Deleter) : ir::Operand::unknown(),
                nullptr);
    } else if (Args.size() != 1) {
      return false;
    }
    Owned.setPointer(To, T, Exprs.value(Args[0]), E);
    return true;
  }
  const HostValue Tag = Decls.libraryType(Given);
  if (Tag == HostValue::EmptyTag) {
    Owned.setEmpty(To, T, E);
    return true;
  }
  llvm::ArrayRef<const Expr *> Values(Args);
  if (Tag == HostValue::InPlaceTag)
    Values = Values.drop_front();
  else if (Values.size() != 1)
    return false;
  Owned.fill(To, T, Values, E);
  return true;
}

/// Makes the shared owner at \p To of what is not a single owner: a pointer,
/// or a pointer and a deleter, or an owner and a pointer into its object.
bool UniquePtrAndOptionalModel::share(const ir::Place &To, QualType T,
                                      llvm::ArrayRef<const Expr *> Args,
                                      const Expr *E) {
  if (Args.size() == 1) {
    if (!Args[0]->getType()->isPointerType() &&
        !Args[0]->getType()->isNullPtrType())
      return false;
    Owned.setPointer(To, T, Exprs.value(Args[0]), E);
    return true;
  }
  const bool PointsInto = ownerKind(Args[0]->getType()) == OwnerKind::Shared;
  if (PointsInto)
    if (std::optional<ir::Place> Whole = Exprs.place(Args[0]))
      Owned.forgetOwners(*Whole, Args[0]->getType(), E);
  IR.assign(pointerOf(To), Exprs.value(Args[PointsInto ? 1 : 0]), E);
  return true;
}

bool UniquePtrAndOptionalModel::assignOwner(
    const CXXOperatorCallExpr *E, const std::optional<ir::Place> &Dest) {
  QualType T = E->getArg(0)->getType();
  const OwnerKind Kind = ownerKind(T);
  if (Kind == OwnerKind::None || E->getNumArgs() != 2)
    return false;
  const Expr *From = E->getArg(1);
  QualType Given = From->getType();
  const bool IsOwner = takes(Kind, ownerKind(Given));
  std::optional<ir::Place> P = Exprs.place(E->getArg(0)), Other;
  if (IsOwner)
    Other = Exprs.place(From);
  if (!P || (IsOwner && !Other))
    return false;
  if (Other && Kind == OwnerKind::Shared) {
    // The object may be the one that the owner has already.
    ir::Place Kept = IR.freshTemporary();
    Owned.move(Kept, T, *Other, Given,
               From->isLValue() ? Transfer::Copied : Transfer::Moved, E);
    Other = Kept;
    Given = T;
  }
  Owned.letGo(*P, T, E, beginOf(E));
  if (Other)
    Owned.move(*P, T, *Other, Given, Transfer::Moved, E);
  else if (isSmartPointer(Kind) ||
           Decls.libraryType(Given) == HostValue::EmptyTag)
    Owned.setEmpty(*P, T, E);
  else
    Owned.fill(*P, T, {From}, E);
  if (Dest)
    IR.assign(*Dest, ir::Operand::address(*P), nullptr);
  return true;
}

bool UniquePtrAndOptionalModel::makeOwned(const CallExpr *E,
                                          const ir::Place &Dest) {
  QualType T = E->getType();
  const bool Optional = ownerKind(T) == OwnerKind::Optional;
  const CXXRecordDecl *Class = ownedType(T)->getAsCXXRecordDecl();
  llvm::SmallVector<const Expr *, 8> Args(E->arguments());
  if (!Class || isWrapper(Decls, ownedType(T)))
    return false;
  if (Optional) {
    Owned.fill(Dest, T, Args, E);
    return true;
  }
  ir::Place Object = IR.freshTemporary();
  if (!Owned.construct(Object, ownedType(T).getUnqualifiedType(), Args, E)) {
    IR.assign(Object, ir::Operand::unknown(), E);
    Dynamic.setType(Object, Class);
  }
  Owned.setPointer(Dest, T, ir::Operand::address(Object), E);
  return true;
}

void UniquePtrAndOptionalModel::valueOr(const ir::Place &Owner,
                                        const Expr *Else,
                                        const ir::Place &Dest) {
  unsigned Full = IR.newBlock(), Empty = IR.newBlock(), Join = IR.newBlock();
  IR.branch(ir::Operand::read(hasOf(Owner)), Full, Empty);
  ir::Operand Given = Exprs.value(Else);
  for (unsigned Block : {Full, Empty}) {
    IR.Current = Block;
    IR.assign(Dest, Block == Full ? ir::Operand::read(valueOf(Owner)) : Given,
              nullptr);
    IR.jump(Join);
  }
  IR.Current = Join;
}

bool UniquePtrAndOptionalModel::compareWithNull(
    const CXXOperatorCallExpr *E, const std::optional<ir::Place> &Dest) {
  if (!Dest || E->getNumArgs() != 2 ||
      (E->getOperator() != OO_EqualEqual &&
       E->getOperator() != OO_ExclaimEqual))
    return false;
  for (unsigned I : {0, 1})
    if (E->getArg(1 - I)->getType()->isNullPtrType() &&
        isSmartPointer(ownerKind(E->getArg(I)->getType())))
      if (std::optional<ir::Place> P = Exprs.place(E->getArg(I))) {
        IR.assign(
            *Dest,
            ir::Operand::binary(E->getOperator() == OO_EqualEqual ? "==" : "!=",
                                ir::Operand::read(pointerOf(*P)),
                                ir::Operand::constant(0)),
            nullptr);
        return true;
      }
  return false;
}

bool UniquePtrAndOptionalModel::call(const CallExpr *E,
                                     const FunctionDecl *Callee,
                                     const std::optional<ir::Place> &Dest) {
  if (!Callee)
    return false;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
    return Op->getOperator() == OO_Equal ? assignOwner(Op, Dest)
                                         : compareWithNull(Op, Dest);
  if (!isa<CXXMethodDecl>(Callee)) {
    const HostValue Function = Decls.libraryFunction(Callee);
    return Dest &&
           ((Function == HostValue::MakeUnique &&
             ownerKind(E->getType()) == OwnerKind::Unique) ||
            (Function == HostValue::MakeShared &&
             ownerKind(E->getType()) == OwnerKind::Shared) ||
            (Function == HostValue::MakeOptional &&
             ownerKind(E->getType()) == OwnerKind::Optional)) &&
           makeOwned(E, *Dest);
  }

  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Owner = Member ? Member->getImplicitObjectArgument() : nullptr;
  if (!Owner)
    return false;
  Owner = withoutBase(Owner);
  QualType T = Owner->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  if (ownerKind(T) == OwnerKind::None)
    return false;
  std::optional<ir::Place> P = Exprs.objectPlace(Owner);
  return P && callMember(Member, Callee, *P, T, Dest);
}

bool UniquePtrAndOptionalModel::callMember(
    const CXXMemberCallExpr *E, const FunctionDecl *Callee,
    const ir::Place &Owner, QualType T, const std::optional<ir::Place> &Dest) {
  const OwnerKind Kind = ownerKind(T);
  const bool Asks =
      isa<CXXConversionDecl>(Callee) ||
      (Callee->getIdentifier() && Callee->getName() == "has_value");
  if (Asks && Dest && Callee->getReturnType()->isBooleanType()) {
    IR.assign(
        *Dest,
        Kind == OwnerKind::Optional
            ? ir::Operand::read(hasOf(Owner))
            : ir::Operand::binary("!=", ir::Operand::read(pointerOf(Owner)),
                                  ir::Operand::constant(0)),
        nullptr);
    return true;
  }
  if (!Callee->getIdentifier())
    return false;
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  StringRef Name = Callee->getName();
  if (Name == "reset" && (Args.size() <= 1 || Kind == OwnerKind::Shared)) {
    Owned.letGo(Owner, T, E, beginOf(E));
    if (Args.empty())
      Owned.setEmpty(Owner, T, E);
    else if (Kind == OwnerKind::Shared)
      return share(Owner, T, Args, E);
    else
      Owned.setPointer(Owner, T, Exprs.value(Args[0]), E);
    return true;
  }
  if (Name == "release" && Kind == OwnerKind::Unique) {
    if (Dest)
      IR.assign(*Dest, ir::Operand::read(pointerOf(Owner)), nullptr);
    Owned.setEmpty(Owner, T, E);
    return true;
  }
  if (Name == "emplace" && Kind == OwnerKind::Optional) {
    Owned.letGo(Owner, T, E, beginOf(E));
    Owned.fill(Owner, T, Args, E);
    if (Dest)
      IR.assign(*Dest, ir::Operand::address(valueOf(Owner)), nullptr);
    return true;
  }
  if (Name == "value_or" && Kind == OwnerKind::Optional && Dest &&
      Args.size() == 1 && ownedType(T)->isScalarType()) {
    valueOr(Owner, Args[0], *Dest);
    return true;
  }
  return false;
}
