//===- OwnedObjects.cpp - Objects that other objects own ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnedObjects.h"
#include "../CallLowering.h"
#include "../Callables.h"
#include "../DynamicTypes.h"
#include "../ExprLowering.h"
#include "../FunctionBuilder.h"
#include "../TypeQueries.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

ir::Place lower::pointerOf(const ir::Place &Owner) {
  return Owner.field("<pointer>");
}
ir::Place lower::valueOf(const ir::Place &Owner) {
  return Owner.field("<value>");
}
ir::Place lower::hasOf(const ir::Place &Owner) { return Owner.field("<has>"); }
static ir::Place deleteOf(const ir::Place &Owner) {
  return Owner.field("<delete>");
}
ir::Place lower::deleterOf(const ir::Place &Owner) {
  return Owner.field("<deleter>");
}

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

static const ClassTemplateSpecializationDecl *ownerClass(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  return Class && Class->hasDefinition() && Class->getTemplateArgs().size() &&
                 Class->getTemplateArgs()[0].getKind() == TemplateArgument::Type
             ? Class
             : nullptr;
}

QualType lower::ownedType(QualType Owner) {
  return ownerClass(Owner)->getTemplateArgs()[0].getAsType();
}

std::optional<QualType> lower::ownDeleter(QualType Owner) {
  const ClassTemplateSpecializationDecl *Class = ownerClass(Owner);
  if (Class->getTemplateArgs().size() < 2 ||
      Class->getTemplateArgs()[1].getKind() != TemplateArgument::Type)
    return std::nullopt;
  QualType T = Class->getTemplateArgs()[1].getAsType();
  const CXXRecordDecl *Deleter = T->getAsCXXRecordDecl();
  return Deleter && !Deleter->isInStdNamespace() ? std::optional<QualType>(T)
                                                 : std::nullopt;
}

/// Whether the deleter of a unique_ptr is a pointer to a function, which may be
/// any function.
static bool hasPointerDeleter(const ClassTemplateSpecializationDecl *Owner) {
  return Owner->getTemplateArgs().size() > 1 &&
         Owner->getTemplateArgs()[1].getKind() == TemplateArgument::Type &&
         Owner->getTemplateArgs()[1].getAsType()->isPointerType();
}

OwnerKind lower::ownerKind(QualType T, Lowering &L, ASTContext &Ctx) {
  const ClassTemplateSpecializationDecl *Class = ownerClass(T);
  if (!Class)
    return OwnerKind::None;
  QualType Owned = ownedType(T);
  const HostValue Type = L.decls().libraryType(Class);
  const bool Unique = Type == HostValue::UniqueOwner;
  if (!Unique && Type != HostValue::Optional)
    return OwnerKind::None;
  const CXXRecordDecl *Object = Owned->getAsCXXRecordDecl();
  if (Unique && ownDeleter(T) && !Owned->isArrayType())
    return callOperator(*ownDeleter(T)) ? OwnerKind::Unique : OwnerKind::None;
  if (Unique && hasPointerDeleter(Class))
    return OwnerKind::None;
  if (!Object)
    return !Unique && Owned->isScalarType() ? OwnerKind::Optional
                                            : OwnerKind::None;
  // Virtual.cpp follows the type of an object that is reached through a base
  // class.
  if (!Object->hasDefinition() || (Unique && Object->isPolymorphic()) ||
      L.decls().isDescribed(Object))
    return OwnerKind::None;
  if (Ctx.getSourceManager().isInSystemHeader(Object->getLocation()) &&
      !isWrapper(L.decls(), Owned))
    return OwnerKind::None;
  return Unique ? OwnerKind::Unique : OwnerKind::Optional;
}

//===----------------------------------------------------------------------===//
// Constructors and destructors
//===----------------------------------------------------------------------===//

/// Returns the constructor that takes \p Args; null if it is not certain.
static const CXXConstructorDecl *
constructorFor(const CXXRecordDecl *Class, llvm::ArrayRef<const Expr *> Args,
               ASTContext &Ctx) {
  llvm::SmallVector<const CXXConstructorDecl *, 4> Fits, Exact;
  for (const CXXConstructorDecl *Ctor : Class->ctors()) {
    if (Ctor->isDeleted() || Args.size() < Ctor->getMinRequiredArguments() ||
        Args.size() > Ctor->getNumParams())
      continue;
    bool Same = true;
    for (unsigned I = 0; I < Args.size(); ++I)
      Same &= Ctx.hasSameUnqualifiedType(
          Args[I]->getType(),
          Ctor->getParamDecl(I)->getType().getNonReferenceType());
    if (Ctor->isCopyOrMoveConstructor()) {
      // If there are both, an rvalue selects the move constructor.
      const bool Takes = !Args[0]->isLValue();
      if (!Same || (Ctor->isMoveConstructor() && !Takes))
        continue;
      if (Ctor->isMoveConstructor())
        return Ctor;
    }
    Fits.push_back(Ctor);
    if (Same)
      Exact.push_back(Ctor);
  }
  if (Fits.size() == 1)
    return Fits.front();
  return Exact.size() == 1 ? Exact.front() : nullptr;
}

bool OwnedObjects::construct(const ir::Place &Object, QualType T,
                             llvm::ArrayRef<const Expr *> Args,
                             const Expr *At) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class) {
    if (Args.size() > 1)
      return false;
    IR.assign(Object,
              Args.empty() ? ir::Operand::constant(0) : Exprs.value(Args[0]),
              At);
    return true;
  }
  if (isWrapper(Decls, T)) {
    if (Args.size() != 1)
      return false;
    Callables.wrap(Object, T, Args[0]);
    return true;
  }
  if (Args.empty() && Class->hasTrivialDefaultConstructor()) {
    for (const FieldDecl *Field : Class->fields())
      if (Field->getType()->isScalarType())
        IR.assign(Object.field(L.name(Field->getName())),
                  ir::Operand::constant(0), At);
    return true;
  }
  const CXXConstructorDecl *Ctor = constructorFor(Class, Args, Ctx);
  if (!Ctor || L.api(Ctor))
    return false;
  if (Ctor->isCopyOrMoveConstructor() &&
      (Ctor->isTrivial() || Ctor->isImplicit() || Ctor->isDefaulted())) {
    std::optional<ir::Place> From = Exprs.place(Args[0]);
    IR.assign(Object, From ? ir::Operand::read(*From) : ir::Operand::unknown(),
              At);
    return true;
  }
  if (Ctor->isTrivial())
    return true;
  std::vector<ir::Operand> Operands{ir::Operand::address(Object)};
  for (ir::Operand &A : Calls.arguments(Ctor, Args))
    Operands.push_back(std::move(A));
  for (unsigned I = Args.size(); I < Ctor->getNumParams(); ++I) {
    const ParmVarDecl *P = Ctor->getParamDecl(I);
    const bool Known = P->hasDefaultArg() && !P->hasUnparsedDefaultArg() &&
                       !P->hasUninstantiatedDefaultArg();
    Operands.push_back(Known ? Calls.argument(P->getDefaultArg(), P->getType())
                             : ir::Operand::unknown());
  }
  Calls.emitCall(Ctor, std::move(Operands), std::nullopt, false, At,
                 beginOf(At));
  Dynamic.setType(Object, Class);
  return true;
}

const FunctionDecl *OwnedObjects::destroyerOf(QualType T) {
  if (ownerKind(T) == OwnerKind::Unique)
    if (std::optional<QualType> Deleter = ownDeleter(T))
      return callOperator(*Deleter);
  const CXXRecordDecl *Class = ownedType(T)->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = Class ? Class->getDestructor() : nullptr;
  if (!D || D->isTrivial() || D->isVirtual() || L.api(D) ||
      Ctx.getSourceManager().isInSystemHeader(Class->getLocation()))
    return nullptr;
  Lowering::Summary Known = L.summarize(D);
  return !Known.Visible || Known.Matters || Known.MayCallUnknown || Known.Defers
             ? D
             : nullptr;
}

void OwnedObjects::setDestroyer(const ir::Place &Owner, QualType T, bool Owns) {
  if (const FunctionDecl *D = destroyerOf(T))
    IR.assign(deleteOf(Owner),
              Owns ? Callables.functionValue(D) : ir::Operand::constant(0),
              nullptr);
}

void OwnedObjects::letGo(const ir::Place &Owner, QualType T, const Stmt *At,
                         SourceLocation Where) {
  const FunctionDecl *D = destroyerOf(T);
  if (!D)
    return;
  const size_t First = IR.current().Insts.size();
  ir::Instruction &I =
      IR.emit(ir::Instruction::unknownCall(L.name(ownerClass(T)->getName())),
              At, Where);
  I.Flags.System = true;
  const bool Unique = ownerKind(T) == OwnerKind::Unique;
  ir::Operand Object = Unique ? ir::Operand::read(pointerOf(Owner))
                              : ir::Operand::address(valueOf(Owner));
  std::vector<ir::Operand> Args;
  if (!isa<CXXDestructorDecl>(D)) {
    Args.push_back(std::move(Object));
    Object = ir::Operand::address(deleterOf(Owner));
  }
  Dynamic.makeVirtual(ir::Operand::read(deleteOf(Owner)), std::move(Object),
                      std::move(Args), First);
}

//===----------------------------------------------------------------------===//
// The object of an owner
//===----------------------------------------------------------------------===//

void OwnedObjects::setPointer(const ir::Place &Owner, QualType T,
                              ir::Operand Pointer, const Expr *At) {
  const bool Null = Pointer.K == ir::Operand::Int && Pointer.Value == 0;
  IR.assign(pointerOf(Owner), std::move(Pointer), At);
  setDestroyer(Owner, T, !Null);
}

void OwnedObjects::setEmpty(const ir::Place &Owner, QualType T,
                            const Expr *At) {
  if (ownerKind(T) == OwnerKind::Unique)
    return setPointer(Owner, T, ir::Operand::constant(0), At);
  IR.assign(hasOf(Owner), ir::Operand::constant(0), At);
  setDestroyer(Owner, T, false);
}

void OwnedObjects::fill(const ir::Place &Owner, QualType T,
                        llvm::ArrayRef<const Expr *> Args, const Expr *At) {
  if (!construct(valueOf(Owner), ownedType(T).getUnqualifiedType(), Args, At))
    IR.assign(valueOf(Owner), ir::Operand::unknown(), At);
  IR.assign(hasOf(Owner), ir::Operand::constant(1), At);
  setDestroyer(Owner, T, true);
}

/// The largest number of smart pointers that are told apart.
static constexpr unsigned MaxOwners = 256;

/// Returns how many smart pointers an object of type \p T has in its fields,
/// directly or nested. \p Known holds the counts so far.
static unsigned
countOwners(QualType T, llvm::function_ref<bool(QualType)> IsOwner,
            llvm::DenseMap<const CXXRecordDecl *, unsigned> &Known,
            const SourceManager &SM) {
  if (IsOwner(T))
    return 1;
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->isUnion() ||
      SM.isInSystemHeader(Class->getLocation()))
    return 0;
  auto [It, New] = Known.try_emplace(Class->getCanonicalDecl(), 0);
  if (!New)
    return It->second;
  unsigned Count = 0;
  for (const CXXBaseSpecifier &Base : Class->bases())
    Count += countOwners(Base.getType(), IsOwner, Known, SM);
  for (const FieldDecl *Field : Class->fields())
    if (!Field->isInvalidDecl())
      Count += countOwners(Field->getType(), IsOwner, Known, SM);
  Count = std::min(Count, MaxOwners + 1);
  return Known[Class->getCanonicalDecl()] = Count;
}

void OwnedObjects::forget(const ir::Place &Owner, QualType T, const Expr *At) {
  if (destroyerOf(T))
    IR.assign(deleteOf(Owner), ir::Operand::unknown(), nullptr);
  IR.assign(valueOf(Owner), ir::Operand::unknown(), At);
}

void OwnedObjects::moveParts(const ir::Place &To, const CXXRecordDecl *Class,
                             const ir::Place &From, bool Moves,
                             const Expr *At) {
  for (const CXXBaseSpecifier &Base : Class->bases())
    move(To, Base.getType(), From, Base.getType(), Moves, At);
  for (const FieldDecl *Field : Class->fields()) {
    QualType Part = Field->getType();
    // In code with errors, a class may contain itself.
    if (!Part->isRecordType() || Field->getName().empty() ||
        Field->isInvalidDecl())
      continue;
    ir::Place There = To.field(L.name(Field->getName()));
    ir::Place Here = From.field(L.name(Field->getName()));
    const OwnerKind Kind = ownerKind(Part);
    if (Kind == OwnerKind::None) {
      move(There, Part, Here, Part, Moves, At);
    } else if (Kind == OwnerKind::Unique || !Moves) {
      setEmpty(Here, Part, At);
    } else if (!ownedType(Part).isTriviallyCopyableType(Ctx)) {
      forget(There, Part, At);
      forget(Here, Part, At);
    }
  }
}

void OwnedObjects::move(const ir::Place &To, QualType T, const ir::Place &From,
                        QualType Given, bool Moves, const Expr *At) {
  if (ownerKind(T) == OwnerKind::None) {
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Class->isUnion() || To == From ||
        Ctx.getSourceManager().isInSystemHeader(Class->getLocation()))
      return;
    // If each class has two fields of the next one, a type has few classes but
    // many parts.
    llvm::DenseMap<const CXXRecordDecl *, unsigned> Known;
    const unsigned Owners = countOwners(
        T, [&](QualType Part) { return ownerKind(Part) != OwnerKind::None; },
        Known, Ctx.getSourceManager());
    if (Owners > MaxOwners) {
      IR.assign(To, ir::Operand::unknown(), At);
      if (Moves)
        IR.assign(From, ir::Operand::unknown(), At);
    } else if (Owners) {
      moveParts(To, Class, From, Moves, At);
    }
    return;
  }
  if (ownerKind(T) == OwnerKind::Unique) {
    IR.assign(pointerOf(To), ir::Operand::read(pointerOf(From)), At);
    if (ownDeleter(T))
      IR.assign(deleterOf(To), ir::Operand::read(deleterOf(From)), nullptr);
    if (destroyerOf(T))
      IR.assign(deleteOf(To),
                destroyerOf(T) == destroyerOf(Given)
                    ? ir::Operand::read(deleteOf(From))
                    : ir::Operand::unknown(),
                nullptr);
    if (Moves && !(To == From))
      setEmpty(From, Given, At);
    return;
  }
  // If both have an object, the effects of the constructors of the objects
  // decide.
  if (!Moves || ownedType(T).isTriviallyCopyableType(Ctx)) {
    IR.assign(To, ir::Operand::read(From), At);
    return;
  }
  forget(To, T, At);
  forget(From, T, At);
  IR.assign(hasOf(To), ir::Operand::read(hasOf(From)), nullptr);
}
