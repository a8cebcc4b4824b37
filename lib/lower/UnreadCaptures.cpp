//===- UnreadCaptures.cpp - Captures in code with errors ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnreadCaptures.h"
#include "../kb/ApiTraits.h"
#include "../kb/KnowledgeBase.h"
#include "ErrorLog.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

CaptureWords::CaptureWords(const KnowledgeBase &KB) {
  for (const ApiRow &Row : KB.rows())
    if (boundsCapture(Row))
      KB.spellings(Row, [&](StringRef Name) {
        const size_t Scope = Name.rfind("::");
        Names.insert(Scope == StringRef::npos ? Name : Name.substr(Scope + 2));
      });
}

void CaptureWords::watch(Preprocessor &PP) {
  Called.clear();
  struct Watcher {
    /// Whether an identifier is one of the names. To enter the names into the
    /// table of identifiers would say that the source uses them.
    llvm::DenseMap<const IdentifierInfo *, bool> IsName;
    Token Last;
  };
  auto W = std::make_shared<Watcher>();
  W->Last.startToken();
  PP.setTokenWatcher([this, W](const Token &T) {
    if (T.is(tok::l_paren) && W->Last.is(tok::identifier))
      Called.push_back({W->Last.getLocation(),
                        W->Last.getIdentifierInfo()->getName().str()});
    W->Last.startToken();
    if (T.isNot(tok::identifier))
      return;
    auto [It, New] = W->IsName.try_emplace(T.getIdentifierInfo());
    if (New)
      It->second = Names.contains(T.getIdentifierInfo()->getName());
    if (It->second)
      W->Last = T;
  });
}

namespace {

/// Collects where bodies name functions that begin or end captures.
class NameCollector : public RecursiveASTVisitor<NameCollector> {
public:
  NameCollector(const SourceManager &SM, const llvm::StringSet<> &Names,
                llvm::DenseSet<SourceLocation> &Found)
      : SM(SM), Names(Names), Found(Found) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return note(E->getNameInfo()); }
  bool VisitMemberExpr(MemberExpr *E) { return note(E->getMemberNameInfo()); }
  /// Without a declaration, nothing is known but the name.
  bool VisitOverloadExpr(OverloadExpr *E) {
    return E->getNumDecls() == 0 || note(E->getNameInfo());
  }
  /// The body of a generic lambda is no code, those of its instances are. An
  /// error may have kept the compiler from making any.
  bool TraverseLambdaExpr(LambdaExpr *E) {
    if (!E->isGenericLambda())
      return RecursiveASTVisitor::TraverseLambdaExpr(E);
    for (Expr *Init : E->capture_inits())
      TraverseStmt(Init);
    for (FunctionDecl *Made : E->getLambdaClass()
                                  ->getDependentLambdaCallOperator()
                                  ->specializations())
      TraverseStmt(Made->getBody());
    return true;
  }

private:
  bool note(const DeclarationNameInfo &Name) {
    if (const IdentifierInfo *Id = Name.getName().getAsIdentifierInfo();
        Id && Names.contains(Id->getName()))
      Found.insert(SM.getFileLoc(Name.getLoc()));
    return true;
  }

  const SourceManager &SM;
  const llvm::StringSet<> &Names;
  llvm::DenseSet<SourceLocation> &Found;
};

/// The functions of user code as they are written, templates included.
class WrittenFunctions {
public:
  explicit WrittenFunctions(const SourceManager &SM) : SM(SM), System(SM) {}

  void add(const DeclContext *In) {
    for (const Decl *D : In->decls()) {
      if (System.contains(D->getBeginLoc()))
        continue;
      if (const auto *Friend = dyn_cast<FriendDecl>(D))
        D = Friend->getFriendDecl();
      if (const auto *Template = dyn_cast_or_null<TemplateDecl>(D))
        D = Template->getTemplatedDecl();
      if (const auto *F = dyn_cast_or_null<FunctionDecl>(D)) {
        Named.insert(SM.getFileLoc(F->getLocation()));
        if (F->doesThisDeclarationHaveABody())
          Defined.push_back(F);
      } else if (isa_and_nonnull<NamespaceDecl, LinkageSpecDecl, RecordDecl>(
                     D)) {
        add(cast<DeclContext>(D));
      }
    }
  }

  /// Whether a function is declared at \p At.
  bool isDeclaredAt(SourceLocation At) const { return Named.contains(At); }

  /// Returns the name of the function that contains \p At; an empty string if
  /// there is none.
  std::string around(SourceLocation At) const {
    auto [File, Offset] = SM.getDecomposedLoc(At);
    for (const FunctionDecl *F : Defined) {
      const SourceRange Range = F->getSourceRange();
      auto [BeginFile, Begin] =
          SM.getDecomposedLoc(SM.getFileLoc(Range.getBegin()));
      auto [EndFile, End] = SM.getDecomposedLoc(SM.getFileLoc(Range.getEnd()));
      if (BeginFile == File && EndFile == File && Begin <= Offset &&
          Offset <= End)
        return F->getQualifiedNameAsString();
    }
    return "";
  }

private:
  const SourceManager &SM;
  mutable SystemHeaders System;
  llvm::DenseSet<SourceLocation> Named;
  std::vector<const FunctionDecl *> Defined;
};

} // namespace

std::vector<UnreadCapture> CaptureWords::unread(ASTContext &Ctx) const {
  std::vector<UnreadCapture> Result;
  if (Called.empty() || loggedErrors(Ctx.getDiagnostics()).empty())
    return Result;
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::DenseSet<SourceLocation> Read;
  NameCollector Reader(SM, Names, Read);
  forEachDefinition(
      Ctx,
      [&](const FunctionDecl *F) {
        Reader.TraverseDecl(const_cast<FunctionDecl *>(F));
        for (const FunctionDecl *Operator : droppedLambdas(F))
          Reader.TraverseStmt(Operator->getBody());
      },
      [&](const Expr *Init) { Reader.TraverseStmt(const_cast<Expr *>(Init)); });
  WrittenFunctions Written(SM);
  Written.add(Ctx.getTranslationUnitDecl());
  std::set<std::string> Seen;
  for (const Word &W : Called) {
    const SourceLocation At = SM.getFileLoc(W.At);
    if (SM.isInSystemHeader(At) || Read.contains(At) ||
        Written.isDeclaredAt(At))
      continue;
    const PresumedLoc Where = SM.getPresumedLoc(At);
    if (Where.isInvalid())
      continue;
    UnreadCapture Found{Where.getFilename(), Where.getLine(), Where.getColumn(),
                        W.Name, Written.around(At)};
    // Without a name, each call is a case of its own.
    if (Found.Function.empty() || Seen.insert(Found.Function).second)
      Result.push_back(std::move(Found));
  }
  return Result;
}
