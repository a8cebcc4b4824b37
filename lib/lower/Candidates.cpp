//===- Candidates.cpp - Functions worth analysing -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "CalleeCollector.h"
#include "Lowering.h"
#include "UserCode.h"
#include "Virtual.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether a call of \p Row may be the second half of what another function has
/// begun: it waits for an event, on the host or on a stream.
static bool continuesSomething(const ApiRow &Row) {
  return waitsForEvent(Row) || Row.Eff == Effect::WaitEvent;
}

namespace {

class CandidateFinder {
public:
  /// \p Releases are the functions of APIs that release memory. \p Ask, if it
  /// is not null, is asked about every function.
  CandidateFinder(const SourceManager &SM,
                  llvm::DenseSet<const FunctionDecl *> Starts,
                  llvm::DenseSet<const FunctionDecl *> Releases,
                  const KnowledgeBase *Ask, const OverriderMap &Overriders,
                  DeclQueries &Decls)
      : System(SM), Starts(std::move(Starts)), Releases(std::move(Releases)),
        Ask(Ask), Overriders(Overriders), Decls(Decls) {}

  void add(const FunctionDecl *Def) {
    if (!Seen.insert(Def).second)
      return;
    if (!takesClosure(Def)) {
      Analysable.push_back(Def);
      if (reaches(Def) || mayReplaceMemory(Def))
        Candidates.push_back(Def);
    }
    for (const FunctionDecl *F : body(Def).Nested)
      if (!isDeviceOnly(F))
        add(F);
  }

  /// Notes a variable outside of functions, before the first function is added.
  void addVariable(const VarDecl *V) {
    const QualType T = V->getType();
    KeepsGraphOutside |=
        Decls.handleRole(T) == Role::Exec ||
        keepsGraph(T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl());
  }

  /// Adds the functions in the initializer of a variable or field.
  void addIn(const Expr *Init) {
    CalledFunctions Found;
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

  /// Whether an object of \p Class keeps an executable graph.
  bool keepsGraph(const CXXRecordDecl *Class, unsigned Depth = 2) {
    if (!Class || !Class->hasDefinition() || !Depth)
      return false;
    return llvm::any_of(
               Class->getDefinition()->fields(),
               [&](const FieldDecl *Field) {
                 const QualType T = Field->getType();
                 return Decls.handleRole(T) == Role::Exec ||
                        keepsGraph(
                            T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl(),
                            Depth - 1);
               }) ||
           llvm::any_of(Class->getDefinition()->bases(),
                        [&](const CXXBaseSpecifier &Base) {
                          return keepsGraph(
                              Base.getType()->getAsCXXRecordDecl(), Depth - 1);
                        });
  }

  /// Whether \p F, or what it calls down to \p Depth, releases memory.
  bool mayRelease(const FunctionDecl *F, unsigned Depth) {
    if (Releases.count(F->getCanonicalDecl()))
      return true;
    const FunctionDecl *Def = Depth ? look(F).Def : nullptr;
    return Def && llvm::any_of(body(Def).Callees, [&](const FunctionDecl *By) {
             return mayRelease(By, Depth - 1);
           });
  }

  /// Whether \p F may replace memory that a graph uses which its object, or a
  /// variable outside of functions, keeps.
  bool mayReplaceMemory(const FunctionDecl *F) {
    if (Releases.empty() || isa<CXXConstructorDecl, CXXDestructorDecl>(F))
      return false;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    const bool Keeps = Method && !Method->isStatic() && !Method->isConst() &&
                       keepsGraph(Method->getParent());
    return (Keeps || KeepsGraphOutside) && mayRelease(F, MaxReleaseDepth);
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
    return Found &&
           (startsSomething(*Found.Row) || Found.Row->Eff == Effect::WaitEvent);
  }

  const CalledFunctions &body(const FunctionDecl *Def) {
    std::unique_ptr<CalledFunctions> &Known = Bodies[Def];
    if (Known)
      return *Known;
    Known = std::make_unique<CalledFunctions>();
    const CalledFunctions &Found = *Known;
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

  static constexpr unsigned MaxReleaseDepth = 4;
  SystemHeaders System;
  llvm::DenseSet<const FunctionDecl *> Starts, Releases;
  /// Whether a variable outside of functions keeps an executable graph.
  bool KeepsGraphOutside = false;
  const KnowledgeBase *Ask;
  const OverriderMap &Overriders;
  DeclQueries &Decls;
  /// The bodies are on the heap, so that they stay where they are when others
  /// are added.
  llvm::DenseMap<const FunctionDecl *, std::unique_ptr<CalledFunctions>> Bodies;
  llvm::DenseMap<const FunctionDecl *, Callee> Looked;
  /// The results of reaches(), by definition.
  llvm::DenseMap<const FunctionDecl *, bool> Memo;
  llvm::DenseSet<const FunctionDecl *> Seen;
};

} // namespace

std::vector<const FunctionDecl *>
lower::findCandidates(ASTContext &Ctx, const KnowledgeBase &KB,
                      std::vector<const FunctionDecl *> *Starters,
                      std::vector<const FunctionDecl *> *Analysable,
                      bool Possible) {
  llvm::DenseSet<const FunctionDecl *> Starts, Releases;
  const TranslationUnitDecl *TU = Ctx.getTranslationUnitDecl();
  const Identifiers Names(Ctx);
  auto AddTo = [&](llvm::DenseSet<const FunctionDecl *> &Found,
                   StringRef Name) {
    const IdentifierInfo *Id = Names.find(Name);
    if (!Id)
      return;
    for (const NamedDecl *D : TU->lookup(Id)) {
      const FunctionDecl *F = D->getAsFunction();
      // A call with an error in an argument is no reference of its callee.
      if (F && (isUsed(F) || Ctx.getDiagnostics().hasErrorOccurred()))
        Found.insert(F->getCanonicalDecl());
      if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
        for (const FunctionDecl *S : Template->specializations())
          Found.insert(S->getCanonicalDecl());
    }
  };
  auto AddNamed = [&](StringRef Name) { AddTo(Starts, Name); };
  for (const ApiRow &Row : KB.rows())
    if (startsSomething(Row))
      KB.spellings(Row, AddNamed);
  // What another function records, a function that only waits may find; and it
  // may join what another function has forked.
  if (!Starts.empty())
    for (const ApiRow &Row : KB.rows())
      if (continuesSomething(Row))
        KB.spellings(Row, AddNamed);
  // What a graph uses, another function may release.
  if (Possible && !Starts.empty())
    for (const ApiRow &Row : KB.rows())
      if (releasesMemory(Row))
        KB.spellings(Row, [&](StringRef Name) { AddTo(Releases, Name); });
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
  std::vector<const VarDecl *> Variables;
  OverriderMap Overriders;
  forEachDefinition(
      Ctx,
      [&](const FunctionDecl *F) {
        All.push_back({F, nullptr});
        addOverrider(F, Overriders);
      },
      [&](const Expr *Init) { All.push_back({nullptr, Init}); },
      [&](const VarDecl *V) { Variables.push_back(V); });
  DeclQueries Decls(Ctx, KB);
  const bool MayReplace = !Releases.empty();
  if (MayReplace)
    Decls.collectHandleTypes();
  CandidateFinder Finder(Ctx.getSourceManager(), std::move(Starts),
                         std::move(Releases), Ask ? &KB : nullptr, Overriders,
                         Decls);
  if (MayReplace)
    for (const VarDecl *V : Variables)
      Finder.addVariable(V);
  for (const Code &C : All)
    C.F ? Finder.add(C.F) : Finder.addIn(C.Init);
  if (Starters)
    *Starters = Finder.starters();
  if (Analysable)
    *Analysable = std::move(Finder.Analysable);
  return std::move(Finder.Candidates);
}
