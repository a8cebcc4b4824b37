//===- LastErrors.cpp - Code that asks for the last error -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LastErrors.h"
#include "Lowering.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

static bool asksForError(const ApiRow &Row) {
  return Row.Eff == Effect::LastError;
}

bool LastErrors::areAnyAsked() {
  if (AnyAsked)
    return *AnyAsked;
  const Identifiers Names(L.context());
  const TranslationUnitDecl *TU = L.context().getTranslationUnitDecl();
  auto IsAsked = [&](StringRef Name) {
    // Names with scopes, and patterns, are not looked up.
    if (Name.find_first_of(":*?(") != StringRef::npos)
      return true;
    const IdentifierInfo *Id = Names.find(Name);
    return Id && llvm::any_of(TU->lookup(Id), [](const NamedDecl *D) {
             return isa<FunctionTemplateDecl>(D) ||
                    (D->getAsFunction() && isUsed(D->getAsFunction()));
           });
  };
  AnyAsked = llvm::any_of(L.knowledge().rows(), [&](const ApiRow &Row) {
    bool Found = false;
    if (asksForError(Row))
      L.knowledge().spellings(
          Row, [&](StringRef Name) { Found = Found || IsAsked(Name); });
    return Found;
  });
  return *AnyAsked;
}

bool LastErrors::areAskedIn(const Stmt *S, unsigned Depth) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  const bool IsKept = !isa<Expr>(S);
  if (IsKept)
    if (auto It = Known.find({S, Depth}); It != Known.end())
      return It->second;
  bool Asked = false;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *Callee = Call->getDirectCallee()) {
      const Lookup Api = L.api(Callee);
      const FunctionDecl *Def = nullptr;
      Asked = (Api && asksForError(*Api.Row)) ||
              (Depth > 0 && Callee->getBody(Def) &&
               !L.context().getSourceManager().isInSystemHeader(
                   Def->getLocation()) &&
               areAskedIn(Def->getBody(), Depth - 1));
    }
  Asked = Asked || llvm::any_of(S->children(), [&](const Stmt *Child) {
            return areAskedIn(Child, Depth);
          });
  if (IsKept)
    Known[{S, Depth}] = Asked;
  return Asked;
}
