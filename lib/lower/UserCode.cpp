//===- UserCode.cpp - The code that a translation unit defines ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool lower::isSystemCode(const Decl &D, const SourceManager &SM) {
  return !isa<TranslationUnitDecl>(D) && !isa<NamespaceDecl>(D) &&
         !isa<LinkageSpecDecl>(D) && D.getLocation().isValid() &&
         SM.isInSystemHeader(D.getLocation());
}

bool lower::isDeviceOnly(const FunctionDecl *F) {
  return F->hasAttr<CUDAGlobalAttr>() ||
         (F->hasAttr<CUDADeviceAttr>() && !F->hasAttr<CUDAHostAttr>());
}

bool lower::isUsed(const FunctionDecl *F) {
  return llvm::any_of(F->redecls(), [](const FunctionDecl *R) {
    return R->isReferenced() || R->isUsed();
  });
}

/// Returns the identifier \p Name, or null. \p Others, which may be null, has
/// names that are not in the table yet.
static const IdentifierInfo *lookUp(const ASTContext &Ctx, StringRef Name,
                                    IdentifierInfoLookup *Others) {
  if (auto It = Ctx.Idents.find(Name); It != Ctx.Idents.end())
    return It->second;
  // IdentifierTable::get would add a name that it does not find.
  return Others ? Others->get(Name) : nullptr;
}

Identifiers::Identifiers(const ASTContext &Ctx)
    : Ctx(Ctx), Others(Ctx.Idents.getExternalIdentifierLookup()) {
  auto Counts = [](const Decl *D) {
    return isa<TranslationUnitDecl>(D) || D->isFromASTFile();
  };
  if (Others && llvm::none_of(Ctx.getTraversalScope(), Counts))
    Others = nullptr;
}

const IdentifierInfo *Identifiers::find(StringRef Name) const {
  return lookUp(Ctx, Name, Others);
}

const IdentifierInfo *lower::identifier(const ASTContext &Ctx, StringRef Name) {
  return lookUp(Ctx, Name, Ctx.Idents.getExternalIdentifierLookup());
}

bool SystemHeaders::contains(SourceLocation L) {
  const FileID File = SM.getFileID(SM.getExpansionLoc(L));
  // Declarations that the compiler makes have no file.
  if (File.isInvalid())
    return SM.isInSystemHeader(L);
  if (File == Last)
    return LastIs;
  auto [It, New] = Files.try_emplace(File);
  if (New) {
    bool Invalid = false;
    const SrcMgr::SLocEntry &Entry = SM.getSLocEntry(File, &Invalid);
    if (Invalid || !Entry.isFile() || Entry.getFile().hasLineDirectives()) {
      Files.erase(It);
      return SM.isInSystemHeader(L);
    }
    It->second = SM.isInSystemHeader(L);
  }
  Last = File;
  return LastIs = It->second;
}

namespace {
/// Walks the declarations of user code. Most of a translation unit is in system
/// headers, and most of the rest in function bodies: an AST visitor would visit
/// both.
class Walk {
public:
  Walk(const SourceManager &SM,
       llvm::function_ref<void(const FunctionDecl *)> OnFunction,
       llvm::function_ref<void(const Expr *)> OnInit,
       llvm::function_ref<void(const VarDecl *)> OnVariable)
      : System(SM), OnFunction(OnFunction), OnInit(OnInit),
        OnVariable(OnVariable) {}

  void context(const DeclContext *DC) {
    for (const Decl *D : DC->decls())
      one(D);
  }
  void one(const Decl *D) {
    if (!System.contains(D->getBeginLoc()))
      declaration(D);
  }

private:
  void declaration(const Decl *D) {
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      function(F);
    else if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      for (const FunctionDecl *F : Template->specializations())
        function(F);
    else if (const auto *Class = dyn_cast<CXXRecordDecl>(D))
      record(Class);
    else if (const auto *Template = dyn_cast<ClassTemplateDecl>(D))
      for (const CXXRecordDecl *Class : Template->specializations())
        record(Class);
    else if (const auto *V = dyn_cast<VarDecl>(D))
      variable(V);
    else if (const auto *Template = dyn_cast<VarTemplateDecl>(D))
      for (const VarDecl *V : Template->specializations())
        variable(V);
    else if (const auto *Field = dyn_cast<FieldDecl>(D))
      initializer(Field->getInClassInitializer());
    else if (const auto *Friend = dyn_cast<FriendDecl>(D);
             Friend && Friend->getFriendDecl())
      declaration(Friend->getFriendDecl());
    else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D))
      context(cast<DeclContext>(D));
  }

  void function(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (!F->isDependentContext() && F->hasBody(Def) && !isDeviceOnly(Def) &&
        Seen.insert(Def).second)
      OnFunction(Def);
  }

  void record(const CXXRecordDecl *Class) {
    if (!Class->isDependentContext() && Class->isThisDeclarationADefinition() &&
        Seen.insert(Class).second)
      context(Class);
  }

  void variable(const VarDecl *V) {
    if (V->isTemplated())
      return;
    if (OnVariable)
      OnVariable(V);
    initializer(V->getInit());
  }

  void initializer(const Expr *E) {
    if (E && !E->isInstantiationDependent())
      OnInit(E);
  }

  SystemHeaders System;
  llvm::function_ref<void(const FunctionDecl *)> OnFunction;
  llvm::function_ref<void(const Expr *)> OnInit;
  llvm::function_ref<void(const VarDecl *)> OnVariable;
  llvm::DenseSet<const Decl *> Seen;
};
} // namespace

const VarDecl *lower::variableNamed(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

std::optional<int64_t> lower::integralConstant(const Expr *E,
                                               const ASTContext &Ctx) {
  // In code with errors, the arguments of an initializer may have no type.
  Expr::EvalResult R;
  if (E->getType().isNull() || !E->getType()->isIntegralOrEnumerationType() ||
      E->isValueDependent() || E->containsErrors() ||
      !E->EvaluateAsInt(R, Ctx) || !R.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

void lower::forEachDefinition(
    ASTContext &Ctx, llvm::function_ref<void(const FunctionDecl *)> OnFunction,
    llvm::function_ref<void(const Expr *)> OnInit,
    llvm::function_ref<void(const VarDecl *)> OnVariable) {
  Walk W(Ctx.getSourceManager(), OnFunction, OnInit, OnVariable);
  // An editor needs only the declarations of the main file. The earlier ones
  // are in a precompiled header, and reading them takes longer than all the
  // rest.
  for (const Decl *D : Ctx.getTraversalScope()) {
    if (const auto *TU = dyn_cast<TranslationUnitDecl>(D))
      W.context(TU);
    else
      W.one(D);
  }
}

std::vector<const FunctionDecl *> lower::droppedLambdas(const FunctionDecl *F) {
  std::vector<const FunctionDecl *> Result;
  if (!F->getASTContext().getDiagnostics().hasErrorOccurred())
    return Result;
  for (const Decl *D : F->decls()) {
    const auto *Class = dyn_cast<CXXRecordDecl>(D);
    const CXXMethodDecl *Operator =
        Class && Class->isLambda() ? Class->getLambdaCallOperator() : nullptr;
    if (Operator && Operator->hasBody() && !Operator->isDependentContext())
      Result.push_back(Operator);
  }
  return Result;
}
