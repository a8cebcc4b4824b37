//===- Dispatch.cpp - Operators that are registered for a device ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A library may choose among the implementations of an operator by where the
/// arguments are. It then calls the implementation for devices only if some
/// argument is on a device. If only one argument can be on a device, that
/// argument is. If an implementation is registered more than once, nothing
/// follows.
///
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {

/// Collects all functions that an expression names, including those named in
/// lambdas: a macro may pass a lambda that returns the function.
void functionsNamed(const Stmt *S, std::vector<const FunctionDecl *> &Found) {
  if (!S)
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    functionsNamed(L->getBody(), Found);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      Found.push_back(F);
  for (const Stmt *Child : S->children())
    functionsNamed(Child, Found);
}

/// Finds the calls that register functions, and the functions that make these
/// calls where they are passed together with a device's constant.
class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(const SourceManager &SM, std::vector<const EntryPoint *> Points)
      : SM(SM), Points(std::move(Points)) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (D && isSystemCode(*D, SM))
      return true;
    const FunctionDecl *Outer = Around;
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D))
      Around = F->getCanonicalDecl();
    bool Result = RecursiveASTVisitor::TraverseDecl(D);
    Around = Outer;
    return Result;
  }

  bool VisitVarDecl(VarDecl *V) {
    if (!V->hasGlobalStorage() || !V->hasInit())
      return true;
    for (const EntryPoint *P : Points) {
      if (P->DispatchIf.empty() || !namesConstant(V->getInit(), P->DispatchIf))
        continue;
      std::vector<const FunctionDecl *> Given;
      functionsNamed(V->getInit(), Given);
      for (const FunctionDecl *F : Given)
        Registrars.insert({F->getCanonicalDecl(), P});
    }
    return true;
  }

  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || !Callee->getIdentifier())
      return true;
    std::string Name;
    for (const EntryPoint *P : Points) {
      if (P->Argument >= E->getNumArgs() ||
          !StringRef(P->Name).ends_with(Callee->getName()))
        continue;
      if (Name.empty())
        Name = Lowering::apiName(Callee);
      if (Name != P->Name)
        continue;
      std::vector<const FunctionDecl *> Given;
      functionsIn(E->getArg(P->Argument), Given);
      for (const FunctionDecl *F : Given)
        Calls.push_back({F->getCanonicalDecl(), Around, E, P});
    }
    return true;
  }

  struct Call {
    const FunctionDecl *Registered, *By;
    const CallExpr *E;
    const EntryPoint *Point;
  };
  std::vector<Call> Calls;
  /// Functions that are passed together with a device's constant.
  llvm::DenseSet<std::pair<const FunctionDecl *, const EntryPoint *>>
      Registrars;

private:
  const SourceManager &SM;
  const std::vector<const EntryPoint *> Points;
  const FunctionDecl *Around = nullptr;
};

} // namespace

void DeclQueries::findDispatched() {
  OnDevice.emplace();
  std::vector<const EntryPoint *> Points;
  const Identifiers Names(Ctx);
  auto Dispatches = [&](const EntryPoint &E) {
    return llvm::any_of(KB.entryPoints(), [&](const EntryPoint &Other) {
      return !Other.DispatchIf.empty() && Other.Library == E.Library;
    });
  };
  for (const EntryPoint &E : KB.entryPoints()) {
    llvm::SmallVector<StringRef, 4> Scopes;
    StringRef(E.Name).split(Scopes, "::");
    if (E.K == EntryPoint::PassedTo && Dispatches(E) &&
        llvm::all_of(Scopes, [&](StringRef Name) {
          return Names.find(Name) != nullptr;
        }))
      Points.push_back(&E);
  }
  if (llvm::none_of(Points,
                    [](const EntryPoint *P) { return !P->DispatchIf.empty(); }))
    return;
  Finder F(Ctx.getSourceManager(), std::move(Points));
  F.TraverseAST(Ctx);
  for (const Finder::Call &C : F.Calls) {
    // An empty text says that the function is also registered for something
    // else.
    std::string &On =
        OnDevice->try_emplace(C.Registered, C.Point->DispatchOn).first->second;
    const bool IsForDevice = !C.Point->DispatchIf.empty() &&
                             (namesConstant(C.E, C.Point->DispatchIf) ||
                              (C.By && F.Registrars.count({C.By, C.Point})));
    if (!IsForDevice || On != C.Point->DispatchOn)
      On.clear();
  }
}

/// Whether a value of type \p T is, or may hold, an object of class \p Name.
static bool mentions(QualType T, StringRef Name, unsigned Depth = 0) {
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class || Depth > 4)
    return false;
  if (Lowering::scopedName(Class) == Name)
    return true;
  const auto *Holder = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  return Holder &&
         llvm::any_of(Holder->getTemplateArgs().asArray(),
                      [&](const TemplateArgument &A) {
                        return A.getKind() == TemplateArgument::Type &&
                               mentions(A.getAsType(), Name, Depth + 1);
                      });
}

const ParmVarDecl *DeclQueries::dispatchedOn(const FunctionDecl *F) {
  // Only functions with a tensor parameter are worth the search.
  if (llvm::none_of(F->parameters(), [&](const ParmVarDecl *P) {
        return saysMemorySpace(P->getType());
      }))
    return nullptr;
  if (!OnDevice)
    findDispatched();
  auto It = OnDevice->find(F->getCanonicalDecl());
  if (It == OnDevice->end() || It->second.empty())
    return nullptr;
  const ParmVarDecl *Only = nullptr;
  for (const ParmVarDecl *P : F->parameters()) {
    if (!mentions(P->getType(), It->second))
      continue;
    const CXXRecordDecl *Class =
        P->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (Only || Lowering::scopedName(Class) != It->second)
      return nullptr;
    Only = P;
  }
  return Only;
}
