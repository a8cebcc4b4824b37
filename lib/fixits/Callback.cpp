//===- Callback.cpp - A callback that a graph can run ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EachLaunch.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::fixits;
using namespace clang;

namespace {

/// Collects the places where a function is named, and the calls by name that
/// may reach it.
class References : public RecursiveASTVisitor<References> {
public:
  References(const FunctionDecl *F, const SourceManager &SM)
      : F(F->getCanonicalDecl()), SM(SM) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (E->getDecl()->getCanonicalDecl() == F)
      Places.insert(SM.getFileLoc(E->getLocation()));
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *E) {
    if (E->getName() == F->getDeclName())
      Places.insert(SM.getFileLoc(E->getNameLoc()));
    return true;
  }

  std::set<SourceLocation> Places;

private:
  const FunctionDecl *F;
  const SourceManager &SM;
};

class CallbackReplacer {
public:
  explicit CallbackReplacer(const CallSite &Site)
      : Site(Site), Source(Site.Source), Known(*Site.F.Row->Rewrite.Callback) {}

  std::optional<Repair> run() {
    const CallExpr *Call = Site.Call;
    if (isa<CUDAKernelCallExpr>(Call) || Site.isInstantiated() ||
        Known.Argument >= Call->getNumArgs())
      return std::nullopt;
    std::optional<SourceLocation> Name = Site.calleeName();
    std::optional<std::string> New = Name ? Site.newName(*Name) : std::nullopt;
    if (!New || !findWanted(*New) || !dropArguments() ||
        !adapt(Call->getArg(Known.Argument)))
      return std::nullopt;
    Repair R;
    // The second launch would use data that the first launch has freed.
    R.Sure = !UsesData || hasLastingData();
    R.Edits = std::move(Edits);
    R.Edits.insert(R.Edits.begin(),
                   FixItHint::CreateReplacement(
                       CharSourceRange::getTokenRange(*Name, *Name), *New));
    return R;
  }

private:
  bool hasLastingData() const {
    std::optional<unsigned> Data = Site.F.Row->paramIndex(Role::UserData);
    return Data && *Data < Site.Call->getNumArgs() &&
           livesOn(Site, Site.Call->getArg(*Data));
  }

  /// Finds the type of the callbacks that the new function takes.
  bool findWanted(llvm::StringRef New) {
    for (const NamedDecl *D :
         Site.Ctx.getTranslationUnitDecl()->lookup(&Site.Ctx.Idents.get(New)))
      if (const auto *F = dyn_cast<FunctionDecl>(D)) {
        unsigned Dropped = Site.F.Row->Rewrite.Drop.size();
        if (Wanted || F->getNumParams() + Dropped != Site.Call->getNumArgs() ||
            Known.Argument >= F->getNumParams())
          return false;
        QualType T = F->getParamDecl(Known.Argument)->getType();
        if (T->isFunctionPointerType())
          Wanted = T->getPointeeType()->getAs<FunctionProtoType>();
        if (!Wanted)
          return false;
      }
    return Wanted;
  }

  /// Drops the arguments that the new function does not have. They are the last
  /// ones, and do nothing.
  bool dropArguments() {
    const CallExpr *Call = Site.Call;
    unsigned Kept = Call->getNumArgs() - Site.F.Row->Rewrite.Drop.size();
    for (unsigned I : Site.F.Row->Rewrite.Drop)
      if (I < Kept || I >= Call->getNumArgs() ||
          Call->getArg(I)->HasSideEffects(Site.Ctx))
        return false;
    const Expr *Last = Call->getArg(Call->getNumArgs() - 1);
    if (Kept == 0 || Kept == Call->getNumArgs() || isa<CXXDefaultArgExpr>(Last))
      return Kept == Call->getNumArgs();
    std::optional<Span> Text = between(Source.endOf(Call->getArg(Kept - 1)),
                                       Source.editable(Call->getRParenLoc()));
    if (!Text || !Source.isPlain(*Text) || !Source.editable(Last->getEndLoc()))
      return false;
    Edits.push_back(Source.remove(*Text));
    return true;
  }

  std::optional<Span> between(std::optional<SourceLocation> From,
                              std::optional<SourceLocation> To) const {
    if (!From || !To || From->isInvalid() || To->isInvalid())
      return std::nullopt;
    auto [File, Begin] = Site.SM.getDecomposedLoc(*From);
    auto [ToFile, End] = Site.SM.getDecomposedLoc(*To);
    if (File != ToFile || Begin > End)
      return std::nullopt;
    return Span{File, Begin, End};
  }

  //===--- The callback -----------------------------------------------------//

  bool adapt(const Expr *Given) {
    const Expr *E = Given->IgnoreParenImpCasts();
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr()->IgnoreParenImpCasts();
    // Lambdas are converted by a call of their conversion function.
    if (const auto *Conversion = dyn_cast<CXXMemberCallExpr>(E);
        Conversion &&
        isa_and_nonnull<CXXConversionDecl>(Conversion->getDirectCallee()))
      E = Conversion->getImplicitObjectArgument()->IgnoreParenImpCasts();
    // An expression such as +[] {} names the same function.
    if (const auto *Op = dyn_cast<UnaryOperator>(E);
        Op && (Op->getOpcode() == UO_Plus || Op->getOpcode() == UO_AddrOf))
      return adapt(Op->getSubExpr());
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      return adapt(Temporary->getSubExpr());
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
      return adaptLambda(*Lambda);
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *F = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
    return F && adaptFunction(*F);
  }

  bool adaptLambda(const LambdaExpr &Lambda) {
    const CXXMethodDecl *F = Lambda.getCallOperator();
    if (Lambda.capture_begin() != Lambda.capture_end() ||
        Lambda.getCaptureDefault() != LCD_None)
      return false;
    if (!Lambda.isGenericLambda())
      return dropParameters(*F);
    UsesData = false;
    // [](auto...) takes any arguments, if it does not use them.
    const FunctionDecl *Pattern =
        Lambda.getDependentCallOperator()->getTemplatedDecl();
    return Pattern->getNumParams() == 1 &&
           Pattern->getParamDecl(0)->isParameterPack() &&
           Pattern->getParamDecl(0)->getDeclName().isEmpty() &&
           Wanted->getReturnType()->isVoidType() &&
           (Pattern->getReturnType()->isVoidType() ||
            (!Lambda.hasExplicitResultType() && !returnsValue(F->getBody())));
  }

  static bool returnsValue(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (const auto *Return = dyn_cast<ReturnStmt>(S))
      return Return->getRetValue();
    return llvm::any_of(S->children(), returnsValue);
  }

  bool adaptFunction(const FunctionDecl &F) {
    if (F.isTemplateInstantiation() || F.getPrimaryTemplate())
      return false;
    // Another function of this name may do.
    SourceLocation Here = Site.SM.getFileLoc(Site.Call->getBeginLoc());
    for (const NamedDecl *D :
         F.getDeclContext()->getRedeclContext()->lookup(F.getDeclName()))
      if (const auto *Other = dyn_cast<FunctionDecl>(D->getUnderlyingDecl());
          Other &&
          Site.SM.isBeforeInTranslationUnit(
              Site.SM.getFileLoc(Other->getLocation()), Here) &&
          Site.Ctx.hasSameType(Other->getType().getUnqualifiedType(),
                               QualType(Wanted, 0))) {
        const FunctionDecl *Body = nullptr;
        UsesData = !Other->hasBody(Body) || usesData(*Body);
        return true;
      }
    // The only declaration, seen in this file only, named here only.
    const FunctionDecl *Definition = nullptr;
    if (F.isExternallyVisible() || !F.hasBody(Definition) ||
        F.getMostRecentDecl() != F.getFirstDecl() || F.isExternC() ||
        isa<CXXMethodDecl>(F) ||
        !Site.SM.isInMainFile(Definition->getLocation()))
      return false;
    References Named(&F, Site.SM);
    for (Decl *D : Site.Ctx.getTraversalScope()) {
      const auto *TU = dyn_cast<TranslationUnitDecl>(D);
      if (!TU) {
        Named.TraverseDecl(D);
        continue;
      }
      for (Decl *Inner : TU->decls())
        if (!Site.SM.isInSystemHeader(Inner->getLocation()))
          Named.TraverseDecl(Inner);
    }
    return Named.Places.size() == 1 && dropParameters(*Definition);
  }

  /// Removes the first parameters of \p F, which it does not use.
  bool dropParameters(const FunctionDecl &F) {
    unsigned Dropped = Known.DropParams;
    if (F.isVariadic() || Wanted->isVariadic() || Dropped == 0 ||
        F.getNumParams() != Wanted->getNumParams() + Dropped ||
        F.getNumParams() == Dropped ||
        !Site.Ctx.hasSameType(F.getReturnType(), Wanted->getReturnType()))
      return false;
    for (unsigned I = 0; I < F.getNumParams(); ++I) {
      const ParmVarDecl *P = F.getParamDecl(I);
      // Attributes are written outside of a parameter's range.
      if (P->hasAttrs() || P->hasDefaultArg() ||
          (I < Dropped && P->isReferenced()) ||
          (I >= Dropped &&
           !Site.Ctx.hasSameType(P->getType(),
                                 Wanted->getParamType(I - Dropped))))
        return false;
    }
    const ParmVarDecl *First = F.getParamDecl(0);
    const ParmVarDecl *Kept = F.getParamDecl(Dropped);
    std::optional<Span> Text = between(Source.editable(First->getBeginLoc()),
                                       Source.editable(Kept->getBeginLoc()));
    if (!Text || !Source.isPlain(*Text) || !isList(*Text, Dropped))
      return false;
    Edits.push_back(Source.remove(*Text));
    UsesData = usesData(F);
    return true;
  }

  /// Whether \p F uses its data, which are its last parameter.
  static bool usesData(const FunctionDecl &F) {
    return F.getParamDecl(F.getNumParams() - 1)->isReferenced();
  }

  /// Whether \p Text has only names and types, and a comma behind each
  /// parameter, so that no macro made any of it.
  bool isList(const Span &Text, unsigned Count) const {
    unsigned Commas = 0;
    tok::TokenKind Last = tok::unknown;
    bool Known = Source.tokens(Text, [&](const Token &T) {
      Last = T.getKind();
      Commas += Last == tok::comma;
      return T.isOneOf(tok::raw_identifier, tok::coloncolon, tok::star,
                       tok::comma);
    });
    return Known && Commas == Count && Last == tok::comma;
  }

  const CallSite &Site;
  const SourceText &Source;
  const CallbackFix &Known;
  const FunctionProtoType *Wanted = nullptr;
  /// Whether the callback uses the data that it is given.
  bool UsesData = true;
  std::vector<FixItHint> Edits;
};

} // namespace

std::optional<Repair> fixits::replaceCallback(const CallSite &Site) {
  return CallbackReplacer(Site).run();
}
