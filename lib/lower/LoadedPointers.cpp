//===- LoadedPointers.cpp - Functions that are loaded by name -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedPointers.h"
#include "Outlining.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the first declaration of \p D if it is a pointer, and null if it is
/// anything else or a parameter, which each call sets.
static const ValueDecl *ifPointer(const ValueDecl *D) {
  return D && isa<VarDecl, FieldDecl>(D) && !isa<ParmVarDecl>(D) &&
                 !D->getType().isNull() && D->getType()->isPointerType()
             ? cast<ValueDecl>(D->getCanonicalDecl())
             : nullptr;
}

const ValueDecl *lower::pointerVariable(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return ifPointer(Ref->getDecl());
  const auto *Member = dyn_cast<MemberExpr>(E);
  return ifPointer(Member ? Member->getMemberDecl() : nullptr);
}

namespace {
/// Collects what is written to pointers.
class PointerWrites {
public:
  explicit PointerWrites(llvm::function_ref<bool(StringRef)> IsApi)
      : IsApi(IsApi) {}

  void in(const FunctionDecl *F) {
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Init : Made->inits()) {
        if (Init->isAnyMemberInitializer())
          write(ifPointer(Init->getAnyMember()), Init->getInit());
        in(Init->getInit());
      }
    in(F->getBody());
  }

  void in(const Stmt *Code) {
    visitStatements(Code, [&](const Stmt *S) { statement(S); });
  }

  LoadedPointers take() {
    llvm::SmallVector<const ValueDecl *, 16> All;
    for (const auto &[To, Sources] : Written)
      All.push_back(To);
    for (const ValueDecl *To : All)
      if (const Expr *First = firstValueOf(To))
        write(To, First);
    LoadedPointers Result;
    for (const ValueDecl *To : All) {
      llvm::SmallPtrSet<const ValueDecl *, 8> Seen;
      StringRef Name;
      if (onlyName(To, Name, Seen) && !Name.empty())
        Result[To] = Name;
    }
    return Result;
  }

private:
  /// What is written to a pointer: a name, another variable, or anything.
  struct Source {
    StringRef Name;
    const ValueDecl *From = nullptr;
  };

  /// Returns the pointer whose address \p E is, whatever it is cast to.
  static const ValueDecl *addressed(const Expr *E) {
    const auto *Address = dyn_cast<UnaryOperator>(E->IgnoreParenCasts());
    return Address && Address->getOpcode() == UO_AddrOf
               ? pointerVariable(Address->getSubExpr())
               : nullptr;
  }

  /// Returns the initializer of a variable that is no local one, or of a field.
  static const Expr *firstValueOf(const ValueDecl *D) {
    if (const auto *Field = dyn_cast<FieldDecl>(D))
      return Field->getInClassInitializer();
    const auto *V = dyn_cast<VarDecl>(D);
    return V && !V->isLocalVarDecl() ? V->getAnyInitializer() : nullptr;
  }

  void statement(const Stmt *S) {
    if (const auto *Assigned = dyn_cast<BinaryOperator>(S);
        Assigned && Assigned->getOpcode() == BO_Assign) {
      const Expr *To = Assigned->getLHS()->IgnoreParenCasts();
      // POSIX writes "*(void **)(&pointer) = dlsym(...)".
      const auto *Deref = dyn_cast<UnaryOperator>(To);
      write(Deref && Deref->getOpcode() == UO_Deref
                ? addressed(Deref->getSubExpr())
                : pointerVariable(To),
            Assigned->getRHS());
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      call(*Call);
    } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit())
          write(ifPointer(V), V->getInit());
    }
  }

  /// The callee may write to what it is given the address of, or a reference.
  void call(const CallExpr &Call) {
    const StringRef Name = nameIn(&Call);
    const FunctionDecl *Callee = Call.getDirectCallee();
    for (unsigned A = 0; A < Call.getNumArgs(); ++A) {
      const ValueDecl *To = addressed(Call.getArg(A));
      if (!To && Callee && A < Callee->getNumParams() &&
          isWritableReference(Callee->getParamDecl(A)->getType()))
        To = pointerVariable(Call.getArg(A));
      if (To)
        Written[To].push_back({Name, nullptr});
    }
  }

  static bool isWritableReference(QualType T) {
    return T->isLValueReferenceType() &&
           !T->getPointeeType().isConstQualified();
  }

  /// Returns the name of an API that \p Call is given.
  StringRef nameIn(const CallExpr *Call) const {
    for (const Expr *Arg : Call->arguments())
      if (const auto *Text =
              dyn_cast<StringLiteral>(Arg->IgnoreParenImpCasts());
          Text && Text->getCharByteWidth() == 1 && IsApi(Text->getString()))
        return Text->getString();
    return "";
  }

  void write(const ValueDecl *To, const Expr *E) {
    if (!To)
      return;
    E = E->IgnoreParenCasts();
    if (E->getType().isNull() || E->containsErrors()) {
      Written[To].push_back({});
      return;
    }
    // Null is not called.
    if (isa<CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr>(E) ||
        isa<IntegerLiteral>(E))
      return;
    if (const auto *List = dyn_cast<InitListExpr>(E);
        List && !List->getNumInits())
      return;
    if (const auto *Call = dyn_cast<CallExpr>(E))
      Written[To].push_back({nameIn(Call), nullptr});
    else
      Written[To].push_back({"", pointerVariable(E)});
  }

  /// Whether everything that is written to \p To is the function \p Name, which
  /// is set by the first write that is found.
  bool onlyName(const ValueDecl *To, StringRef &Name,
                llvm::SmallPtrSetImpl<const ValueDecl *> &Seen) const {
    if (!Seen.insert(To).second)
      return true;
    auto All = Written.find(To);
    if (All == Written.end())
      return false;
    for (const Source &S : All->second) {
      if (S.From) {
        if (!onlyName(S.From, Name, Seen))
          return false;
        continue;
      }
      if (S.Name.empty() || (!Name.empty() && Name != S.Name))
        return false;
      Name = S.Name;
    }
    return true;
  }

  llvm::function_ref<bool(StringRef)> IsApi;
  llvm::DenseMap<const ValueDecl *, llvm::SmallVector<Source, 2>> Written;
};
} // namespace

LoadedPointers
lower::findLoadedPointers(ASTContext &Ctx,
                          llvm::function_ref<bool(StringRef)> IsApi) {
  PointerWrites Writes(IsApi);
  forEachDefinition(
      Ctx, [&](const FunctionDecl *F) { Writes.in(F); },
      [&](const Expr *Init) { Writes.in(Init); });
  return Writes.take();
}
