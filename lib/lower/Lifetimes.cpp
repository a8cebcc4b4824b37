//===- Lifetimes.cpp - Where the memory of locals ends --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A graph keeps addresses, and the memory that they point at must live as long
/// as the graph. Ends are emitted only for objects whose addresses could be
/// kept: locals whose address is taken, temporaries that are passed by
/// reference, and objects that are deleted through a pointer.
///
//===----------------------------------------------------------------------===//

#include "Lifetimes.h"
#include "BodyScan.h"
#include "FunctionBuilder.h"
#include "TypeQueries.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether the elements whose addresses an object of this type gives end
/// together with the object. The elements of a view do not.
static bool
ownsAllElements(QualType T, ASTContext &Ctx, DeclQueries &Decls,
                llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Seen) {
  T = Ctx.getBaseElementType(T);
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return true;
  if (!Seen.insert(Class->getCanonicalDecl()).second ||
      ownsElements(Decls, Class))
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
                        return ownsAllElements(Base.getType(), Ctx, Decls,
                                               Seen);
                      }) &&
         llvm::all_of(Class->fields(), [&](const FieldDecl *Field) {
           return ownsAllElements(Field->getType(), Ctx, Decls, Seen);
         });
}

/// Whether the lifetime of \p D ends before the function is left. Other
/// variables end at its exit, once for all returns.
bool Lifetimes::isInScope(const VarDecl *D) const {
  if (!D->hasLocalStorage() || isa<ParmVarDecl>(D) ||
      D->getType()->isReferenceType())
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Code);
  return Body && llvm::none_of(Body->body(), [&](const Stmt *S) {
           const auto *DS = dyn_cast<DeclStmt>(S);
           return DS && llvm::is_contained(DS->decls(), D);
         });
}

void Lifetimes::endLocal(unsigned Local, const Stmt *Scope) {
  SourceLocation Where = Scope ? Scope->getEndLoc() : SourceLocation();
  IR.emit(ir::Instruction::end(ir::Place::local(Local)), Scope, Where);
}

void Lifetimes::addTemporary(unsigned Local, StorageDuration Duration) {
  if (ShortLived.insert(Local).second && Duration == SD_FullExpression)
    InExpression.push_back(Local);
}

void Lifetimes::endTemporaries(const Stmt *Whole) {
  for (unsigned Temporary : InExpression)
    if (ShortLived.count(Temporary))
      endLocal(Temporary, Whole);
  InExpression.clear();
}

void Lifetimes::endPointee(const ir::Operand &Pointer, const Expr *At) {
  if (std::optional<ir::Place> P = pointeeOf(Pointer))
    IR.emit(ir::Instruction::end(*P), At, beginOf(At));
}

void Lifetimes::endsAtExit(unsigned Exit, bool IsPart) {
  // The addresses of locals, and of what they point at, that the function uses.
  std::vector<bool> HasAddress(IR.F.Locals.size());
  std::vector<bool> HasPointee(IR.F.Locals.size());
  auto Visit = [&](const ir::Operand &O, auto &Self) -> void {
    if (O.K == ir::Operand::Address && O.Where.Base == ir::Place::Local) {
      const auto Derefs = llvm::count_if(O.Where.Path, [](const ir::Step &S) {
        return S.K == ir::Step::Deref;
      });
      if (Derefs == 0)
        HasAddress[O.Where.LocalId] = true;
      else if (Derefs == 1 && O.Where.Path.front().K == ir::Step::Deref)
        HasPointee[O.Where.LocalId] = true;
    }
    for (const ir::Operand &Sub : O.Operands)
      Self(Sub, Self);
  };
  for (const ir::Block &B : IR.F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      for (const ir::Operand &A : I.Args)
        Visit(A, Visit);
      if (const ir::Operand *Object = I.object())
        Visit(*Object, Visit);
    }
  auto Owns = [&](QualType T) {
    llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
    return ownsAllElements(T, Ctx, Decls, Seen);
  };
  auto IsKept = [&](unsigned Local) {
    const VarDecl *D = IR.Variables[Local];
    // A variable that is returned by name may be the caller's object.
    return HasAddress[Local] &&
           (D ? !D->isNRVOVariable() && !D->getType()->isReferenceType() &&
                    !(isa<ParmVarDecl>(D) && isPassedByAddress(D->getType())) &&
                    (Owns(D->getType()) || Scan.isSoleOwner(D))
              : ShortLived.count(Local));
  };
  for (ir::Block &B : IR.F.Blocks)
    llvm::erase_if(B.Insts, [&](const ir::Instruction &I) {
      return I.K == ir::Instruction::End && I.Dest->Base == ir::Place::Local &&
             I.Dest->Path.empty() && !IsKept(I.Dest->LocalId);
    });
  IR.Current = Exit;
  for (unsigned Local = 0; Local < IR.F.Locals.size(); ++Local)
    if (Local != IR.ReturnLocal && Local != IR.ThisLocal && IsKept(Local))
      endLocal(Local, Code);
  if (IsPart)
    return;
  // The caller destroys an object that it makes for the call.
  for (const ParmVarDecl *P : FD->parameters())
    if (const unsigned Local = IR.local(P);
        !P->getType()->isReferenceType() && isPassedByAddress(P->getType()) &&
        HasPointee[Local] && Owns(P->getType()))
      IR.emit(ir::Instruction::endContent(ir::Place::local(Local).deref()),
              Code, Code ? Code->getEndLoc() : SourceLocation());
}
