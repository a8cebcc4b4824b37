//===- StoredFunctions.cpp - Functions that fields hold -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredFunctions.h"
#include "../link/Program.h"
#include "CapturableContracts.h"
#include "Lowering.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether values of type \p T are pointers to functions, or arrays of them.
static bool pointsAtFunctions(QualType T) {
  while (const ArrayType *Array = T->getAsArrayTypeUnsafe())
    T = Array->getElementType();
  return T->isFunctionPointerType();
}

const FieldDecl *lower::calledField(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (const auto *Target = dyn_cast<UnaryOperator>(E);
             Target && Target->getOpcode() == UO_Deref)
      E = Target->getSubExpr();
    else
      break;
  }
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  return Field && pointsAtFunctions(Field->getType()) ? Field : nullptr;
}

std::string lower::fieldSymbol(const FieldDecl *Field) {
  const RecordDecl *Class = Field->getParent();
  std::string Name = Class->getQualifiedNameAsString();
  if (Class->getName().empty()) {
    const TypedefNameDecl *Alias = Class->getTypedefNameForAnonDecl();
    if (!Alias)
      return "";
    Name = Alias->getQualifiedNameAsString();
  }
  // In C, no type has a linkage; those of one name are taken for the same.
  const bool IsShared = Field->getASTContext().getLangOpts().CPlusPlus
                            ? Class->isExternallyVisible()
                            : Class->getDeclContext()->isTranslationUnit();
  if (!IsShared || Field->getName().empty())
    return "";
  return ("<stored in " + llvm::Twine(Name) + "::" + Field->getName() + ">")
      .str();
}

namespace {
/// Collects the functions that code stores in fields.
class Collector {
public:
  explicit Collector(StoredFunctions &Found) : Found(Found) {}

  void in(const FunctionDecl *F) {
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Init : Made->inits()) {
        if (Init->isAnyMemberInitializer())
          store(Init->getAnyMember(), Init->getInit());
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
      if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S)) {
        Todo.push_back(Default->getExpr());
        continue;
      }
      if (const auto *Assigned = dyn_cast<BinaryOperator>(S);
          Assigned && Assigned->getOpcode() == BO_Assign)
        store(calledField(Assigned->getLHS()), Assigned->getRHS());
      else if (const auto *List = dyn_cast<InitListExpr>(S))
        initialize(*List);
      llvm::append_range(Todo, S->children());
    }
  }

private:
  void initialize(const InitListExpr &Written) {
    const InitListExpr &List =
        Written.isSemanticForm() || !Written.getSemanticForm()
            ? Written
            : *Written.getSemanticForm();
    const RecordDecl *Class = List.getType()->getAsRecordDecl();
    if (!Class || !Class->getDefinition())
      return;
    Class = Class->getDefinition();
    if (Class->isUnion()) {
      if (List.getNumInits() == 1)
        store(List.getInitializedFieldInUnion(), List.getInit(0));
      return;
    }
    // The objects of base classes come first.
    const auto *WithBases = dyn_cast<CXXRecordDecl>(Class);
    unsigned Next = WithBases ? WithBases->getNumBases() : 0;
    for (const FieldDecl *Field : Class->fields())
      if (!Field->isUnnamedBitField() && Next < List.getNumInits())
        store(Field, List.getInit(Next++));
  }

  void store(const FieldDecl *Field, const Expr *Value) {
    if (!Field || !Value || !pointsAtFunctions(Field->getType()))
      return;
    if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Value))
      Value = Default->getExpr();
    std::vector<const FunctionDecl *> Functions;
    functionsIn(Value, Functions);
    for (const FunctionDecl *F : Functions)
      Found[Field].insert(F);
  }

  StoredFunctions &Found;
};
} // namespace

StoredFunctions lower::findStoredFunctions(ASTContext &Ctx) {
  StoredFunctions Found;
  Collector C(Found);
  forEachDefinition(
      Ctx, [&](const FunctionDecl *F) { C.in(F); },
      [&](const Expr *E) { C.in(E); });
  return Found;
}

const StoredFunctions &Lowering::storedFunctions() {
  if (!Stored)
    Stored = findStoredFunctions(Ctx);
  return *Stored;
}

std::vector<ir::Name> Lowering::calledThrough(const FieldDecl *Field) {
  std::vector<ir::Name> Result;
  auto Add = [&](ir::Name Symbol) {
    if (!llvm::is_contained(Result, Symbol))
      Result.push_back(std::move(Symbol));
  };
  const std::string Shared = fieldSymbol(Field);
  // The linker adds the functions that other translation units store.
  if (!Shared.empty() && defersCalls())
    Add(name(Shared));
  if (const auto It = storedFunctions().find(Field);
      It != storedFunctions().end())
    for (const FunctionDecl *F : It->second)
      if (const FunctionDecl *Def = nullptr; F->hasBody(Def) && lower(Def))
        Add(symbol(Def));
  if (!Shared.empty() && Others)
    for (const std::string &Symbol : Others->overriders(Shared, MainFile))
      Add(name(Symbol));
  return Result;
}
