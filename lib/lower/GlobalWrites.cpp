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
  explicit WriteCollector(Lowering &L) : L(L), Ctx(L.context()) {}

  void collect(const FunctionDecl *F) {
    Setup = nullptr;
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
      Setup = cast<CXXMethodDecl>(F)->getParent();
    TraverseStmt(F->getBody());
    if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : Ctor->inits())
        TraverseStmt(I->getInit());
    Setup = nullptr;
  }

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
    const ValueDecl *D = E->getOpcode() == BO_Assign ? variable(To) : nullptr;
    if (!D)
      return true;
    Understood.insert(To);
    if (isOfSetup(D))
      return true;
    if (const std::optional<int64_t> C = constant(E->getRHS()))
      Writes[D].add(*C);
    else
      Writes[D].addOther();
    return true;
  }

  // A constructor may create its stream.
  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *F = Setup ? E->getDirectCallee() : nullptr;
    if (F && L.api(F))
      for (const Expr *Arg : E->arguments()) {
        const auto *Address = dyn_cast<UnaryOperator>(Arg->IgnoreParenCasts());
        const Expr *To = Address && Address->getOpcode() == UO_AddrOf
                             ? Address->getSubExpr()->IgnoreParens()
                             : nullptr;
        if (To && isOfSetup(variable(To)))
          Understood.insert(To);
      }
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) { return addUse(E); }
  bool VisitMemberExpr(MemberExpr *E) { return addUse(E); }

  llvm::MapVector<const ValueDecl *, ir::VariableWrites> Writes;

private:
  /// Returns the global of a scalar type, or the field with a stream, that \p E
  /// names and may write; null if there is none.
  const ValueDecl *variable(const Expr *E) const {
    const ValueDecl *D = nullptr;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      D = Ref->getDecl();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      D = Member->getMemberDecl();
    if (const auto *Field = dyn_cast_or_null<FieldDecl>(D))
      return !E->getType().isConstQualified() &&
                     L.decls().handleRole(Field->getType()) == Role::Stream
                 ? Field
                 : nullptr;
    const auto *V = dyn_cast_or_null<VarDecl>(D);
    return V && V->hasGlobalStorage() && V->getType()->isScalarType() &&
                   !V->getType().isConstQualified()
               ? V->getCanonicalDecl()
               : nullptr;
  }

  /// Whether \p D is a field of the class whose constructor or destructor is
  /// searched.
  bool isOfSetup(const ValueDecl *D) const {
    const auto *Field = dyn_cast_or_null<FieldDecl>(D);
    return Field && Field->getParent() == Setup;
  }

  /// Whatever neither reads nor assigns may write: &x, x++, a reference to x.
  bool addUse(const Expr *E) {
    if (!Understood.count(E))
      if (const ValueDecl *D = variable(E))
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

  const Lowering &L;
  const ASTContext &Ctx;
  /// The class whose constructor or destructor is searched, if any.
  const CXXRecordDecl *Setup = nullptr;
  /// Names of variables that are only read there, or only assigned.
  llvm::DenseSet<const Expr *> Understood;
};
} // namespace

llvm::MapVector<const ValueDecl *, ir::VariableWrites>
lower::findGlobalWrites(Lowering &L) {
  L.decls().collectHandleTypes();
  WriteCollector Collector(L);
  forEachDefinition(
      L.context(), [&](const FunctionDecl *F) { Collector.collect(F); },
      [&](const Expr *Init) {
        Collector.TraverseStmt(const_cast<Expr *>(Init));
      });
  return std::move(Collector.Writes);
}

std::string lower::nameOfWritten(Lowering &L, const ValueDecl *D) {
  if (const auto *V = dyn_cast<VarDecl>(D))
    return L.globalName(V).str();
  return Lowering::scopedName(D);
}

const ir::VariableWrites *GlobalWrites::find(llvm::StringRef Name) {
  if (!IsSearched)
    for (const auto &[D, Writes] : findGlobalWrites(L))
      Known[nameOfWritten(L, D)].add(Writes);
  IsSearched = true;
  auto It = Known.find(Name);
  return It == Known.end() ? nullptr : &It->second;
}
