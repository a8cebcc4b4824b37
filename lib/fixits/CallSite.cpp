//===- CallSite.cpp - The call that a fix-it repairs ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallSite.h"
#include "../lower/UserCode.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::fixits;
using namespace clang;

static bool extend(const Stmt *From, const Stmt *Target, StmtPath &Path) {
  if (!From)
    return false;
  Path.push_back(From);
  if (From == Target)
    return true;
  for (const Stmt *Child : From->children())
    if (extend(Child, Target, Path))
      return true;
  Path.pop_back();
  return false;
}

StmtPath fixits::pathTo(const Stmt *Body, const Stmt *Target) {
  StmtPath Path;
  extend(Body, Target, Path);
  return Path;
}

bool fixits::isUnconditional(const StmtPath &Path, size_t From) {
  for (size_t I = From; I + 1 < Path.size(); ++I) {
    const Stmt *Child = Path[I + 1];
    if (const auto *If = dyn_cast<IfStmt>(Path[I])) {
      if (Child != If->getCond() && Child != If->getInit())
        return false;
    } else if (const auto *Do = dyn_cast<DoStmt>(Path[I])) {
      if (Child != Do->getBody())
        return false;
    } else if (const auto *Choice =
                   dyn_cast<AbstractConditionalOperator>(Path[I])) {
      if (Child != Choice->getCond())
        return false;
    } else if (const auto *Op = dyn_cast<BinaryOperator>(Path[I])) {
      if (Op->isLogicalOp() && Child != Op->getLHS())
        return false;
    } else if (isa<LambdaExpr>(Path[I]) ||
               (!isa<Expr>(Path[I]) && !isa<CompoundStmt>(Path[I]) &&
                !isa<DeclStmt>(Path[I]))) {
      return false;
    }
  }
  return true;
}

const CallExpr *fixits::directCall(const analysis::PathStep &Step,
                                   const lower::Lowering &L) {
  const auto *Call = dyn_cast_or_null<CallExpr>(L.statement(Step.I->At));
  if (!Call || isa<CUDAKernelCallExpr>(Call))
    return Call;
  // Other calls through the same variable may reach another function.
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
  return Ref && isa<FunctionDecl>(Ref->getDecl()) ? Call : nullptr;
}

bool fixits::isInstantiated(const FunctionDecl *F) {
  for (const DeclContext *At = F; At; At = At->getParent()) {
    if (const auto *Outer = dyn_cast<FunctionDecl>(At);
        Outer && Outer->isTemplateInstantiation())
      return true;
    if (isa<ClassTemplateSpecializationDecl>(At))
      return true;
  }
  return false;
}

CallSite::CallSite(const analysis::Finding &F, const lower::Lowering &L,
                   ASTContext &Ctx)
    : F(F), L(L), Ctx(Ctx), SM(Ctx.getSourceManager()), Source(Ctx),
      Call(directCall(F.Path.back(), L)),
      Function(L.declaration(*F.Path.back().In)) {}

bool CallSite::isInstantiated() const {
  return !Function || fixits::isInstantiated(Function);
}

std::optional<SourceLocation> CallSite::calleeName() const {
  const auto *Callee =
      dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
  if (!Callee || Callee->hasQualifier())
    return std::nullopt;
  SourceLocation At = Callee->getLocation();
  // The name may itself be a macro for a versioned name.
  if (At.isMacroID() && !SM.isMacroArgExpansion(At))
    At = SM.getImmediateExpansionRange(At).getBegin();
  return Source.editable(At);
}

bool CallSite::isDeclared(StringRef Name) const {
  const IdentifierInfo *Id = lower::identifier(Ctx, Name);
  if (!Id)
    return false;
  return Id->hasMacroDefinition() ||
         !Ctx.getTranslationUnitDecl()->lookup(Id).empty();
}

std::optional<std::string> CallSite::newName(SourceLocation Callee) const {
  llvm::SmallString<64> Buffer;
  StringRef Spelling =
      Lexer::getSpelling(Callee, Buffer, SM, Ctx.getLangOpts());
  auto New = F.Row->Rewrite.Rename.find(Spelling);
  if (New == F.Row->Rewrite.Rename.end() || !isDeclared(New->second))
    return std::nullopt;
  return New->second;
}

//===--- Statements -------------------------------------------------------===//

/// Whether \p S is one of the statements that \p Parent runs.
static bool isStatementOf(const Stmt *Parent, const Stmt *S) {
  if (isa<CompoundStmt>(Parent))
    return true;
  if (const auto *If = dyn_cast<IfStmt>(Parent))
    return S == If->getThen() || S == If->getElse();
  if (const auto *For = dyn_cast<ForStmt>(Parent))
    return S == For->getBody();
  if (const auto *For = dyn_cast<CXXForRangeStmt>(Parent))
    return S == For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(Parent))
    return S == While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(Parent))
    return S == Do->getBody();
  return false;
}

static const Expr *withoutWrapping(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E);
             Cast && Cast->getType()->isVoidType())
      E = Cast->getSubExpr();
    else
      break;
  }
  return E;
}

/// Whether \p E is check(call), where the function gets nothing but the call's
/// result.
static bool checks(const Expr *E, const CallExpr *Call) {
  const auto *Check = dyn_cast<CallExpr>(E);
  if (!Check || isa<CXXOperatorCallExpr>(Check) ||
      isa<CXXMemberCallExpr>(Check) || !Check->getDirectCallee() ||
      Check->getNumArgs() == 0 || withoutWrapping(Check->getArg(0)) != Call)
    return false;
  for (unsigned I = 1; I < Check->getNumArgs(); ++I)
    if (!isa<CXXDefaultArgExpr>(Check->getArg(I)))
      return false;
  return true;
}

/// Whether the use of a macro is NAME(call), possibly with literals behind the
/// call.
static bool isCheckMacro(const SourceText &Source, const Span &Use,
                         const Span &Call) {
  unsigned Before = 0;
  if (!Source.tokens({Use.File, Use.Begin, Call.Begin}, [&](const Token &T) {
        return Before++ == 0 ? T.is(tok::raw_identifier) : T.is(tok::l_paren);
      }))
    return false;
  tok::TokenKind Last = tok::unknown;
  return Before == 2 &&
         Source.tokens({Use.File, Call.End, Use.End},
                       [&](const Token &T) {
                         Last = T.getKind();
                         return tok::isStringLiteral(Last) ||
                                T.isOneOf(tok::comma, tok::numeric_constant,
                                          tok::r_paren);
                       }) &&
         Last == tok::r_paren;
}

std::optional<WholeStatement>
CallSite::wholeStatement(const StmtPath &Path) const {
  const auto *Target =
      dyn_cast_or_null<CallExpr>(Path.empty() ? nullptr : Path.back());
  if (!Target)
    return std::nullopt;
  // The innermost statement of a block or arm that is itself in the file.
  size_t I = Path.size() - 1;
  while (I > 0 && !(Path[I - 1]->getBeginLoc().isFileID() &&
                    isStatementOf(Path[I - 1], Path[I])))
    --I;
  if (I == 0)
    return std::nullopt;
  // The last statement of a statement expression is its value.
  if (llvm::any_of(llvm::ArrayRef(Path).take_front(I),
                   [](const Stmt *S) { return isa<StmtExpr>(S); }))
    return std::nullopt;
  const Stmt *S = Path[I];
  const Expr *E = withoutWrapping(S);
  std::optional<Span> Text = Source.spanOf(S->getSourceRange());
  std::optional<Span> Inner = Source.spanOf(Target->getSourceRange());
  if (!Text || !Inner || Text->File != Inner->File)
    return std::nullopt;
  bool IsPlain =
      E && (E == Target || (checks(E, Target) && E->getBeginLoc().isFileID()));
  if (!IsPlain &&
      !(S->getBeginLoc().isMacroID() && Inner->Begin > Text->Begin &&
        Inner->End < Text->End && isCheckMacro(Source, *Text, *Inner)))
    return std::nullopt;
  // The text includes the semicolon, which a macro may not have.
  StringRef Rest = SM.getBufferData(Text->File).substr(Text->End);
  size_t Blanks = Rest.size() - Rest.ltrim().size();
  if (Rest.ltrim().starts_with(";"))
    Text->End += Blanks + 1;
  else if (IsPlain || !isa<CompoundStmt>(Path[I - 1]))
    return std::nullopt;
  if (!Source.isPlain(*Text))
    return std::nullopt;
  return WholeStatement{S, Path[I - 1], I, *Text};
}
