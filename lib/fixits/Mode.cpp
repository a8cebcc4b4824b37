//===- Mode.cpp - A capture mode that permits the call --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../analysis/Rules.h"
#include "CallSite.h"
#include "clang/AST/ExprCXX.h"

using namespace cuda_capture;
using namespace cuda_capture::fixits;
using namespace clang;

/// Returns the enumerator for mode \p M among those of \p Modes.
static const EnumConstantDecl *enumerator(const EnumDecl *Modes,
                                          analysis::CaptureMode M) {
  for (const EnumConstantDecl *C : Modes->enumerators())
    if (C->getInitVal() == unsigned(M))
      return C;
  return nullptr;
}

/// Returns the edit that begins the capture in mode \p M, if the mode is an
/// enumerator that is written in the call, or is left out.
static std::optional<FixItHint> setMode(const CallSite &Site,
                                        const CallExpr *Begin,
                                        const Expr *Given,
                                        analysis::CaptureMode M) {
  if (isa<CXXDefaultArgExpr>(Given)) {
    const auto *D =
        dyn_cast_or_null<EnumDecl>(Given->getType()->getAsTagDecl());
    if (!D || D->isScoped() ||
        !D->getDeclContext()->getRedeclContext()->isTranslationUnit())
      return std::nullopt;
    // No argument but this one may be left out.
    unsigned Missing = 0;
    for (const Expr *A : Begin->arguments())
      Missing += isa<CXXDefaultArgExpr>(A);
    const EnumConstantDecl *New = enumerator(D, M);
    std::optional<SourceLocation> Where =
        Site.Source.editable(Begin->getRParenLoc());
    if (Missing != 1 || Begin->getNumArgs() < 2 || !New || !Where)
      return std::nullopt;
    return FixItHint::CreateInsertion(*Where, ", " + New->getName().str());
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Given->IgnoreParenImpCasts());
  const auto *Old = Ref ? dyn_cast<EnumConstantDecl>(Ref->getDecl()) : nullptr;
  if (!Old)
    return std::nullopt;
  const EnumConstantDecl *New =
      enumerator(cast<EnumDecl>(Old->getDeclContext()), M);
  std::optional<SourceLocation> Where =
      Site.Source.editable(Ref->getLocation());
  if (!New || !Where)
    return std::nullopt;
  return FixItHint::CreateReplacement(
      CharSourceRange::getTokenRange(*Where, *Where), New->getName());
}

static bool isOfThreads(const analysis::Finding &F) {
  return F.Kind == analysis::DiagnosticKind::ForbidsThreads;
}

/// Whether a capture in mode \p M breaks the rule no more. For the calls of
/// other threads, the mode becomes only as lax as they need.
static bool mends(const analysis::Finding &F, analysis::CaptureMode M) {
  if (isOfThreads(F))
    return M == analysis::CaptureMode::ThreadLocal;
  // A call may wait for work of the capture, which no mode permits.
  return F.Row->Class == ApiClass::Unsafe &&
         analysis::unsafeVerdict(*F.Row, M) == Verdict::Ok;
}

std::vector<Repair> fixits::changeMode(const CallSite &Site) {
  const analysis::Finding &F = Site.F;
  // Another capture would still prohibit the call.
  if (F.R != analysis::Rule::UnsafeCall || !F.Mode || !F.OnlyCapture ||
      F.Begin.empty())
    return {};
  const CallExpr *Begin = directCall(F.Begin.back(), Site.L);
  const FunctionDecl *Function = Site.L.declaration(*F.Begin.back().In);
  if (!Begin || !Begin->getDirectCallee() || !Function ||
      isInstantiated(Function))
    return {};
  Lookup Row = Site.L.api(Begin->getDirectCallee());
  if (!Row)
    return {};
  unsigned Index = Row.Row->paramIndex(Role::Mode).value_or(~0u);
  SourceLocation At = Site.SM.getFileLoc(Begin->getBeginLoc());
  if (Index >= Begin->getNumArgs() || !Site.SM.isInMainFile(At))
    return {};
  std::vector<Repair> Result;
  for (analysis::CaptureMode M :
       {analysis::CaptureMode::ThreadLocal, analysis::CaptureMode::Relaxed}) {
    if (unsigned(M) <= unsigned(*F.Mode) || !mends(F, M))
      continue;
    if (std::optional<FixItHint> Edit =
            setMode(Site, Begin, Begin->getArg(Index), M)) {
      Repair R;
      R.How =
          isOfThreads(F) ? analysis::Way::Rewrite : analysis::Way::ChangeMode;
      R.Mode = M;
      R.Edits = {*Edit};
      R.At = At;
      Result.push_back(std::move(R));
    }
  }
  return Result;
}
