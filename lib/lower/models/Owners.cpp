//===- Owners.cpp - Objects that other objects own ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A std::unique_ptr or std::optional makes, moves and destroys an object of
/// the program, whose constructor and destructor may be what matters: a guard.
/// It is an object with fields that no program can name: "<pointer>" is what a
/// unique_ptr points at, "<value>" the object in an optional, "<has>" whether
/// there is one, "<deleter>" a deleter of the program's own, and "<delete>" the
/// function that destroys the object. As long as that is certain, the function
/// is run where the owner lets go of the object; an owner that was handed to an
/// unknown callee runs nothing.
///
//===----------------------------------------------------------------------===//

#include "Owners.h"
#include "LibraryModel.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class OwnerModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  std::optional<ir::Place> place(const Expr *E) override {
    return ownedPlace(E, /*WantPointer=*/false);
  }
  std::optional<ir::Operand> value(const Expr *E) override;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
  bool construct(const ir::Place &To, const CXXConstructExpr *E) override;
  void copied(const ir::Place &To, QualType T, const ir::Place &From,
              bool Moves) override {
    moveOwner(To, T, From, T, Moves, nullptr);
  }
  bool destroy(const CXXDestructorDecl *D, const ir::Operand &This,
               const Stmt *At, SourceLocation Where) override;

private:
  OwnerKind ownerKind(QualType T) const { return lower::ownerKind(T, L, Ctx); }
  std::optional<ir::Place> ownerPlace(const Expr *Owner);
  /// The object that an owner has, if \p E names it; or, with \p WantPointer,
  /// if \p E is a pointer to it.
  std::optional<ir::Place> ownedPlace(const Expr *E, bool WantPointer);
  /// Makes an object of type \p T; false if it is not certain how.
  bool constructOwned(const ir::Place &Object, QualType T,
                      llvm::ArrayRef<const Expr *> Args, const Expr *At);
  const FunctionDecl *destroyerOf(QualType T);
  void setDestroyer(const ir::Place &Owner, QualType T, bool Owns);
  /// Destroys the object that an owner of type \p T has.
  void letGo(const ir::Place &Owner, QualType T, const Stmt *At,
             SourceLocation Where);
  void setPointer(const ir::Place &Owner, QualType T, ir::Operand Pointer,
                  const Expr *At);
  void setEmpty(const ir::Place &Owner, QualType T, const Expr *At);
  bool fill(const ir::Place &Owner, QualType T,
            llvm::ArrayRef<const Expr *> Args, const Expr *At);
  void moveOwner(const ir::Place &To, QualType T, const ir::Place &From,
                 QualType Given, bool Moves, const Expr *At);
  void valueOr(const ir::Place &Owner, const Expr *Else, const ir::Place &Dest);
  bool makeOwned(const CallExpr *E, const ir::Place &Dest);
  bool assignOwner(const CXXOperatorCallExpr *E,
                   const std::optional<ir::Place> &Dest);
};
} // namespace

std::unique_ptr<LibraryModel> lower::makeOwnersModel(const ModelContext &C) {
  return std::make_unique<OwnerModel>(C);
}

static ir::Place pointerOf(const ir::Place &Owner) {
  return Owner.field("<pointer>");
}
static ir::Place valueOf(const ir::Place &Owner) {
  return Owner.field("<value>");
}
static ir::Place hasOf(const ir::Place &Owner) { return Owner.field("<has>"); }
static ir::Place deleteOf(const ir::Place &Owner) {
  return Owner.field("<delete>");
}
static ir::Place deleterOf(const ir::Place &Owner) {
  return Owner.field("<deleter>");
}

//===----------------------------------------------------------------------===//
// What owns something
//===----------------------------------------------------------------------===//

static const ClassTemplateSpecializationDecl *ownerClass(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  return Class && Class->getIdentifier() && outerNamespace(Class) == "std" &&
                 Class->hasDefinition() && Class->getTemplateArgs().size() &&
                 Class->getTemplateArgs()[0].getKind() == TemplateArgument::Type
             ? Class
             : nullptr;
}

static QualType ownedType(QualType Owner) {
  return ownerClass(Owner)->getTemplateArgs()[0].getAsType();
}

/// The deleter of a unique_ptr, if it is a class of the program's own.
static std::optional<QualType> ownDeleter(QualType Owner) {
  const ClassTemplateSpecializationDecl *Class = ownerClass(Owner);
  if (Class->getTemplateArgs().size() < 2 ||
      Class->getTemplateArgs()[1].getKind() != TemplateArgument::Type)
    return std::nullopt;
  QualType T = Class->getTemplateArgs()[1].getAsType();
  const CXXRecordDecl *Deleter = T->getAsCXXRecordDecl();
  return Deleter && outerNamespace(Deleter) != "std"
             ? std::optional<QualType>(T)
             : std::nullopt;
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
  if (Unique && Class->getTemplateArgs()[1].getAsType()->isPointerType())
    return OwnerKind::None;
  if (!Object)
    return !Unique && Owned->isScalarType() ? OwnerKind::Optional
                                            : OwnerKind::None;
  // The type of an object that is reached through a base: see Virtual.cpp.
  if (!Object->hasDefinition() || (Unique && Object->isPolymorphic()) ||
      L.decls().isDescribed(Object))
    return OwnerKind::None;
  if (Ctx.getSourceManager().isInSystemHeader(Object->getLocation()) &&
      !isWrapper(L.decls(), Owned))
    return OwnerKind::None;
  return Unique ? OwnerKind::Unique : OwnerKind::Optional;
}

std::optional<ir::Place> OwnerModel::ownerPlace(const Expr *Owner) {
  return Owner->getType()->isPointerType() ? pointeeOf(Exprs.value(Owner))
                                           : Exprs.place(Owner);
}

/// The owner that \p E names the object of, or a pointer to it: "*o", "o->",
/// "o.get()", "o.value()".
static const Expr *ownerIn(const Expr *E, bool &Pointer) {
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    Pointer = Op->getOperator() == OO_Arrow;
    return Op->getNumArgs() == 1 && (Pointer || Op->getOperator() == OO_Star)
               ? Op->getArg(0)
               : nullptr;
  }
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier() || Call->getNumArgs() != 0)
    return nullptr;
  Pointer = Method->getName() == "get";
  return Pointer || Method->getName() == "value"
             ? Call->getImplicitObjectArgument()
             : nullptr;
}

std::optional<ir::Place> OwnerModel::ownedPlace(const Expr *E,
                                                bool WantPointer) {
  bool Pointer = false;
  const Expr *Owner = ownerIn(E, Pointer);
  if (!Owner || Pointer != WantPointer)
    return std::nullopt;
  QualType T = Owner->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const OwnerKind Kind = ownerKind(T);
  if (Kind == OwnerKind::None)
    return std::nullopt;
  std::optional<ir::Place> P = ownerPlace(Owner);
  if (!P)
    return std::nullopt;
  return Kind == OwnerKind::Unique ? pointerOf(*P).deref() : valueOf(*P);
}

std::optional<ir::Operand> OwnerModel::value(const Expr *E) {
  std::optional<ir::Place> P = ownedPlace(E, /*WantPointer=*/true);
  if (!P)
    return std::nullopt;
  if (P->Path.back().K != ir::Step::Deref)
    return ir::Operand::address(*P);
  P->Path.pop_back();
  return ir::Operand::read(std::move(*P));
}

//===----------------------------------------------------------------------===//
// Constructors and destructors
//===----------------------------------------------------------------------===//

/// The constructor that takes \p Args; null if that is not certain.
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
      // Of two, the one for what may be taken.
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

bool OwnerModel::constructOwned(const ir::Place &Object, QualType T,
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

/// What destroys the object of an owner of type \p T; null if nothing does
/// that matters.
const FunctionDecl *OwnerModel::destroyerOf(QualType T) {
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

void OwnerModel::setDestroyer(const ir::Place &Owner, QualType T, bool Owns) {
  if (const FunctionDecl *D = destroyerOf(T))
    IR.assign(deleteOf(Owner),
              Owns ? Callables.functionValue(D) : ir::Operand::constant(0),
              nullptr);
}

void OwnerModel::letGo(const ir::Place &Owner, QualType T, const Stmt *At,
                       SourceLocation Where) {
  const FunctionDecl *D = destroyerOf(T);
  if (!D)
    return;
  const size_t First = IR.current().Insts.size();
  ir::Instruction &I = IR.emit(ir::Instruction::UnknownCall, At, Where);
  I.Callee = L.name(ownerClass(T)->getName());
  I.System = true;
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

bool OwnerModel::destroy(const CXXDestructorDecl *D, const ir::Operand &This,
                         const Stmt *At, SourceLocation Where) {
  QualType T = D->getFunctionObjectParameterType();
  if (ownerKind(T) == OwnerKind::None)
    return false;
  if (std::optional<ir::Place> P = pointeeOf(This))
    letGo(*P, T, At, Where);
  return true;
}

//===----------------------------------------------------------------------===//
// What is done with owners
//===----------------------------------------------------------------------===//

void OwnerModel::setPointer(const ir::Place &Owner, QualType T,
                            ir::Operand Pointer, const Expr *At) {
  const bool Null = Pointer.K == ir::Operand::Int && Pointer.Value == 0;
  IR.assign(pointerOf(Owner), std::move(Pointer), At);
  setDestroyer(Owner, T, !Null);
}

void OwnerModel::setEmpty(const ir::Place &Owner, QualType T, const Expr *At) {
  if (ownerKind(T) == OwnerKind::Unique)
    return setPointer(Owner, T, ir::Operand::constant(0), At);
  IR.assign(hasOf(Owner), ir::Operand::constant(0), At);
  setDestroyer(Owner, T, false);
}

bool OwnerModel::fill(const ir::Place &Owner, QualType T,
                      llvm::ArrayRef<const Expr *> Args, const Expr *At) {
  if (!constructOwned(valueOf(Owner), ownedType(T).getUnqualifiedType(), Args,
                      At))
    IR.assign(valueOf(Owner), ir::Operand::unknown(), At);
  IR.assign(hasOf(Owner), ir::Operand::constant(1), At);
  setDestroyer(Owner, T, true);
  return true;
}

/// The owner at \p From, of type \p Given, becomes that at \p To. Of an object
/// of another class, which has been copied already, the owners in it.
/// More smart pointers than these are not told apart.
static constexpr unsigned MaxOwners = 256;

/// How many smart pointers an object of type \p T has in its fields, and in
/// those of its fields. \p Known has what was counted.
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

void OwnerModel::moveOwner(const ir::Place &To, QualType T,
                           const ir::Place &From, QualType Given, bool Moves,
                           const Expr *At) {
  auto Forget = [&](const ir::Place &Owner, QualType Type) {
    if (destroyerOf(Type))
      IR.assign(deleteOf(Owner), ir::Operand::unknown(), nullptr);
    IR.assign(valueOf(Owner), ir::Operand::unknown(), At);
  };
  if (ownerKind(T) == OwnerKind::None) {
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Class->isUnion() || To == From ||
        Ctx.getSourceManager().isInSystemHeader(Class->getLocation()))
      return;
    // A type of which each field has two of another has few classes and many
    // parts.
    llvm::DenseMap<const CXXRecordDecl *, unsigned> Known;
    const unsigned Owners = countOwners(
        T, [&](QualType Part) { return ownerKind(Part) != OwnerKind::None; },
        Known, Ctx.getSourceManager());
    if (Owners > MaxOwners) {
      IR.assign(To, ir::Operand::unknown(), At);
      if (Moves)
        IR.assign(From, ir::Operand::unknown(), At);
    }
    if (!Owners || Owners > MaxOwners)
      return;
    for (const CXXBaseSpecifier &Base : Class->bases())
      moveOwner(To, Base.getType(), From, Base.getType(), Moves, At);
    for (const FieldDecl *Field : Class->fields()) {
      QualType Part = Field->getType();
      // In code with errors a class may be in itself.
      if (!Part->isRecordType() || Field->getName().empty() ||
          Field->isInvalidDecl())
        continue;
      ir::Place There = To.field(L.name(Field->getName()));
      ir::Place Here = From.field(L.name(Field->getName()));
      const OwnerKind Kind = ownerKind(Part);
      if (Kind == OwnerKind::None) {
        moveOwner(There, Part, Here, Part, Moves, At);
      } else if (Kind == OwnerKind::Unique || !Moves) {
        setEmpty(Here, Part, At);
      } else if (!ownedType(Part).isTriviallyCopyableType(Ctx)) {
        Forget(There, Part);
        Forget(Here, Part);
      }
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
  // Where both have an object, what their constructors did to them counts.
  if (!Moves || ownedType(T).isTriviallyCopyableType(Ctx)) {
    IR.assign(To, ir::Operand::read(From), At);
    return;
  }
  Forget(To, T);
  Forget(From, T);
  IR.assign(hasOf(To), ir::Operand::read(hasOf(From)), nullptr);
}

static bool isTag(const Expr *E, StringRef Name) {
  const CXXRecordDecl *Class =
      E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() && Class->getName() == Name &&
         Class->isInStdNamespace();
}

bool OwnerModel::construct(const ir::Place &To, const CXXConstructExpr *E) {
  QualType T = E->getType();
  const OwnerKind Kind = ownerKind(T);
  if (Kind == OwnerKind::None)
    return false;
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  if (Args.empty()) {
    setEmpty(To, T, E);
    return true;
  }
  QualType Given = Args[0]->getType();
  if (Args.size() == 1 && ownerKind(Given) == Kind) {
    std::optional<ir::Place> From = Exprs.place(Args[0]);
    if (!From)
      return false;
    moveOwner(To, T, *From, Given,
              Kind == OwnerKind::Unique || !E->isElidable(), E);
    return true;
  }
  if (Kind == OwnerKind::Unique) {
    if (Args.size() == 2 && ownDeleter(T)) {
      std::optional<ir::Place> Deleter = Exprs.place(Args[1]->IgnoreImplicit());
      IR.assign(deleterOf(To),
                Deleter ? ir::Operand::read(*Deleter) : ir::Operand::unknown(),
                nullptr);
    } else if (Args.size() != 1) {
      return false;
    }
    setPointer(To, T, Exprs.value(Args[0]), E);
    return true;
  }
  if (isTag(Args[0], "nullopt_t")) {
    setEmpty(To, T, E);
    return true;
  }
  if (isTag(Args[0], "in_place_t"))
    return fill(To, T, llvm::ArrayRef<const Expr *>(Args).drop_front(), E);
  return Args.size() == 1 && fill(To, T, Args, E);
}

bool OwnerModel::assignOwner(const CXXOperatorCallExpr *E,
                             const std::optional<ir::Place> &Dest) {
  QualType T = E->getArg(0)->getType();
  const OwnerKind Kind = ownerKind(T);
  if (Kind == OwnerKind::None || E->getNumArgs() != 2)
    return false;
  const Expr *From = E->getArg(1);
  QualType Given = From->getType();
  std::optional<ir::Place> P = Exprs.place(E->getArg(0)), Other;
  if (ownerKind(Given) == Kind)
    Other = Exprs.place(From);
  if (!P || (ownerKind(Given) == Kind && !Other))
    return false;
  letGo(*P, T, E, beginOf(E));
  if (Other)
    moveOwner(*P, T, *Other, Given, true, E);
  else if (Kind == OwnerKind::Unique || isTag(From, "nullopt_t"))
    setEmpty(*P, T, E);
  else
    fill(*P, T, {From}, E);
  if (Dest)
    IR.assign(*Dest, ir::Operand::address(*P), nullptr);
  return true;
}

bool OwnerModel::makeOwned(const CallExpr *E, const ir::Place &Dest) {
  QualType T = E->getType();
  const bool Optional = ownerKind(T) == OwnerKind::Optional;
  const CXXRecordDecl *Class = ownedType(T)->getAsCXXRecordDecl();
  llvm::SmallVector<const Expr *, 8> Args(E->arguments());
  if (!Class || isWrapper(Decls, ownedType(T)))
    return false;
  if (Optional)
    return fill(Dest, T, Args, E);
  ir::Place Object = IR.freshTemporary();
  if (!constructOwned(Object, ownedType(T).getUnqualifiedType(), Args, E))
    return false;
  setPointer(Dest, T, ir::Operand::address(Object), E);
  return true;
}

void OwnerModel::valueOr(const ir::Place &Owner, const Expr *Else,
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

bool OwnerModel::call(const CallExpr *E, const FunctionDecl *Callee,
                      const std::optional<ir::Place> &Dest) {
  if (!Callee)
    return false;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (Op->getOperator() == OO_Equal)
      return assignOwner(Op, Dest);
    // Compared with null.
    if (Op->getOperator() != OO_EqualEqual &&
        Op->getOperator() != OO_ExclaimEqual)
      return false;
    for (unsigned I : {0, 1})
      if (Op->getNumArgs() == 2 && Dest &&
          Op->getArg(1 - I)->getType()->isNullPtrType() &&
          ownerKind(Op->getArg(I)->getType()) == OwnerKind::Unique)
        if (std::optional<ir::Place> P = Exprs.place(Op->getArg(I))) {
          IR.assign(*Dest,
                    ir::Operand::binary(
                        Op->getOperator() == OO_EqualEqual ? "==" : "!=",
                        ir::Operand::read(pointerOf(*P)),
                        ir::Operand::constant(0)),
                    nullptr);
          return true;
        }
    return false;
  }
  if (!isa<CXXMethodDecl>(Callee))
    return Callee->getIdentifier() && outerNamespace(Callee) == "std" && Dest &&
           ((Callee->getName() == "make_unique" &&
             ownerKind(E->getType()) == OwnerKind::Unique) ||
            (Callee->getName() == "make_optional" &&
             ownerKind(E->getType()) == OwnerKind::Optional)) &&
           makeOwned(E, *Dest);

  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Owner = Member ? Member->getImplicitObjectArgument() : nullptr;
  if (!Owner)
    return false;
  QualType T = Owner->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const OwnerKind Kind = ownerKind(T);
  if (Kind == OwnerKind::None)
    return false;
  std::optional<ir::Place> P = ownerPlace(Owner);
  if (!P)
    return false;
  const bool Asks =
      isa<CXXConversionDecl>(Callee) ||
      (Callee->getIdentifier() && Callee->getName() == "has_value");
  if (Asks && Dest && Callee->getReturnType()->isBooleanType()) {
    IR.assign(*Dest,
              Kind == OwnerKind::Optional
                  ? ir::Operand::read(hasOf(*P))
                  : ir::Operand::binary("!=", ir::Operand::read(pointerOf(*P)),
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
  if (Name == "reset" && Args.size() <= 1) {
    letGo(*P, T, E, beginOf(E));
    if (Args.empty())
      setEmpty(*P, T, E);
    else
      setPointer(*P, T, Exprs.value(Args[0]), E);
    return true;
  }
  if (Name == "release" && Kind == OwnerKind::Unique) {
    if (Dest)
      IR.assign(*Dest, ir::Operand::read(pointerOf(*P)), nullptr);
    setEmpty(*P, T, E);
    return true;
  }
  if (Name == "emplace" && Kind == OwnerKind::Optional) {
    letGo(*P, T, E, beginOf(E));
    fill(*P, T, Args, E);
    if (Dest)
      IR.assign(*Dest, ir::Operand::address(valueOf(*P)), nullptr);
    return true;
  }
  if (Name == "value_or" && Kind == OwnerKind::Optional && Dest &&
      Args.size() == 1 && ownedType(T)->isScalarType()) {
    valueOr(*P, Args[0], *Dest);
    return true;
  }
  return false;
}
