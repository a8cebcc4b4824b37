//===- Candidates.cpp - Functions worth analysing -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "Lowering.h"
#include "UserCode.h"
#include "Virtual.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {

/// The functions that are found in a body.
struct Body {
  /// The functions that the body may call, judging by its text: callees,
  /// constructors, and destructors of the objects that it declares.
  std::vector<const FunctionDecl *> Callees;
  /// The functions of lambdas and local classes.
  std::vector<const FunctionDecl *> Nested;
};

/// Fills in a Body.
class CalleeCollector : public RecursiveASTVisitor<CalleeCollector> {
public:
  CalleeCollector(Body &Found, DeclQueries &Decls)
      : Found(Found), Decls(Decls) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return true; }
  /// Handles most statements, which consist only of their children, without the
  /// visitor, which takes long to find that out. The visitor handles the other
  /// statements.
  bool TraverseStmt(Stmt *S) {
    // These are the most frequent expressions.
    while (S) {
      if (auto *Cast = dyn_cast<ImplicitCastExpr>(S))
        S = Cast->getSubExpr();
      else if (auto *Around = dyn_cast<ParenExpr>(S))
        S = Around->getSubExpr();
      else
        break;
    }
    if (!S)
      return true;
    if (!lookAt(S))
      return RecursiveASTVisitor::TraverseStmt(S);
    for (Stmt *Child : S->children())
      TraverseStmt(Child);
    return true;
  }

  // Default arguments may contain calls with default arguments.
  bool TraverseCXXDefaultArgExpr(CXXDefaultArgExpr *E) {
    return !Defaults.insert(E->getParam()).second || TraverseStmt(E->getExpr());
  }
  bool TraverseCXXDefaultInitExpr(CXXDefaultInitExpr *E) {
    return !Defaults.insert(E->getField()).second || TraverseStmt(E->getExpr());
  }

  // Types call nothing.
  bool TraverseType(QualType, bool = true) { return true; }
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext())
      Found.Nested.push_back(F);
    return true;
  }

  // A function that is only named may be called through its name: as an
  // argument of a template, or as a callback.
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    add(dyn_cast<FunctionDecl>(E->getDecl()));
    // The functions in a table may be called, too.
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && V->hasGlobalStorage() && Tables.insert(V).second)
      if (const Expr *Init = V->getAnyInitializer();
          Init && !Init->isValueDependent())
        TraverseStmt(const_cast<Expr *>(Init));
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    add(dyn_cast<FunctionDecl>(E->getMemberDecl()));
    return true;
  }
  // An error in an argument leaves the name of the callee unresolved.
  bool VisitOverloadExpr(OverloadExpr *E) {
    for (const NamedDecl *D : E->decls())
      if (D->getASTContext().getDiagnostics().hasErrorOccurred())
        add(D->getUnderlyingDecl()->getAsFunction());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    add(E->getConstructor());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) {
    add(E->getTemporary()->getDestructor());
    addOwned(E->getTemporary()->getDestructor()->getParent());
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    addDestructor(D->getType());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    addDestructor(E->getDestroyedType());
    return true;
  }
  void addDestructor(QualType T) {
    if (T.isNull())
      return;
    const CXXRecordDecl *Class =
        T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition())
      add(Class->getDestructor());
    addOwned(Class);
  }

private:
  void add(const FunctionDecl *F) {
    if (F)
      Found.Callees.push_back(F);
  }

  /// Adds the functions that make and destroy the object of a smart pointer or
  /// an optional: the library calls them.
  void addOwned(const CXXRecordDecl *Owner) {
    const auto *Class =
        dyn_cast_or_null<ClassTemplateSpecializationDecl>(Owner);
    const HostValue Type = Decls.libraryType(Class);
    if (Type != HostValue::UniqueOwner && Type != HostValue::SharedOwner &&
        Type != HostValue::Optional)
      return;
    for (const TemplateArgument &A : Class->getTemplateArgs().asArray()) {
      const CXXRecordDecl *Owned = A.getKind() == TemplateArgument::Type
                                       ? A.getAsType()->getAsCXXRecordDecl()
                                       : nullptr;
      if (!Owned || !Owned->hasDefinition() || Owned->isInStdNamespace())
        continue;
      add(Owned->getDestructor());
      for (const CXXConstructorDecl *Ctor : Owned->ctors())
        add(Ctor);
      // The class may be a deleter.
      for (const CXXMethodDecl *Method : Owned->methods())
        if (Method->getOverloadedOperator() == OO_Call)
          add(Method);
    }
  }

  /// Scans \p S if it consists only of its children. \returns whether it does.
  bool lookAt(Stmt *S) {
    switch (S->getStmtClass()) {
    case Stmt::CompoundStmtClass:
    case Stmt::IfStmtClass:
    case Stmt::ForStmtClass:
    case Stmt::CXXForRangeStmtClass:
    case Stmt::WhileStmtClass:
    case Stmt::DoStmtClass:
    case Stmt::SwitchStmtClass:
    case Stmt::CaseStmtClass:
    case Stmt::DefaultStmtClass:
    case Stmt::BreakStmtClass:
    case Stmt::ContinueStmtClass:
    case Stmt::ReturnStmtClass:
    case Stmt::NullStmtClass:
    case Stmt::IntegerLiteralClass:
    case Stmt::FloatingLiteralClass:
    case Stmt::StringLiteralClass:
    case Stmt::CharacterLiteralClass:
    case Stmt::CXXBoolLiteralExprClass:
    case Stmt::CXXNullPtrLiteralExprClass:
    case Stmt::CXXThisExprClass:
    case Stmt::PredefinedExprClass:
    case Stmt::UnaryExprOrTypeTraitExprClass:
    case Stmt::SubstNonTypeTemplateParmExprClass:
    case Stmt::CStyleCastExprClass:
    case Stmt::CXXStaticCastExprClass:
    case Stmt::CXXReinterpretCastExprClass:
    case Stmt::CXXConstCastExprClass:
    case Stmt::CXXFunctionalCastExprClass:
    case Stmt::UnaryOperatorClass:
    case Stmt::BinaryOperatorClass:
    case Stmt::CompoundAssignOperatorClass:
    case Stmt::ConditionalOperatorClass:
    case Stmt::ArraySubscriptExprClass:
    case Stmt::CallExprClass:
    case Stmt::CXXMemberCallExprClass:
    case Stmt::CXXOperatorCallExprClass:
    case Stmt::CUDAKernelCallExprClass:
    case Stmt::CXXNewExprClass:
    case Stmt::CXXThrowExprClass:
    case Stmt::MaterializeTemporaryExprClass:
    case Stmt::ExprWithCleanupsClass:
    case Stmt::ConstantExprClass:
      return true;
    case Stmt::InitListExprClass: // It may have a second form.
      return cast<InitListExpr>(S)->isSemanticForm() &&
             cast<InitListExpr>(S)->isSyntacticForm();
    case Stmt::DeclStmtClass:
      return lookAt(cast<DeclStmt>(S));
    case Stmt::DeclRefExprClass:
      return !cast<DeclRefExpr>(S)->hasExplicitTemplateArgs() &&
             VisitDeclRefExpr(cast<DeclRefExpr>(S));
    case Stmt::MemberExprClass:
      return !cast<MemberExpr>(S)->hasExplicitTemplateArgs() &&
             VisitMemberExpr(cast<MemberExpr>(S));
    case Stmt::CXXConstructExprClass:
    case Stmt::CXXTemporaryObjectExprClass:
      return VisitCXXConstructExpr(cast<CXXConstructExpr>(S));
    case Stmt::CXXBindTemporaryExprClass:
      return VisitCXXBindTemporaryExpr(cast<CXXBindTemporaryExpr>(S));
    default:
      return false;
    }
  }

  /// Scans a statement that declares only variables: its children are their
  /// initializers.
  bool lookAt(DeclStmt *S) {
    if (!llvm::all_of(S->decls(), [](const Decl *D) {
          return D->getKind() == Decl::Var && !D->hasAttrs();
        }))
      return false;
    for (Decl *D : S->decls())
      VisitVarDecl(cast<VarDecl>(D));
    return true;
  }

  Body &Found;
  DeclQueries &Decls;
  /// Parameters and fields whose initializers were scanned.
  llvm::DenseSet<const Decl *> Defaults;
  llvm::DenseSet<const VarDecl *> Tables;
};

class CandidateFinder {
public:
  /// \p Ask, if it is not null, is asked about every function.
  CandidateFinder(const SourceManager &SM,
                  llvm::DenseSet<const FunctionDecl *> Starts,
                  const KnowledgeBase *Ask, const OverriderMap &Overriders,
                  DeclQueries &Decls)
      : System(SM), Starts(std::move(Starts)), Ask(Ask), Overriders(Overriders),
        Decls(Decls) {}

  void add(const FunctionDecl *Def) {
    if (!Seen.insert(Def).second)
      return;
    if (!takesClosure(Def)) {
      Analysable.push_back(Def);
      if (reaches(Def))
        Candidates.push_back(Def);
    }
    for (const FunctionDecl *F : body(Def).Nested)
      if (!isDeviceOnly(F))
        add(F);
  }

  /// Adds the functions in the initializer of a variable or field.
  void addIn(const Expr *Init) {
    Body Found;
    CalleeCollector(Found, Decls).TraverseStmt(const_cast<Expr *>(Init));
    for (const FunctionDecl *F : Found.Nested)
      add(F);
  }

  /// Returns those of the functions that start threads.
  std::vector<const FunctionDecl *> starters() {
    std::vector<const FunctionDecl *> Result;
    for (const FunctionDecl *F : Analysable)
      if (llvm::any_of(body(F).Callees, [&](const FunctionDecl *Callee) {
            return mayStartThread(Callee);
          }))
        Result.push_back(F);
    return Result;
  }

  std::vector<const FunctionDecl *> Candidates;
  std::vector<const FunctionDecl *> Analysable;

private:
  bool isThread(const CXXRecordDecl *Class) {
    return startsThread(Decls.libraryType(Class));
  }

  /// Whether \p Callee is a function of a library that may start a thread: it
  /// makes an object that stands for one, itself or in a container.
  bool mayStartThread(const FunctionDecl *Callee) {
    auto OfThreads = [&](const TemplateArgumentList *Args) {
      return Args && Args->size() &&
             Args->get(0).getKind() == TemplateArgument::Type &&
             isThread(Args->get(0).getAsType()->getAsCXXRecordDecl());
    };
    if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(Callee))
      return Ctor->getNumParams() && !Ctor->isCopyOrMoveConstructor() &&
             isThread(Ctor->getParent());
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee)) {
      const auto *Class =
          dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent());
      return Class && Class->isInStdNamespace() &&
             Method->isTemplateInstantiation() &&
             Method->getPrimaryTemplate() &&
             OfThreads(&Class->getTemplateArgs());
    }
    const HostValue What = Decls.libraryFunction(Callee);
    return startsThread(What) ||
           (What != HostValue::None &&
            OfThreads(Callee->getTemplateSpecializationArgs()));
  }

  /// Whether \p F is an instantiation for a lambda. Only the function that
  /// contains the lambda calls such an instantiation, and it is analysed from
  /// that function, where the lambda is known.
  static bool takesClosure(const FunctionDecl *F) {
    return F->isTemplateInstantiation() &&
           llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
             const CXXRecordDecl *Class =
                 P->getType().getNonReferenceType()->getAsCXXRecordDecl();
             return Class && Class->isLambda();
           });
  }

  /// Whether \p F reaches one of Starts. Functions on a call cycle may be
  /// missed while the cycle is being walked, but are found by their callers.
  bool reaches(const FunctionDecl *F) {
    const Callee Called = look(F);
    if (Called.IsStart || !Called.Def)
      return Called.IsStart;
    auto [It, New] = Memo.try_emplace(Called.Def, false);
    if (!New)
      return It->second;
    bool Reached =
        llvm::any_of(body(Called.Def).Callees, [&](const FunctionDecl *Callee) {
          const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
          return reaches(Callee) ||
                 (Method && Method->isVirtual() && overriderReaches(Method));
        });
    Memo[Called.Def] = Reached;
    return Reached;
  }

  struct Callee {
    bool IsStart = false;
    /// The definition; null if the function has no body to scan.
    const FunctionDecl *Def = nullptr;
  };
  Callee look(const FunctionDecl *F) {
    auto [It, New] = Looked.try_emplace(F);
    if (!New)
      return It->second;
    Callee Result;
    Result.IsStart = isStart(F);
    const FunctionDecl *Def = nullptr;
    if (!Result.IsStart && F->hasBody(Def) &&
        !System.contains(Def->getLocation()))
      Result.Def = Def;
    return It->second = Result;
  }

  bool isStart(const FunctionDecl *F) const {
    if (Starts.count(F->getCanonicalDecl()))
      return true;
    if (!Ask)
      return false;
    Lookup Found = findApi(*Ask, F);
    return Found && startsSomething(*Found.Row);
  }

  const Body &body(const FunctionDecl *Def) {
    std::unique_ptr<Body> &Known = Bodies[Def];
    if (Known)
      return *Known;
    Known = std::make_unique<Body>();
    const Body &Found = *Known;
    CalleeCollector Collector(*Known, Decls);
    Collector.TraverseStmt(Def->getBody());
    llvm::append_range(Known->Nested, droppedLambdas(Def));
    for (const ParmVarDecl *P : Def->parameters())
      if (P->hasDefaultArg() && !P->hasUninstantiatedDefaultArg() &&
          !P->hasUnparsedDefaultArg())
        Collector.TraverseStmt(const_cast<Expr *>(P->getDefaultArg()));
    if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(Def))
      for (const CXXCtorInitializer *I : Ctor->inits())
        Collector.TraverseStmt(I->getInit());
    if (const auto *Dtor = dyn_cast<CXXDestructorDecl>(Def))
      for (const FieldDecl *Field : Dtor->getParent()->fields())
        Collector.addDestructor(Field->getType());
    return Found;
  }

  /// Whether a virtual call may reach one of Starts.
  bool overriderReaches(const CXXMethodDecl *Method) {
    if (System.contains(Method->getLocation()))
      return false;
    auto It = Overriders.find(rootOf(Method));
    if (It == Overriders.end())
      return false;
    return llvm::any_of(It->second,
                        [&](const CXXMethodDecl *M) { return reaches(M); });
  }

  SystemHeaders System;
  llvm::DenseSet<const FunctionDecl *> Starts;
  const KnowledgeBase *Ask;
  const OverriderMap &Overriders;
  DeclQueries &Decls;
  /// The bodies are on the heap, so that they stay where they are when others
  /// are added.
  llvm::DenseMap<const FunctionDecl *, std::unique_ptr<Body>> Bodies;
  llvm::DenseMap<const FunctionDecl *, Callee> Looked;
  /// The results of reaches(), by definition.
  llvm::DenseMap<const FunctionDecl *, bool> Memo;
  llvm::DenseSet<const FunctionDecl *> Seen;
};

} // namespace

std::vector<const FunctionDecl *>
lower::findCandidates(ASTContext &Ctx, const KnowledgeBase &KB,
                      std::vector<const FunctionDecl *> *Starters,
                      std::vector<const FunctionDecl *> *Analysable) {
  llvm::DenseSet<const FunctionDecl *> Starts;
  const TranslationUnitDecl *TU = Ctx.getTranslationUnitDecl();
  const Identifiers Names(Ctx);
  auto AddNamed = [&](StringRef Name) {
    const IdentifierInfo *Id = Names.find(Name);
    if (!Id)
      return;
    for (const NamedDecl *D : TU->lookup(Id)) {
      const FunctionDecl *F = D->getAsFunction();
      // A call with an error in an argument is no reference of its callee.
      if (F && (isUsed(F) || Ctx.getDiagnostics().hasErrorOccurred()))
        Starts.insert(F->getCanonicalDecl());
      if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
        for (const FunctionDecl *S : Template->specializations())
          Starts.insert(S->getCanonicalDecl());
    }
  };
  for (const ApiRow &Row : KB.rows())
    if (startsSomething(Row))
      KB.spellings(Row, AddNamed);
  // What another function records, a function that only waits may find.
  if (!Starts.empty())
    for (const ApiRow &Row : KB.rows())
      if (waitsForEvent(Row))
        KB.spellings(Row, AddNamed);
  // To find a function that a row names with scopes or by a pattern, the
  // knowledge base is asked about every function.
  bool Ask = llvm::any_of(KB.rows(), [&](const ApiRow &Row) {
    return startsSomething(Row) &&
           llvm::any_of(Row.Names, [&](const ApiRow::Name &N) {
             StringRef Name = N.Spelling;
             return Name.find_first_of("*?(") != StringRef::npos ||
                    (Name.contains("::") && declares(Ctx, Names, Name));
           });
  });
  if (Starts.empty() && !Ask && !Analysable)
    return {};

  // The overriders must be known before the first function is scanned.
  struct Code {
    const FunctionDecl *F = nullptr;
    const Expr *Init = nullptr;
  };
  std::vector<Code> All;
  OverriderMap Overriders;
  forEachDefinition(
      Ctx,
      [&](const FunctionDecl *F) {
        All.push_back({F, nullptr});
        addOverrider(F, Overriders);
      },
      [&](const Expr *Init) { All.push_back({nullptr, Init}); });
  DeclQueries Decls(Ctx, KB);
  CandidateFinder Finder(Ctx.getSourceManager(), std::move(Starts),
                         Ask ? &KB : nullptr, Overriders, Decls);
  for (const Code &C : All)
    C.F ? Finder.add(C.F) : Finder.addIn(C.Init);
  if (Starters)
    *Starters = Finder.starters();
  if (Analysable)
    *Analysable = std::move(Finder.Analysable);
  return std::move(Finder.Candidates);
}
