//===- GlobalWrites.cpp - What a translation unit writes to globals -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalWrites.h"
#include "Lowering.h"
#include "UserCode.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class WriteCollector : public RecursiveASTVisitor<WriteCollector> {
public:
  explicit WriteCollector(const ASTContext &Ctx) : Ctx(Ctx) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseType(QualType, bool = true) { return true; }
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }

  // Expressions are visited before their parts.
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue ||
        (E->getCastKind() == CK_NoOp && E->getType().isConstQualified()))
      Understood.insert(E->getSubExpr()->IgnoreParens());
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *E) {
    const Expr *To = E->getLHS()->IgnoreParens();
    const VarDecl *D = E->getOpcode() == BO_Assign ? variable(To) : nullptr;
    if (!D)
      return true;
    Understood.insert(To);
    if (const std::optional<int64_t> C = constant(E->getRHS()))
      Writes[D].add(*C);
    else
      Writes[D].addOther();
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) { return addUse(E); }
  bool VisitMemberExpr(MemberExpr *E) { return addUse(E); }

  llvm::MapVector<const VarDecl *, ir::VariableWrites> Writes;

private:
  /// Returns the global of a scalar type that \p E names, or null.
  static const VarDecl *variable(const Expr *E) {
    const ValueDecl *D = nullptr;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      D = Ref->getDecl();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      D = Member->getMemberDecl();
    const auto *V = dyn_cast_or_null<VarDecl>(D);
    return V && V->hasGlobalStorage() && V->getType()->isScalarType() &&
                   !V->getType().isConstQualified()
               ? V->getCanonicalDecl()
               : nullptr;
  }

  /// Whatever neither reads nor assigns may write: &x, x++, a reference to x.
  bool addUse(const Expr *E) {
    if (!Understood.count(E))
      if (const VarDecl *D = variable(E))
        Writes[D].addOther();
    return true;
  }

  std::optional<int64_t> constant(const Expr *E) const {
    // a = b = 0
    while (true) {
      E = E->IgnoreParenImpCasts();
      const auto *Inner = dyn_cast<BinaryOperator>(E);
      if (!Inner || Inner->getOpcode() != BO_Assign)
        break;
      E = Inner->getRHS();
    }
    if (E->isValueDependent() || E->containsErrors())
      return std::nullopt;
    if (E->isNullPointerConstant(const_cast<ASTContext &>(Ctx),
                                 Expr::NPC_NeverValueDependent))
      return 0;
    return integralConstant(E, Ctx);
  }

  const ASTContext &Ctx;
  /// Names of variables that are only read there, or only assigned.
  llvm::DenseSet<const Expr *> Understood;
};
} // namespace

llvm::MapVector<const VarDecl *, ir::VariableWrites>
lower::findGlobalWrites(ASTContext &Ctx) {
  WriteCollector Collector(Ctx);
  forEachDefinition(
      Ctx,
      [&](const FunctionDecl *F) {
        Collector.TraverseStmt(F->getBody());
        if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
          for (const CXXCtorInitializer *I : Ctor->inits())
            Collector.TraverseStmt(I->getInit());
      },
      [&](const Expr *Init) {
        Collector.TraverseStmt(const_cast<Expr *>(Init));
      });
  return std::move(Collector.Writes);
}

const ir::VariableWrites *GlobalWrites::find(llvm::StringRef Name) {
  if (!IsSearched)
    for (const auto &[D, Writes] : findGlobalWrites(Ctx))
      Known[L.globalName(D)].add(Writes);
  IsSearched = true;
  auto It = Known.find(Name);
  return It == Known.end() ? nullptr : &It->second;
}
