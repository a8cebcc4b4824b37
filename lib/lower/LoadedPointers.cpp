//===- LoadedPointers.cpp - Functions that are loaded by name -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedPointers.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

const ValueDecl *lower::pointerVariable(const Expr *E) {
  E = E->IgnoreParenCasts();
  const ValueDecl *D = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    D = dyn_cast<VarDecl>(Ref->getDecl());
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    D = Member->getMemberDecl();
  return D && !isa<ParmVarDecl>(D) && !D->getType().isNull() &&
                 D->getType()->isPointerType() && isa<VarDecl, FieldDecl>(D)
             ? cast<ValueDecl>(D->getCanonicalDecl())
             : nullptr;
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
          write(pointerField(Init->getAnyMember()), Init->getInit());
        in(Init->getInit());
      }
    in(F->getBody());
  }

  void in(const Stmt *Code) {
    llvm::SmallVector<const Stmt *, 32> Todo{Code};
    while (!Todo.empty()) {
      const Stmt *S = Todo.pop_back_val();
      if (!S)
        continue;
      statement(S);
      llvm::append_range(Todo, S->children());
    }
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

  static const ValueDecl *pointerField(const FieldDecl *Field) {
    return Field && !Field->getType().isNull() &&
                   Field->getType()->isPointerType()
               ? cast<ValueDecl>(Field->getCanonicalDecl())
               : nullptr;
  }

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
      const StringRef Name = nameIn(Call);
      for (const Expr *Arg : Call->arguments())
        if (const ValueDecl *To = addressed(Arg))
          Written[To].push_back({Name, nullptr});
    } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit() &&
                                                  !V->getType().isNull() &&
                                                  V->getType()->isPointerType())
          write(cast<ValueDecl>(V->getCanonicalDecl()), V->getInit());
    }
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
