//===- GlobalNames.cpp - Names of variables with static storage -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {

/// Looks for a reference to a scalar variable that does more than read it.
/// clang::ExprMutationAnalyzer knows more, but first makes the map of all
/// parents in the translation unit.
class WriteFinder : public RecursiveASTVisitor<WriteFinder> {
public:
  explicit WriteFinder(const VarDecl *D) : D(D) {}

  bool shouldVisitImplicitCode() const { return true; }

  bool TraverseImplicitCastExpr(ImplicitCastExpr *E) {
    const bool OnlyReads =
        E->getCastKind() == CK_LValueToRValue ||
        (E->getCastKind() == CK_NoOp && E->getType().isConstQualified());
    if (OnlyReads && refersTo(E->getSubExpr()))
      return true;
    return RecursiveASTVisitor::TraverseImplicitCastExpr(E);
  }

  /// Ends the traversal at the first reference that may write.
  bool VisitDeclRefExpr(DeclRefExpr *E) { return !refersTo(E); }

private:
  bool refersTo(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Ref && Ref->getDecl()->getCanonicalDecl() == D->getCanonicalDecl();
  }

  const VarDecl *D;
};

} // namespace

/// Whether only the initialization of \p D writes it: it is a constant, or a
/// static local that its function does not change.
static bool isSetOnce(const VarDecl *D) {
  const QualType T = D->getType();
  if (T->isReferenceType())
    return true;
  if (!T->isScalarType() || T.isVolatileQualified())
    return false;
  if (T.isConstQualified())
    return true;
  const auto *Around = dyn_cast<FunctionDecl>(D->getDeclContext());
  return D->isStaticLocal() && Around && Around->hasBody() &&
         WriteFinder(D).TraverseStmt(Around->getBody());
}

llvm::StringRef Lowering::globalName(const VarDecl *D) {
  auto [It, New] = GlobalNames.try_emplace(D->getCanonicalDecl());
  std::string &Name = It->second;
  if (!New)
    return Name;
  Name = D->getQualifiedNameAsString();
  if (D->isStaticLocal())
    if (const auto *Around = dyn_cast<FunctionDecl>(D->getDeclContext()))
      Name = symbol(Around).str() + "::" + D->getName().str();
  if (isSetOnce(D))
    Name += ir::SetOnceSuffix;
  if (Deferring && !D->isExternallyVisible()) {
    InternalVariables.insert(Name);
    InternalVariables.insert(initializedFlag(Name));
  }
  return Name;
}

std::string Lowering::initializedFlag(StringRef Name) {
  Name.consume_back(ir::SetOnceSuffix);
  return (Name + ir::InitializedFlag + ir::SetOnceSuffix).str();
}
