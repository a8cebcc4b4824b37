//===- Strings.cpp - Lengths of std::string -------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A std::string has a field that no program can name, for its length. The
/// length is known of a string that is made of a literal, of nothing, or of
/// another string. What changes a string is a call that gets its address, and
/// the length is unknown behind it.
///
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "LibraryModel.h"
#include "clang/Basic/SourceManager.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class StringModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
  bool construct(const ir::Place &Object, const CXXConstructExpr *E) override;
  void constructed(const ir::Place &Object, const CXXConstructExpr *E) override;
  void copied(const ir::Place &To, QualType T, const ir::Place &From,
              Transfer How) override;

private:
  /// Forgets the lengths of the strings in an object of type \p T.
  void forget(const ir::Place &Object, QualType T);
  /// Returns the length that a constructor gives a string, if it is certain.
  std::optional<ir::Operand> lengthMade(const CXXConstructExpr *E);

  /// The construction of a string whose length will be MadeLength; null if
  /// there is none.
  const CXXConstructExpr *Made = nullptr;
  ir::Operand MadeLength = ir::Operand::unknown();
};
} // namespace

std::unique_ptr<LibraryModel> lower::makeStringsModel(const ModelContext &C) {
  return std::make_unique<StringModel>(C);
}

static ir::Place lengthOf(const ir::Place &String) {
  return String.field("<length>");
}

std::optional<ir::Operand> StringModel::lengthMade(const CXXConstructExpr *E) {
  // An allocator says nothing about the text.
  llvm::ArrayRef<const Expr *> Args(E->getArgs(), E->getNumArgs());
  while (!Args.empty() && isa<CXXDefaultArgExpr>(Args.back()))
    Args = Args.drop_back();
  if (Args.empty())
    return ir::Operand::constant(0);
  if (Args.size() != 1)
    return std::nullopt;
  if (const auto *Text =
          dyn_cast<StringLiteral>(Args[0]->IgnoreParenImpCasts()))
    return Text->getCharByteWidth() == 1
               ? std::optional(ir::Operand::constant(
                     Text->getString().split('\0').first.size()))
               : std::nullopt;
  if (!E->getConstructor()->isCopyOrMoveConstructor())
    return std::nullopt;
  std::optional<ir::Place> From = Exprs.place(Args[0]);
  return From ? std::optional(ir::Operand::read(lengthOf(*From)))
              : std::nullopt;
}

bool StringModel::construct(const ir::Place &Object,
                            const CXXConstructExpr *E) {
  if (E->isElidable() || Decls.libraryType(E->getType()) != HostValue::String)
    return false;
  std::optional<ir::Operand> Length = lengthMade(E);
  if (!Length)
    return false;
  // A move changes the other string.
  if (E->getConstructor()->isMoveConstructor()) {
    const ir::Place Before = IR.freshTemporary();
    IR.assign(Before, std::move(*Length), nullptr);
    Length = ir::Operand::read(Before);
  }
  Made = E;
  MadeLength = std::move(*Length);
  return false;
}

void StringModel::constructed(const ir::Place &Object,
                              const CXXConstructExpr *E) {
  if (Made != E)
    return;
  Made = nullptr;
  IR.assign(lengthOf(Object), MadeLength, E);
}

void StringModel::copied(const ir::Place &To, QualType T, const ir::Place &From,
                         Transfer How) {
  if (How == Transfer::Moved)
    forget(From, T);
}

void StringModel::forget(const ir::Place &Object, QualType T) {
  if (Decls.libraryType(T) == HostValue::String)
    return IR.assign(lengthOf(Object), ir::Operand::unknown(), nullptr);
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->isUnion() ||
      Ctx.getSourceManager().isInSystemHeader(Class->getLocation()))
    return;
  for (const CXXBaseSpecifier &Base : Class->bases())
    forget(Object, Base.getType());
  // In code with errors, a class may contain itself.
  for (const FieldDecl *Field : Class->fields())
    if (!Field->getName().empty() && !Field->isInvalidDecl())
      forget(Object.field(L.name(Field->getName())), Field->getType());
}

bool StringModel::call(const CallExpr *E, const FunctionDecl *Callee,
                       const std::optional<ir::Place> &Dest) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : nullptr;
  if (!Object || !Dest || E->getNumArgs() != 0)
    return false;
  const bool AsksEmpty = isCalled(Member, {"empty"});
  if (!AsksEmpty && !isCalled(Member, {"size", "length"}))
    return false;
  QualType T = Object->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  if (Decls.libraryType(T) != HostValue::String)
    return false;
  std::optional<ir::Place> String = Object->getType()->isPointerType()
                                        ? pointeeOf(Exprs.value(Object))
                                        : Exprs.place(Object);
  if (!String)
    return false;
  ir::Operand Length = ir::Operand::read(lengthOf(*String));
  IR.assign(*Dest,
            AsksEmpty ? ir::Operand::binary("==", std::move(Length),
                                            ir::Operand::constant(0))
                      : std::move(Length),
            E);
  return true;
}
