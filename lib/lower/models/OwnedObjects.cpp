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
  return Owner.field(ir::OwnedPointer);
}
ir::Place lower::valueOf(const ir::Place &Owner) {
  return Owner.field("<value>");
}
ir::Place lower::hasOf(const ir::Place &Owner) { return Owner.field("<has>"); }
static ir::Place deleteOf(const ir::Place &Owner) {
  return Owner.field(ir::OwnedDeleter);
}
ir::Place lower::deleterOf(const ir::Place &Owner) {
  return Owner.field("<deleter>");
}
/// Returns the number of owners of the object that a shared owner has.
static ir::Place ownersOf(const ir::Place &Owner) {
  return pointerOf(Owner).deref().field("<owners>");
}
/// Returns the function that destroys the object of a shared owner if it has
/// \p Owners owners.
static ir::Place sharedDeleteOf(const ir::Place &Owner, ir::Operand Owners) {
  return deleteOf(pointerOf(Owner).deref()).index(std::move(Owners));
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
  const OwnerKind Kind = Unique                           ? OwnerKind::Unique
                         : Type == HostValue::SharedOwner ? OwnerKind::Shared
                         : Type == HostValue::Optional    ? OwnerKind::Optional
                                                          : OwnerKind::None;
  if (Kind == OwnerKind::None)
    return Kind;
  const CXXRecordDecl *Object = Owned->getAsCXXRecordDecl();
  if (Unique && ownDeleter(T) && !Owned->isArrayType())
    return callOperator(*ownDeleter(T)) ? OwnerKind::Unique : OwnerKind::None;
  if (Unique && hasPointerDeleter(Class))
    return OwnerKind::None;
  if (!Object)
    return Kind == OwnerKind::Optional && Owned->isScalarType()
               ? OwnerKind::Optional
               : OwnerKind::None;
  if (!Object->hasDefinition() || L.decls().isDescribed(Object))
    return OwnerKind::None;
  if (Ctx.getSourceManager().isInSystemHeader(Object->getLocation()) &&
      !isWrapper(L.decls(), Owned))
    return OwnerKind::None;
  return Kind;
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

/// Whether the objects that owners of type \p T own have virtual destructors.
static bool isPolymorphic(QualType T) {
  const CXXRecordDecl *Class = ownedType(T)->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = Class ? Class->getDestructor() : nullptr;
  return D && D->isVirtual();
}

const FunctionDecl *OwnedObjects::destroyerOf(QualType T) {
  if (ownerKind(T) == OwnerKind::Unique)
    if (std::optional<QualType> Deleter = ownDeleter(T))
      return callOperator(*Deleter);
  const CXXRecordDecl *Class = ownedType(T)->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = Class ? Class->getDestructor() : nullptr;
  if (!D || D->isTrivial() || L.api(D) ||
      Ctx.getSourceManager().isInSystemHeader(Class->getLocation()))
    return nullptr;
  return L.mayMatter(D) ? D : nullptr;
}

void OwnedObjects::setDestroyer(const ir::Place &Owner, QualType T, bool Owns) {
  const FunctionDecl *D = destroyerOf(T);
  if (!D)
    return;
  const bool Shared = ownerKind(T) == OwnerKind::Shared;
  if (!Owns && Shared)
    return;
  ir::Operand Destroyer = ir::Operand::constant(0);
  const auto *Dtor = dyn_cast<CXXDestructorDecl>(D);
  if (Owns && Dtor && Dtor->isVirtual())
    Destroyer = Dynamic.destructorOf(pointerOf(Owner).deref(), Dtor);
  else if (Owns)
    Destroyer = Callables.functionValue(D);
  IR.assign(Shared ? sharedDeleteOf(Owner, ir::Operand::constant(1))
                   : deleteOf(Owner),
            std::move(Destroyer), nullptr);
  if (Shared)
    IR.assign(ownersOf(Owner), ir::Operand::constant(1), nullptr);
}

void OwnedObjects::countOwner(const ir::Place &Owner, bool More) {
  IR.assign(ownersOf(Owner),
            ir::Operand::binary(More ? "+" : "-",
                                ir::Operand::read(ownersOf(Owner)),
                                ir::Operand::constant(1)),
            nullptr);
}

void OwnedObjects::forgetOwners(const ir::Place &Owner, QualType T,
                                const Expr *At) {
  const FunctionDecl *D = destroyerOf(T);
  if (!D)
    return;
  IR.assign(ownersOf(Owner), ir::Operand::unknown(), nullptr);
  if (!isPolymorphic(T) && !L.summarize(D).Matters)
    return;
  ir::List<ir::Operand> Args;
  Args.push_back(ir::Operand::read(pointerOf(Owner)));
  IR.emit(ir::Instruction::unknownCall(L.name(ownerClass(T)->getName()),
                                       std::move(Args)),
          At, beginOf(At));
  IR.MayCallUnknown = true;
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
  const OwnerKind Kind = ownerKind(T);
  ir::Operand Object = isSmartPointer(Kind)
                           ? ir::Operand::read(pointerOf(Owner))
                           : ir::Operand::address(valueOf(Owner));
  std::vector<ir::Operand> Args;
  if (!isa<CXXDestructorDecl>(D)) {
    Args.push_back(std::move(Object));
    Object = ir::Operand::address(deleterOf(Owner));
  }
  const bool Shared = Kind == OwnerKind::Shared;
  Dynamic.makeVirtual(
      ir::Operand::read(
          Shared ? sharedDeleteOf(Owner, ir::Operand::read(ownersOf(Owner)))
                 : deleteOf(Owner)),
      std::move(Object), std::move(Args), First);
  if (Shared)
    countOwner(Owner, /*More=*/false);
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
  if (isSmartPointer(ownerKind(T)))
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
                             const ir::Place &From, Transfer How,
                             const Expr *At) {
  for (const CXXBaseSpecifier &Base : Class->bases())
    move(To, Base.getType(), From, Base.getType(), How, At);
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
      move(There, Part, Here, Part, How, At);
    } else if (Kind == OwnerKind::Shared && How == Transfer::Copied) {
      if (destroyerOf(Part))
        countOwner(There, /*More=*/true);
    } else if (isSmartPointer(Kind) || How == Transfer::Elided) {
      setEmpty(Here, Part, At);
    } else if (!ownedType(Part).isTriviallyCopyableType(Ctx)) {
      forget(There, Part, At);
      forget(Here, Part, At);
    }
  }
}

void OwnedObjects::move(const ir::Place &To, QualType T, const ir::Place &From,
                        QualType Given, Transfer How, const Expr *At) {
  const bool Moves = How != Transfer::Elided;
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
      moveParts(To, Class, From, How, At);
    }
    return;
  }
  if (ownerKind(T) == OwnerKind::Shared) {
    IR.assign(pointerOf(To), ir::Operand::read(pointerOf(From)), At);
    const bool WasShared = ownerKind(Given) == OwnerKind::Shared;
    if (!WasShared)
      setDestroyer(To, T, /*Owns=*/true);
    else if (How == Transfer::Copied && destroyerOf(T))
      countOwner(To, /*More=*/true);
    if ((How == Transfer::Moved || !WasShared) && !(To == From))
      setEmpty(From, Given, At);
    return;
  }
  if (ownerKind(T) == OwnerKind::Unique) {
    IR.assign(pointerOf(To), ir::Operand::read(pointerOf(From)), At);
    if (ownDeleter(T))
      IR.assign(deleterOf(To), ir::Operand::read(deleterOf(From)), nullptr);
    if (destroyerOf(T))
      IR.assign(deleteOf(To),
                destroyerOf(T) == destroyerOf(Given) || isPolymorphic(T)
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

void OwnedObjects::handOver(const ir::Place &Object, QualType T,
                            const Expr *At) {
  if (ownerKind(T) == OwnerKind::Shared)
    return forgetOwners(Object, T, At);
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (ownerKind(T) != OwnerKind::None || !Class || !Class->hasDefinition() ||
      Class->isUnion() || Class->isLambda() ||
      Ctx.getSourceManager().isInSystemHeader(Class->getLocation()))
    return;
  llvm::DenseMap<const CXXRecordDecl *, unsigned> Known;
  const unsigned Owners = countOwners(
      T, [&](QualType Part) { return ownerKind(Part) == OwnerKind::Shared; },
      Known, Ctx.getSourceManager());
  if (!Owners || Owners > MaxOwners)
    return;
  for (const CXXBaseSpecifier &Base : Class->bases())
    handOver(Object, Base.getType(), At);
  for (const FieldDecl *Field : Class->fields())
    if (Field->getType()->isRecordType() && !Field->getName().empty() &&
        !Field->isInvalidDecl())
      handOver(Object.field(L.name(Field->getName())), Field->getType(), At);
}
