//===- Lifetimes.cpp - Where the memory of a local is gone ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A graph keeps addresses, and what they point at must live as long. Only the
/// ends of what has an address that somebody could keep are written: of locals
/// whose address is taken, of temporaries that are passed by reference, and of
/// what a pointer points at that is deleted.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// A unique_ptr to numbers, which nobody but itself deletes.
static bool ownsNumbers(const CXXRecordDecl *Class) {
  const auto *Pointer = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (!Pointer || !Pointer->isInStdNamespace() || !Pointer->getIdentifier() ||
      Pointer->getName() != "unique_ptr" ||
      Pointer->getTemplateArgs().size() != 2)
    return false;
  const TemplateArgument &To = Pointer->getTemplateArgs()[0];
  const TemplateArgument &Deleter = Pointer->getTemplateArgs()[1];
  if (To.getKind() != TemplateArgument::Type ||
      Deleter.getKind() != TemplateArgument::Type)
    return false;
  const CXXRecordDecl *Deletes = Deleter.getAsType()->getAsCXXRecordDecl();
  QualType T = To.getAsType();
  if (const auto *Array = dyn_cast<ArrayType>(T.getCanonicalType()))
    T = Array->getElementType();
  return T->isArithmeticType() && Deletes && Deletes->isInStdNamespace() &&
         Deletes->getIdentifier() && Deletes->getName() == "default_delete";
}

/// A container of the standard library whose elements are gone when it is.
static bool ownsElements(const CXXRecordDecl *Class) {
  if (ownsNumbers(Class))
    return true;
  static constexpr llvm::StringLiteral Known[] = {
      "vector", "array", "basic_string", "deque", "pair", "tuple", "optional"};
  return Class->isInStdNamespace() && Class->getIdentifier() &&
         llvm::is_contained(Known, Class->getName());
}

/// Whether what an object of this type gives the address of, as one of its
/// elements, is gone when the object is: not so for a view.
static bool ownsElements(QualType T, ASTContext &Ctx,
                         llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Seen) {
  T = Ctx.getBaseElementType(T);
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return true;
  if (!Seen.insert(Class->getCanonicalDecl()).second || ownsElements(Class))
    return true;
  DeclarationName Subscript =
      Ctx.DeclarationNames.getCXXOperatorName(OO_Subscript);
  if (Class->hasMemberName(Subscript))
    return false;
  // The fields of a system class cannot be named.
  if (Ctx.getSourceManager().isInSystemHeader(Class->getLocation()))
    return true;
  return llvm::all_of(Class->bases(),
                      [&](const CXXBaseSpecifier &Base) {
                        return ownsElements(Base.getType(), Ctx, Seen);
                      }) &&
         llvm::all_of(Class->fields(), [&](const FieldDecl *Field) {
           return ownsElements(Field->getType(), Ctx, Seen);
         });
}

/// Whether \p D is gone before the function is left. The others end at its
/// exit, once for all returns.
bool FunctionLowering::isInScope(const VarDecl *D) const {
  if (!D->hasLocalStorage() || isa<ParmVarDecl>(D) ||
      D->getType()->isReferenceType())
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(body());
  return Body && llvm::none_of(Body->body(), [&](const Stmt *S) {
           const auto *DS = dyn_cast<DeclStmt>(S);
           return DS && llvm::is_contained(DS->decls(), D);
         });
}

void FunctionLowering::endLocal(unsigned Local, const Stmt *Scope) {
  SourceLocation Where = Scope ? Scope->getEndLoc() : SourceLocation();
  emit(ir::Instruction::End, Scope, Where).Dest = ir::Place::local(Local);
}

void FunctionLowering::endTemporaries(const Stmt *Whole) {
  for (unsigned Temporary : InExpression)
    if (ShortLived.count(Temporary))
      endLocal(Temporary, Whole);
  InExpression.clear();
}

void FunctionLowering::endPointee(const ir::Operand &Pointer, const Expr *At) {
  if (std::optional<ir::Place> P = pointeePlace(Pointer))
    emit(ir::Instruction::End, At, beginOf(At)).Dest = *P;
}

void FunctionLowering::endsAtExit(unsigned Exit) {
  std::vector<bool> HasAddress(F.Locals.size());
  auto Visit = [&](const ir::Operand &O, auto &Self) -> void {
    if (O.K == ir::Operand::Address && O.Where.Base == ir::Place::Local &&
        llvm::none_of(O.Where.Path,
                      [](const ir::Step &S) { return S.K == ir::Step::Deref; }))
      HasAddress[O.Where.LocalId] = true;
    for (const ir::Operand &Sub : O.Operands)
      Self(Sub, Self);
  };
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      for (const ir::Operand &A : I.Args)
        Visit(A, Visit);
      if (I.Object)
        Visit(*I.Object, Visit);
    }
  auto Owns = [&](QualType T) {
    llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
    return ownsElements(T, Ctx, Seen);
  };
  auto IsKept = [&](unsigned Local) {
    const VarDecl *D = Variables[Local];
    // What is returned by name may be the caller's object.
    return HasAddress[Local] &&
           (D ? !D->isNRVOVariable() && !D->getType()->isReferenceType() &&
                    !(isa<ParmVarDecl>(D) && isPassedByAddress(D->getType())) &&
                    Owns(D->getType())
              : ShortLived.count(Local));
  };
  for (ir::Block &B : F.Blocks)
    llvm::erase_if(B.Insts, [&](const ir::Instruction &I) {
      return I.K == ir::Instruction::End && I.Dest->Base == ir::Place::Local &&
             I.Dest->Path.empty() && !IsKept(I.Dest->LocalId);
    });
  Current = Exit;
  for (unsigned Local = 0; Local < F.Locals.size(); ++Local)
    if (Local != ReturnLocal && Local != ThisLocal && IsKept(Local))
      endLocal(Local, body());
}

std::optional<ir::Place> FunctionLowering::ownedElements(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || Call->getNumArgs() != 0)
    return std::nullopt;
  const CXXMethodDecl *Method = Call->getMethodDecl();
  if (!Method || !Method->getIdentifier() ||
      (Method->getName() != "data" && Method->getName() != "c_str" &&
       Method->getName() != "get"))
    return std::nullopt;
  const Expr *Object = Call->getImplicitObjectArgument();
  QualType T = Object->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !ownsElements(Class) ||
      ownsNumbers(Class) != (Method->getName() == "get"))
    return std::nullopt;
  std::optional<ir::Place> P = Object->getType()->isPointerType()
                                   ? pointeePlace(value(Object))
                                   : place(Object);
  if (!P)
    return std::nullopt;
  // See elementOf().
  if (!P->Path.empty() && P->Path.back().K == ir::Step::Deref)
    P = P->field(ir::ItselfField);
  return P->index(ir::Operand::constant(0));
}

//===----------------------------------------------------------------------===//
// Containers that get other memory
//===----------------------------------------------------------------------===//

static bool isCalled(const CXXMemberCallExpr *E,
                     llvm::ArrayRef<llvm::StringRef> Names) {
  const CXXMethodDecl *Method = E->getMethodDecl();
  return Method && Method->getIdentifier() &&
         llvm::is_contained(Names, Method->getName());
}

static const VarDecl *variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// How often \p S names \p V, but for uses that leave its elements where they
/// are.
static unsigned changes(const Stmt *S, const VarDecl *V) {
  if (!S)
    return 0;
  if (const auto *E = dyn_cast<Expr>(S))
    if (variableOf(E) == V)
      return 1;
  const Expr *Object = nullptr;
  if (const auto *E = dyn_cast<CXXMemberCallExpr>(S)) {
    const CXXMethodDecl *Method = E->getMethodDecl();
    if (Method && (Method->isConst() || isCalled(E, {"data", "begin", "end",
                                                     "front", "back", "at"})))
      Object = E->getImplicitObjectArgument();
  } else if (const auto *E = dyn_cast<CXXOperatorCallExpr>(S)) {
    if (E->getOperator() == OO_Subscript)
      Object = E->getArg(0);
  }
  unsigned Sum = Object && variableOf(Object) == V ? 0 : changes(Object, V);
  for (const Stmt *Child : S->children()) {
    const auto *Member = dyn_cast_or_null<MemberExpr>(Child);
    const bool IsObject =
        Object && (Child == Object || (Member && Member->getBase() == Object));
    if (!IsObject)
      Sum += changes(Child, V);
  }
  return Sum;
}

/// The number of elements that \p V is made with, and has room for; 0 if that
/// is not a constant; nullopt if it may have room for more.
static std::optional<uint64_t> filledWith(const VarDecl *V, ASTContext &Ctx) {
  const auto *Made =
      V->getInit() ? dyn_cast<CXXConstructExpr>(V->getInit()->IgnoreImplicit())
                   : nullptr;
  if (!Made || Made->getNumArgs() == 0)
    return std::nullopt;
  const Expr *First = Made->getArg(0)->IgnoreImplicit();
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(First)) {
    const auto *Elements =
        dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit());
    return Elements ? std::optional<uint64_t>(Elements->getNumInits())
                    : std::nullopt;
  }
  if (!First->getType()->isIntegerType())
    return std::nullopt;
  Expr::EvalResult N;
  return !First->isValueDependent() && First->EvaluateAsInt(N, Ctx)
             ? N.Val.getInt().getZExtValue()
             : 0;
}

/// Whether a local vector, full since it was made, has to grow.
static bool grows(const CXXMemberCallExpr *E, const Stmt *Body,
                  ASTContext &Ctx) {
  const CXXRecordDecl *Class = E->getRecordDecl();
  if (!Class || !Class->isInStdNamespace() || !Class->getIdentifier() ||
      Class->getName() != "vector")
    return false;
  const VarDecl *V = variableOf(E->getImplicitObjectArgument());
  if (!V || !V->hasLocalStorage() || isa<ParmVarDecl>(V) ||
      V->getType()->isReferenceType())
    return false;
  std::optional<uint64_t> Filled = filledWith(V, Ctx);
  if (!Filled || changes(Body, V) != 1)
    return false;
  if (isCalled(E, {"push_back", "emplace_back"}))
    return true;
  Expr::EvalResult N;
  return *Filled && isCalled(E, {"resize", "reserve"}) && E->getNumArgs() &&
         !E->getArg(0)->isValueDependent() &&
         E->getArg(0)->EvaluateAsInt(N, Ctx) &&
         N.Val.getInt().getZExtValue() > *Filled;
}

void FunctionLowering::endElements(const CallExpr *E) {
  const Expr *Object = nullptr;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    // What it had is released, and what the other one had becomes its own.
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Op->getDirectCallee());
    if (Op->getOperator() != OO_Equal || !Method)
      return;
    const CXXRecordDecl *Class = Method->getParent();
    const bool Vector = Class->isInStdNamespace() && Class->getIdentifier() &&
                        Class->getName() == "vector";
    if (Vector ? Method->isMoveAssignmentOperator() : ownsNumbers(Class))
      Object = Op->getArg(0);
  } else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXRecordDecl *Class = Call->getRecordDecl();
    if (Class && (ownsNumbers(Class) ? isCalled(Call, {"reset"})
                                     : grows(Call, body(), Ctx)))
      Object = Call->getImplicitObjectArgument();
  }
  if (!Object || Object->getType()->isPointerType())
    return;
  if (std::optional<ir::Place> P = place(Object);
      P && (P->Path.empty() || P->Path.back().K == ir::Step::Field)) {
    ir::Instruction &I = emit(ir::Instruction::End, E, beginOf(E));
    I.Dest = *P;
    I.Content = true;
  }
}
