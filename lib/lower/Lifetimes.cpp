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

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// A container of the standard library whose elements are gone when it is.
static bool ownsElements(const CXXRecordDecl *Class) {
  static constexpr llvm::StringLiteral Known[] = {
      "vector", "array", "basic_string", "deque", "pair", "tuple", "optional"};
  return Class->isInStdNamespace() && Class->getIdentifier() &&
         llvm::is_contained(Known, Class->getName());
}

/// Whether what an object of this type gives the address of, as one of its
/// elements, is gone when the object is: not so for a view.
static bool ownsElements(QualType T, ASTContext &Ctx, unsigned Depth = 0) {
  T = Ctx.getBaseElementType(T);
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return true;
  if (Depth > 4)
    return false;
  if (ownsElements(Class))
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
                        return ownsElements(Base.getType(), Ctx, Depth + 1);
                      }) &&
         llvm::all_of(Class->fields(), [&](const FieldDecl *Field) {
           return ownsElements(Field->getType(), Ctx, Depth + 1);
         });
}

/// Whether \p D is gone before the function is left. The others end at its
/// exit, once for all returns.
bool FunctionLowering::isInScope(const VarDecl *D) const {
  if (!D->hasLocalStorage() || isa<ParmVarDecl>(D) ||
      D->getType()->isReferenceType())
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(FD->getBody());
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
  auto IsKept = [&](unsigned Local) {
    const VarDecl *D = Variables[Local];
    // What is returned by name may be the caller's object.
    return HasAddress[Local] &&
           (D ? !D->isNRVOVariable() && !D->getType()->isReferenceType() &&
                    !(isa<ParmVarDecl>(D) && isPassedByAddress(D->getType())) &&
                    ownsElements(D->getType(), Ctx)
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
      endLocal(Local, FD->getBody());
}

std::optional<ir::Place> FunctionLowering::ownedElements(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || Call->getNumArgs() != 0)
    return std::nullopt;
  const CXXMethodDecl *Method = Call->getMethodDecl();
  if (!Method || !Method->getIdentifier() ||
      (Method->getName() != "data" && Method->getName() != "c_str"))
    return std::nullopt;
  const Expr *Object = Call->getImplicitObjectArgument();
  QualType T = Object->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !ownsElements(Class))
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
