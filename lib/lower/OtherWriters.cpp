//===- OtherWriters.cpp - Functions that write to what another asks -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherWriters.h"
#include "../analysis/CalleesOf.h"
#include "../ir/Walk.h"
#include "Counters.h"
#include "Lowering.h"
#include "Outlining.h"
#include "UserCode.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the field or global that \p E names, or is an element of; null if it
/// names none.
static const ValueDecl *storageOf(const Expr *E) {
  const ValueDecl *D = namedBy(E);
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  if (V)
    return V->hasGlobalStorage() ? V->getCanonicalDecl() : nullptr;
  return dyn_cast_or_null<FieldDecl>(D);
}

/// Whether the body of \p F, which the program writes itself, is seen.
static bool isSeen(const FunctionDecl *F) {
  return F->hasBody() &&
         !isSystemCode(*F, F->getASTContext().getSourceManager());
}

/// Calls \p Use with each expression whose value \p S may change. What is given
/// to a function of the program counts where that function changes it.
static void forEachWritten(const Stmt *S,
                           llvm::function_ref<void(const Expr *)> Use) {
  if (const auto *Assign = dyn_cast<BinaryOperator>(S)) {
    if (Assign->isAssignmentOp())
      Use(Assign->getLHS());
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    if (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf)
      Use(Unary->getSubExpr());
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    const bool IsOperator = isa<CXXOperatorCallExpr>(Call);
    if (Method && Method->isInstance() && !Method->isConst() && !isSeen(F)) {
      if (const auto *OnObject = dyn_cast<CXXMemberCallExpr>(Call))
        Use(OnObject->getImplicitObjectArgument());
      else if (IsOperator && Call->getNumArgs())
        Use(Call->getArg(0));
    }
    const unsigned First = IsOperator && Method && Method->isInstance() ? 1 : 0;
    for (unsigned P = 0;
         P < F->getNumParams() && First + P < Call->getNumArgs(); ++P) {
      const QualType T = F->getParamDecl(P)->getType();
      if (T->isLValueReferenceType() && !T->getPointeeType().isConstQualified())
        Use(Call->getArg(First + P));
    }
  }
}

/// Returns what the program has written for \p F: the instantiations of a
/// template are one function.
static const FunctionDecl *writtenAs(const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return (Pattern ? Pattern : F)->getCanonicalDecl();
}

void OtherWriters::findWriters() {
  Writers.emplace();
  forEachDefinition(
      L.context(),
      [&](const FunctionDecl *F) {
        if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
          return;
        visitStatements(F->getBody(), [&](const Stmt *S) {
          forEachWritten(S, [&](const Expr *To) {
            if (const ValueDecl *D = storageOf(To))
              (*Writers)[D].insert(writtenAs(F));
          });
        });
      },
      [](const Expr *) {});
}

void OtherWriters::add(ir::Function &F, const FunctionDecl *Def) {
  Reached &Does = Known[F.Name];
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      if (I.K == ir::Instruction::Api) {
        const Lookup Found = L.knowledge().lookup(I.Callee);
        Does.Begins |= Found && Found.Row->Eff == Effect::BeginCapture;
        Does.Launches |= Found && Found.Row->Eff == Effect::LaunchGraph;
      } else if (const ir::Name *Callee = analysis::certainCallee(I)) {
        const Reached There = Known.lookup(*Callee);
        Does.Begins |= There.Begins;
        Does.Launches |= There.Launches;
      }
    }
  if (!Does.Begins || !Does.Launches)
    return;
  llvm::StringSet<> Asked;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Own;
  std::vector<const FunctionDecl *> Bodies;
  analysis::anyCalledFrom(
      F, [&](llvm::StringRef Symbol) { return L.module().find(Symbol); },
      [&](const ir::Function &Called) {
        if (const FunctionDecl *Body =
                &Called == &F ? Def : L.declaration(Called)) {
          Bodies.push_back(Body);
          Own.insert(writtenAs(Body));
        }
        for (const ir::Block &B : Called.Blocks)
          if (B.Term.Value && B.Term.K != ir::Terminator::Return)
            ir::forEachRead(*B.Term.Value, [&](const ir::Operand &Read) {
              Asked.insert(ir::lastName(Read.Where));
            });
        return false;
      });
  if (!Writers)
    findWriters();
  auto IsSetElsewhere = [&](const ValueDecl *D) {
    return llvm::any_of(Writers->lookup(D), [&](const FunctionDecl *Writer) {
      return !Own.count(Writer);
    });
  };
  std::set<std::string> Names;
  for (const FunctionDecl *Body : Bodies)
    visitStatements(Body->getBody(), [&](const Stmt *S) {
      const auto *E = dyn_cast<Expr>(S);
      const ValueDecl *D = E ? storageOf(E) : nullptr;
      if (!D)
        return;
      // The field has this name in the IR.
      const auto *V = dyn_cast<VarDecl>(D);
      std::string Name =
          V ? L.globalName(V).str() : cast<FieldDecl>(D)->getNameAsString();
      if (Asked.contains(Name) && !Names.count(Name) && IsSetElsewhere(D))
        Names.insert(std::move(Name));
    });
  F.SetElsewhere.assign(Names.begin(), Names.end());
}
