//===- CalleeCollector.h - The functions that a body may call ---*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_CALLEECOLLECTOR_H
#define CUDA_CAPTURE_LOWER_CALLEECOLLECTOR_H

#include "DeclQueries.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace cuda_capture::lower {

/// The functions that are found in a body.
struct CalledFunctions {
  /// The functions that the body may call, judging by its text: callees,
  /// constructors, and destructors of the objects that it declares.
  std::vector<const clang::FunctionDecl *> Callees;
  /// The functions of lambdas and local classes.
  std::vector<const clang::FunctionDecl *> Nested;
};

/// Fills in CalledFunctions.
class CalleeCollector : public clang::RecursiveASTVisitor<CalleeCollector> {
public:
  CalleeCollector(CalledFunctions &Found, DeclQueries &Decls)
      : Found(Found), Decls(Decls) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return true; }
  /// Handles most statements, which consist only of their children, without the
  /// visitor, which takes long to find that out. The visitor handles the other
  /// statements.
  bool TraverseStmt(clang::Stmt *S) {
    // These are the most frequent expressions.
    while (S) {
      if (auto *Cast = llvm::dyn_cast<clang::ImplicitCastExpr>(S))
        S = Cast->getSubExpr();
      else if (auto *Around = llvm::dyn_cast<clang::ParenExpr>(S))
        S = Around->getSubExpr();
      else
        break;
    }
    if (!S)
      return true;
    if (!lookAt(S))
      return RecursiveASTVisitor::TraverseStmt(S);
    for (clang::Stmt *Child : S->children())
      TraverseStmt(Child);
    return true;
  }

  // Default arguments may contain calls with default arguments.
  bool TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr *E) {
    return !Defaults.insert(E->getParam()).second || TraverseStmt(E->getExpr());
  }
  bool TraverseCXXDefaultInitExpr(clang::CXXDefaultInitExpr *E) {
    return !Defaults.insert(E->getField()).second || TraverseStmt(E->getExpr());
  }

  // Types call nothing.
  bool TraverseType(clang::QualType, bool = true) { return true; }
  bool TraverseTypeLoc(clang::TypeLoc, bool = true) { return true; }

  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext())
      Found.Nested.push_back(F);
    return true;
  }

  // A function that is only named may be called through its name: as an
  // argument of a template, or as a callback.
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) {
    add(llvm::dyn_cast<clang::FunctionDecl>(E->getDecl()));
    // The functions in a table may be called, too.
    const auto *V = llvm::dyn_cast<clang::VarDecl>(E->getDecl());
    if (V && V->hasGlobalStorage() && Tables.insert(V).second)
      if (const clang::Expr *Init = V->getAnyInitializer();
          Init && !Init->isValueDependent())
        TraverseStmt(const_cast<clang::Expr *>(Init));
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *E) {
    add(llvm::dyn_cast<clang::FunctionDecl>(E->getMemberDecl()));
    return true;
  }
  // An error in an argument leaves the name of the callee unresolved.
  bool VisitOverloadExpr(clang::OverloadExpr *E) {
    for (const clang::NamedDecl *D : E->decls())
      if (D->getASTContext().getDiagnostics().hasErrorOccurred())
        add(D->getUnderlyingDecl()->getAsFunction());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) {
    add(E->getConstructor());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr *E) {
    add(E->getTemporary()->getDestructor());
    addOwned(E->getTemporary()->getDestructor()->getParent());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *D) {
    addDestructor(D->getType());
    return true;
  }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *E) {
    addDestructor(E->getDestroyedType());
    return true;
  }
  void addDestructor(clang::QualType T) {
    if (T.isNull())
      return;
    const clang::CXXRecordDecl *Class =
        T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition())
      add(Class->getDestructor());
    addOwned(Class);
  }

private:
  void add(const clang::FunctionDecl *F) {
    if (F)
      Found.Callees.push_back(F);
  }

  /// Adds the functions that make and destroy the object of a smart pointer or
  /// an optional: the library calls them.
  void addOwned(const clang::CXXRecordDecl *Owner) {
    const auto *Class =
        llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(Owner);
    const HostValue Type = Decls.libraryType(Class);
    if (Type != HostValue::UniqueOwner && Type != HostValue::SharedOwner &&
        Type != HostValue::Optional)
      return;
    for (const clang::TemplateArgument &A :
         Class->getTemplateArgs().asArray()) {
      const clang::CXXRecordDecl *Owned =
          A.getKind() == clang::TemplateArgument::Type
              ? A.getAsType()->getAsCXXRecordDecl()
              : nullptr;
      if (!Owned || !Owned->hasDefinition() || Owned->isInStdNamespace())
        continue;
      add(Owned->getDestructor());
      for (const clang::CXXConstructorDecl *Ctor : Owned->ctors())
        add(Ctor);
      // The class may be a deleter.
      for (const clang::CXXMethodDecl *Method : Owned->methods())
        if (Method->getOverloadedOperator() == clang::OO_Call)
          add(Method);
    }
  }

  /// Scans \p S if it consists only of its children. \returns whether it does.
  bool lookAt(clang::Stmt *S) {
    switch (S->getStmtClass()) {
    case clang::Stmt::CompoundStmtClass:
    case clang::Stmt::IfStmtClass:
    case clang::Stmt::ForStmtClass:
    case clang::Stmt::CXXForRangeStmtClass:
    case clang::Stmt::WhileStmtClass:
    case clang::Stmt::DoStmtClass:
    case clang::Stmt::SwitchStmtClass:
    case clang::Stmt::CaseStmtClass:
    case clang::Stmt::DefaultStmtClass:
    case clang::Stmt::BreakStmtClass:
    case clang::Stmt::ContinueStmtClass:
    case clang::Stmt::ReturnStmtClass:
    case clang::Stmt::NullStmtClass:
    case clang::Stmt::IntegerLiteralClass:
    case clang::Stmt::FloatingLiteralClass:
    case clang::Stmt::StringLiteralClass:
    case clang::Stmt::CharacterLiteralClass:
    case clang::Stmt::CXXBoolLiteralExprClass:
    case clang::Stmt::CXXNullPtrLiteralExprClass:
    case clang::Stmt::CXXThisExprClass:
    case clang::Stmt::PredefinedExprClass:
    case clang::Stmt::UnaryExprOrTypeTraitExprClass:
    case clang::Stmt::SubstNonTypeTemplateParmExprClass:
    case clang::Stmt::CStyleCastExprClass:
    case clang::Stmt::CXXStaticCastExprClass:
    case clang::Stmt::CXXReinterpretCastExprClass:
    case clang::Stmt::CXXConstCastExprClass:
    case clang::Stmt::CXXFunctionalCastExprClass:
    case clang::Stmt::UnaryOperatorClass:
    case clang::Stmt::BinaryOperatorClass:
    case clang::Stmt::CompoundAssignOperatorClass:
    case clang::Stmt::ConditionalOperatorClass:
    case clang::Stmt::ArraySubscriptExprClass:
    case clang::Stmt::CallExprClass:
    case clang::Stmt::CXXMemberCallExprClass:
    case clang::Stmt::CXXOperatorCallExprClass:
    case clang::Stmt::CUDAKernelCallExprClass:
    case clang::Stmt::CXXNewExprClass:
    case clang::Stmt::CXXThrowExprClass:
    case clang::Stmt::MaterializeTemporaryExprClass:
    case clang::Stmt::ExprWithCleanupsClass:
    case clang::Stmt::ConstantExprClass:
      return true;
    case clang::Stmt::InitListExprClass: // It may have a second form.
      return llvm::cast<clang::InitListExpr>(S)->isSemanticForm() &&
             llvm::cast<clang::InitListExpr>(S)->isSyntacticForm();
    case clang::Stmt::DeclStmtClass:
      return lookAt(llvm::cast<clang::DeclStmt>(S));
    case clang::Stmt::DeclRefExprClass:
      return !llvm::cast<clang::DeclRefExpr>(S)->hasExplicitTemplateArgs() &&
             VisitDeclRefExpr(llvm::cast<clang::DeclRefExpr>(S));
    case clang::Stmt::MemberExprClass:
      return !llvm::cast<clang::MemberExpr>(S)->hasExplicitTemplateArgs() &&
             VisitMemberExpr(llvm::cast<clang::MemberExpr>(S));
    case clang::Stmt::CXXConstructExprClass:
    case clang::Stmt::CXXTemporaryObjectExprClass:
      return VisitCXXConstructExpr(llvm::cast<clang::CXXConstructExpr>(S));
    case clang::Stmt::CXXBindTemporaryExprClass:
      return VisitCXXBindTemporaryExpr(
          llvm::cast<clang::CXXBindTemporaryExpr>(S));
    default:
      return false;
    }
  }

  /// Scans a statement that declares only variables: its children are their
  /// initializers.
  bool lookAt(clang::DeclStmt *S) {
    if (!llvm::all_of(S->decls(), [](const clang::Decl *D) {
          return D->getKind() == clang::Decl::Var && !D->hasAttrs();
        }))
      return false;
    for (clang::Decl *D : S->decls())
      VisitVarDecl(llvm::cast<clang::VarDecl>(D));
    return true;
  }

  CalledFunctions &Found;
  DeclQueries &Decls;
  /// Parameters and fields whose initializers were scanned.
  llvm::DenseSet<const clang::Decl *> Defaults;
  llvm::DenseSet<const clang::VarDecl *> Tables;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_CALLEECOLLECTOR_H
