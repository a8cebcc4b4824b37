//===- Messages.cpp - Calls that write messages ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs write messages where something fails, through functions that are
/// defined elsewhere. Such a function has nothing to do with captures, although
/// it could reach every stream that is not local.
///
//===----------------------------------------------------------------------===//

#include "CallLowering.h"
#include "DeclQueries.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

static bool isText(QualType T, DeclQueries &Decls) {
  T = T.getNonReferenceType();
  if (T->isPointerType() || T->isArrayType())
    return T->getPointeeOrArrayElementType()->isAnyCharacterType() &&
           (T->isArrayType() || T->getPointeeType().isConstQualified());
  return llvm::is_contained({HostValue::String, HostValue::StringView},
                            Decls.libraryType(T));
}

static bool isNumeric(QualType T) {
  T = T.getNonReferenceType();
  return T->isArithmeticType() || T->isEnumeralType();
}

/// Returns the text that the source spells out as \p E, possibly as the
/// argument of a conversion; null if \p E is something else.
static const StringLiteral *literal(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
      E = Cast->getSubExpr();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
             Made && Made->getNumArgs() >= 1)
      E = Made->getArg(0);
    else if (const auto *Name = dyn_cast<PredefinedExpr>(E))
      return Name->getFunctionName();
    else
      return dyn_cast<StringLiteral>(E);
  }
}

/// Whether \p Text is made for people. The name of something has no blanks.
static bool isSentence(const StringLiteral *Text) {
  return Text->getCharByteWidth() == 1 &&
         Text->getString().find_first_of(" %\n{") != StringRef::npos;
}

/// Whether \p Class stands for a message that is being written: it is made of
/// the name of a file, the number of a line, and perhaps other such values.
static bool isMessage(const CXXRecordDecl *Class, DeclQueries &Decls) {
  if (!Class->hasDefinition())
    return false;
  bool Found = false;
  for (const CXXConstructorDecl *Ctor : Class->ctors()) {
    if (Ctor->isCopyOrMoveConstructor() || Ctor->isDeleted())
      continue;
    if (Ctor->getNumParams() < 2 ||
        !isText(Ctor->getParamDecl(0)->getType(), Decls) ||
        !Ctor->getParamDecl(1)->getType()->isIntegerType() ||
        !llvm::all_of(Ctor->parameters(), [&](const ParmVarDecl *P) {
          return isText(P->getType(), Decls) || isNumeric(P->getType());
        }))
      return false;
    Found = true;
  }
  return Found;
}

bool CallLowering::onlyReports(const FunctionDecl *Callee,
                               const Stmt *At) const {
  if (Callee->hasAttr<FormatAttr>())
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const bool OfMessage = Method && isMessage(Method->getParent(), Decls);
  if (Method && !Method->isStatic() && !OfMessage)
    return false;
  if (isa<CXXDestructorDecl>(Callee))
    return OfMessage;
  llvm::ArrayRef<const Expr *> Given;
  if (const auto *Call = dyn_cast_or_null<CallExpr>(At))
    Given = llvm::ArrayRef(Call->getArgs(), Call->getNumArgs());
  else if (const auto *Made = dyn_cast_or_null<CXXConstructExpr>(At))
    Given = llvm::ArrayRef(Made->getArgs(), Made->getNumArgs());
  bool Text = OfMessage || Callee->isVariadic();
  bool HasText = false;
  for (unsigned P = 0; P < Callee->getNumParams(); ++P) {
    const QualType T = Callee->getParamDecl(P)->getType();
    const StringLiteral *Literal =
        P < Given.size() ? literal(Given[P]) : nullptr;
    const bool List =
        Ctx.hasSameUnqualifiedType(T, Ctx.getBuiltinVaListType()) ||
        Ctx.hasSameUnqualifiedType(
            T, Ctx.getAdjustedParameterType(Ctx.getBuiltinVaListType()));
    if (!Literal && !List && !isText(T, Decls) && !isNumeric(T))
      return false;
    Text |= List || (Literal && isSentence(Literal));
    HasText |= isText(T, Decls) || Literal;
  }
  return Text &&
         (OfMessage || (HasText && Callee->getReturnType()->isVoidType()));
}

/// Returns the expansion of a macro in whose body \p E names its callee; the
/// invalid id if there is none.
static FileID macroOf(const CallExpr *E, const SourceManager &SM) {
  SourceLocation At = E->getCallee()->getBeginLoc();
  while (SM.isMacroArgExpansion(At))
    At = SM.getImmediateSpellingLoc(At);
  return At.isMacroID() ? SM.getFileID(At) : FileID();
}

bool CallLowering::isPartOfMessage(const FunctionDecl *Callee, const Stmt *At) {
  const SourceManager &SM = Ctx.getSourceManager();
  const auto *Call = dyn_cast_or_null<CallExpr>(At);
  const FileID In = Call ? macroOf(Call, SM) : FileID();
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const QualType Result = Callee->getReturnType();
  if (In.isInvalid() || (Method && !Method->isStatic()) ||
      !(isNumeric(Result) || isText(Result, Decls)) ||
      !llvm::all_of(Callee->parameters(), [&](const ParmVarDecl *P) {
        return isText(P->getType(), Decls) || isNumeric(P->getType());
      }))
    return false;
  if (!MessageMacros) {
    MessageMacros.emplace();
    llvm::SmallVector<const Stmt *, 32> Todo{Code};
    while (!Todo.empty()) {
      const Stmt *S = Todo.pop_back_val();
      if (!S)
        continue;
      const auto *Other = dyn_cast<CallExpr>(S);
      const FunctionDecl *F = Other ? Other->getDirectCallee() : nullptr;
      if (F && onlyReports(F, Other))
        if (const FileID Macro = macroOf(Other, SM); Macro.isValid())
          MessageMacros->insert(Macro);
      llvm::append_range(Todo, S->children());
    }
  }
  return MessageMacros->contains(In);
}
