//===- ContractFinder.cpp - The functions that are declared capturable ----===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the functions of a translation unit that an annotation, an option or
/// an entry point of a library makes capturable, and the problems of
/// annotations.
///
//===----------------------------------------------------------------------===//

#include "CapturableContracts.h"
#include "Lowering.h"
#include "UserCode.h"
#include "Virtual.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;
using llvm::formatv;

/// Returns the lambda that a variable is initialized with.
static const CXXMethodDecl *lambdaOf(const Decl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->hasInit() || V->isInvalidDecl())
    return nullptr;
  const CXXRecordDecl *Class = V->getType()->getAsCXXRecordDecl();
  return Class && Class->isLambda() ? Class->getLambdaCallOperator() : nullptr;
}

bool lower::namesConstant(const Stmt *S, StringRef Name) {
  // The initializers of variables form a graph, so each is visited once.
  llvm::SmallPtrSet<const VarDecl *, 16> Seen;
  llvm::SmallVector<const Stmt *, 32> Work{S};
  while (!Work.empty()) {
    const Stmt *Next = Work.pop_back_val();
    if (!Next)
      continue;
    llvm::append_range(Work, Next->children());
    const auto *Ref = dyn_cast<DeclRefExpr>(Next);
    if (!Ref)
      continue;
    const ValueDecl *D = Ref->getDecl();
    // The last name tells most of them apart at no cost.
    if (D->getIdentifier() && Name.ends_with(D->getName()) &&
        D->getQualifiedNameAsString() == Name)
      return true;
    if (const auto *V = dyn_cast<VarDecl>(D);
        V && V->hasGlobalStorage() && Seen.insert(V->getCanonicalDecl()).second)
      Work.push_back(V->getAnyInitializer());
  }
  return false;
}

/// Adds the functions among the arguments of a template.
static void functionsAmong(llvm::ArrayRef<TemplateArgument> Arguments,
                           std::vector<const FunctionDecl *> &Found) {
  for (const TemplateArgument &A : Arguments)
    if (A.getKind() == TemplateArgument::Pack)
      functionsAmong(A.getPackAsArray(), Found);
    else if (A.getKind() == TemplateArgument::Declaration)
      if (const auto *F = dyn_cast<FunctionDecl>(A.getAsDecl()))
        if (!llvm::is_contained(Found, F))
          Found.push_back(F);
}

/// Adds the functions that \p F or its class is instantiated with: a library
/// may pass on a function of the program in this form.
static void functionsWrappedBy(const FunctionDecl &F,
                               std::vector<const FunctionDecl *> &Found) {
  if (const TemplateArgumentList *List = F.getTemplateSpecializationArgs())
    functionsAmong(List->asArray(), Found);
  if (const auto *Class =
          dyn_cast<ClassTemplateSpecializationDecl>(F.getDeclContext()))
    functionsAmong(Class->getTemplateArgs().asArray(), Found);
}

/// \p Seen holds the variables whose initializers were visited.
static void functionsIn(const Stmt *S, std::vector<const FunctionDecl *> &Found,
                        llvm::SmallPtrSetImpl<const VarDecl *> &Seen) {
  if (!S)
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S)) {
    Found.push_back(L->getCallOperator());
    return;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl())) {
      Found.push_back(F);
      functionsWrappedBy(*F, Found);
    }
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && V->hasInit() && V->getType().isConstQualified() &&
        Seen.insert(V).second)
      functionsIn(V->getInit(), Found, Seen);
    if (const CXXMethodDecl *Call = lambdaOf(Ref->getDecl()))
      Found.push_back(Call);
    return;
  }
  // The function may be an argument of a template. In the pattern of a
  // template, an expression may have no type.
  if (const auto *E = dyn_cast<Expr>(S); E && !E->getType().isNull())
    if (const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
            E->getType()->getAsCXXRecordDecl()))
      functionsAmong(Class->getTemplateArgs().asArray(), Found);
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    // The call may convert a lambda to a pointer.
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
        Member && isa_and_nonnull<CXXConversionDecl>(Member->getMethodDecl()))
      functionsIn(Member->getImplicitObjectArgument(), Found, Seen);
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      functionsWrappedBy(*Callee, Found);
    for (const Expr *A : Call->arguments())
      functionsIn(A, Found, Seen);
    return;
  }
  for (const Stmt *Child : S->children())
    functionsIn(Child, Found, Seen);
}

void lower::functionsIn(const Stmt *S,
                        std::vector<const FunctionDecl *> &Found) {
  llvm::SmallPtrSet<const VarDecl *, 16> Seen;
  ::functionsIn(S, Found, Seen);
}

/// Returns the class of \p Method; the same one for all instantiations of a
/// template.
static const CXXRecordDecl *overridingClass(const CXXMethodDecl &Method) {
  const CXXRecordDecl *Class = Method.getParent();
  if (const CXXRecordDecl *Pattern = Class->getTemplateInstantiationPattern())
    Class = Pattern;
  return Class->getCanonicalDecl();
}

namespace cuda_capture::lower {
class ContractFinder : public RecursiveASTVisitor<ContractFinder> {
public:
  explicit ContractFinder(CapturableContracts &P)
      : P(P), SM(P.Ctx.getSourceManager()) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (D && isSystemCode(*D, SM))
      return true;
    return RecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitDecl(Decl *D) {
    // An instantiation has the attributes of its template.
    std::optional<CapturableContract> First;
    for (const auto *A : D->specific_attrs<AnnotateAttr>()) {
      if (A->isInherited())
        continue;
      std::string Wrong;
      std::optional<CapturableContract> Meant = P.meaning(*A, &Wrong);
      if (Meant && First && First->K != Meant->K)
        Wrong = "a function cannot be capturable and not capturable";
      if (Meant && !D->getAsFunction() && !lambdaOf(D))
        Wrong = formatv("annotation '{0}' has no effect on what is no function",
                        A->getAnnotation());
      if (Meant && !First)
        First = Meant;
      if (!Wrong.empty() && Seen.insert(A->getLocation()).second)
        P.Problems.push_back({A->getLocation(), Wrong});
    }
    if (const CXXMethodDecl *Call = First ? lambdaOf(D) : nullptr)
      P.Special[Call->getCanonicalDecl()] = *First;
    if (auto *F = dyn_cast<FunctionDecl>(D);
        F && F->isThisDeclarationADefinition() && F->hasBody() &&
        !F->isDependentContext())
      Defined.push_back(F);
    return true;
  }

  bool VisitCXXMethodDecl(CXXMethodDecl *D) {
    if (P.Opts.Audit && D->size_overridden_methods() &&
        !isa<CXXDestructorDecl>(D))
      P.Overriding[rootOf(D)].insert(overridingClass(*D));
    if (D->isThisDeclarationADefinition() &&
        (D->size_overridden_methods() || D->isStatic()))
      for (const EntryPoint *E : Points)
        if (E->K == EntryPoint::Overrides && overrides(D, *E))
          add(D, *E,
              formatv("overrides '{0}', which may be called while a stream is "
                      "captured",
                      E->Name));
    return true;
  }

  /// A specialization of a system template that a class derives from is made
  /// for that class.
  bool VisitCXXRecordDecl(CXXRecordDecl *D) {
    if (Points.empty() || !D->isThisDeclarationADefinition() ||
        D->isDependentContext())
      return true;
    for (const CXXBaseSpecifier &Base : D->bases())
      if (auto *Made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
              Base.getType()->getAsCXXRecordDecl());
          Made && SM.isInSystemHeader(Made->getLocation()))
        for (CXXMethodDecl *Method : Made->methods())
          if (Method->doesThisDeclarationHaveABody())
            TraverseStmt(Method->getBody());
    return true;
  }

  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee =
        Points.empty() ? nullptr : E->getDirectCallee();
    if (!Callee)
      return true;
    std::string Name;
    for (const EntryPoint *P : Points) {
      if (P->K != EntryPoint::PassedTo || P->Argument >= E->getNumArgs())
        continue;
      if (Name.empty())
        Name = Lowering::apiName(Callee);
      if (!P->isNamed(Name) || (!P->If.empty() && !namesConstant(E, P->If)))
        continue;
      addFunctionsIn(E->getArg(P->Argument), *P,
                     formatv("is handed to '{0}', whose library may call it "
                             "while a stream is captured",
                             P->Name));
    }
    return true;
  }

  bool VisitInitListExpr(InitListExpr *E) {
    const auto *Class = Points.empty() || E->getType().isNull()
                            ? nullptr
                            : E->getType()->getAsRecordDecl();
    if (!Class)
      return true;
    if (const InitListExpr *Semantic = E->getSemanticForm())
      E = const_cast<InitListExpr *>(Semantic);
    unsigned Index = 0;
    for (const FieldDecl *Field : Class->fields()) {
      if (Index >= E->getNumInits())
        break;
      stored(Class, Field, E->getInit(Index++));
    }
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *E) {
    if (Points.empty() || !E->isAssignmentOp())
      return true;
    if (const auto *Member =
            dyn_cast<MemberExpr>(E->getLHS()->IgnoreParenImpCasts()))
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
        stored(Field->getParent(), Field, E->getRHS());
    return true;
  }

  bool VisitLambdaExpr(LambdaExpr *E) {
    if (FunctionDecl *F = E->getCallOperator(); !F->isDependentContext())
      Defined.push_back(F);
    return true;
  }

  std::vector<const FunctionDecl *> Defined;
  std::vector<const EntryPoint *> Points;

private:
  /// Whether \p D overrides the method that \p E names. A static function
  /// overrides one of a template that its class derives from: the template
  /// calls it by its name.
  static bool overrides(const CXXMethodDecl *D, const EntryPoint &E) {
    if (D->isStatic())
      return D->getIdentifier() &&
             llvm::any_of(
                 D->getParent()->bases(), [&](const CXXBaseSpecifier &Base) {
                   const auto *Of =
                       dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                           Base.getType()->getAsCXXRecordDecl());
                   return Of && E.isNamed(Of->getQualifiedNameAsString() +
                                          "::" + D->getName().str());
                 });
    llvm::SmallSetVector<const CXXMethodDecl *, 8> Overridden;
    for (const CXXMethodDecl *M : D->overridden_methods())
      Overridden.insert(M);
    for (size_t I = 0; I < Overridden.size(); ++I) {
      if (E.isNamed(Lowering::apiName(Overridden[I])))
        return true;
      for (const CXXMethodDecl *M : Overridden[I]->overridden_methods())
        Overridden.insert(M);
    }
    return false;
  }

  void stored(const RecordDecl *Class, const FieldDecl *Field, const Expr *E) {
    for (const EntryPoint *P : Points) {
      if (P->K != EntryPoint::StoredIn ||
          !llvm::is_contained(P->Fields, Field->getName()) ||
          !P->isNamed(Class->getQualifiedNameAsString()))
        continue;
      addFunctionsIn(
          E, *P,
          formatv("is stored in '{0}::{1}', whose library may call it {2}"
                  "while a stream is captured",
                  Class->getQualifiedNameAsString(), Field->getName(),
                  P->InOwnThread ? "in a thread of its own " : ""));
    }
  }

  /// Whether \p T is the class \p Name, a reference or pointer to it, or a
  /// template of it.
  static bool holds(QualType T, StringRef Name) {
    T = T.getNonReferenceType();
    if (T->isPointerType())
      T = T->getPointeeType();
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    if (!Class)
      return false;
    if (Class->getQualifiedNameAsString() == Name)
      return true;
    const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    return Made &&
           llvm::any_of(Made->getTemplateArgs().asArray(),
                        [&](const TemplateArgument &A) {
                          return A.getKind() == TemplateArgument::Type &&
                                 holds(A.getAsType(), Name);
                        });
  }

  /// Records that the functions that \p Given may stand for are entry points
  /// \p As.
  void addFunctionsIn(const Expr *Given, const EntryPoint &As,
                      const std::string &Why) {
    std::vector<const FunctionDecl *> Found;
    functionsIn(Given, Found);
    for (const FunctionDecl *F : Found)
      if (As.Takes.empty() ||
          llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
            return holds(P->getType(), As.Takes);
          }))
        add(F, As, Why);
  }

  /// Returns the callee of a function that only passes its arguments on, as do
  /// the classes by which C++ programs derive from tables of C. Returns \p F
  /// itself if it is not such a function.
  static const FunctionDecl *meantBy(const FunctionDecl *F) {
    const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
    if (!Body || Body->size() != 1)
      return F;
    const Stmt *Only = Body->body_front();
    if (const auto *Return = dyn_cast<ReturnStmt>(Only))
      Only = Return->getRetValue();
    const auto *E = dyn_cast_or_null<Expr>(Only);
    const auto *Call =
        E ? dyn_cast<CXXMemberCallExpr>(E->IgnoreImplicit()) : nullptr;
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    const FunctionDecl *Def = nullptr;
    return Callee && Callee->hasBody(Def) &&
                   llvm::all_of(Call->arguments(),
                                [](const Expr *A) {
                                  return isa<DeclRefExpr>(
                                      A->IgnoreImplicit()->IgnoreParenCasts());
                                })
               ? Def
               : F;
  }

  void add(const FunctionDecl *F, const EntryPoint &E, std::string Why) {
    if (E.K == EntryPoint::StoredIn)
      F = meantBy(F);
    if (!P.isSelected(E)) {
      // A library that calls the function itself counts more than one that lets
      // others call it.
      const EntryPoint *&Known = P.Others[F->getCanonicalDecl()];
      if (!Known || Known->Captured == EntryPoint::Decision::Caller)
        Known = &E;
      return;
    }
    CapturableContract Made;
    Made.K = CapturableContract::Capturable;
    Made.Mode = E.Mode ? *E.Mode : P.Opts.Mode;
    Made.Why = std::move(Why);
    Made.Beside = E.InOwnThread;
    Made.Library = E.Library;
    Made.At = F->getLocation();
    P.Special.try_emplace(F->getCanonicalDecl(), std::move(Made));
  }

  CapturableContracts &P;
  const SourceManager &SM;
  std::set<SourceLocation> Seen;
};
} // namespace cuda_capture::lower

CapturableContracts::CapturableContracts(ASTContext &Ctx,
                                         const KnowledgeBase &KB,
                                         CapturableOptions Options)
    : Ctx(Ctx), Opts(std::move(Options)) {
  // The annotations matter only where the name of the attribute is in use.
  const Identifiers Names(Ctx);
  auto IsInUse = [&](StringRef Name) {
    return Name.contains('*') || Names.find(Name);
  };
  AnyAnnotation = IsInUse("annotate");
  ContractFinder Finder(*this);
  for (const EntryPoint &E : KB.entryPoints()) {
    llvm::SmallVector<StringRef, 4> Scopes;
    StringRef(E.Name).split(Scopes, "::");
    if ((Opts.Audit || isSelected(E)) && llvm::all_of(Scopes, IsInUse))
      Finder.Points.push_back(&E);
  }
  if (!AnyAnnotation && Opts.Functions.empty() && Finder.Points.empty() &&
      !Opts.Audit)
    return;
  Finder.TraverseAST(Ctx);
  llvm::DenseSet<const FunctionDecl *> Seen;
  for (const FunctionDecl *F : Finder.Defined)
    if (of(F).K == CapturableContract::Capturable &&
        Seen.insert(F->getCanonicalDecl()).second)
      Found.push_back(F);
}
