//===- Strings.cpp - Whether a string has text ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs name things by strings, and do something else where a name is
/// empty. A string has a field that no program can name, which tells whether it
/// has text.
///
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "LibraryModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class StringModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  std::optional<ir::Operand> value(const Expr *E) override;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
  bool construct(const ir::Place &Object, const CXXConstructExpr *E) override;

private:
  bool isString(QualType T) const;
  /// Returns the string that a member function is called on, or nullopt if it
  /// is called on something else.
  std::optional<ir::Place> objectOf(const CXXMemberCallExpr *E);
  /// Returns whether \p E has text; unknown if it is neither written in place
  /// nor a string or a view.
  ir::Operand hasText(const Expr *E);
  /// Gives \p To, which \p At makes or assigns by \p Callee, the text of
  /// \p From.
  void take(const ir::Place &To, const Expr *From, const FunctionDecl *Callee,
            const Expr *At);
  /// Lowers an assignment to, or an addition at the end of, the string
  /// \p Object. \p Dest gets a reference to it.
  void change(const ir::Place &Object, llvm::ArrayRef<const Expr *> Args,
              bool IsAdded, const std::optional<ir::Place> &Dest,
              const CallExpr *At);
  bool callOperator(const CXXOperatorCallExpr *E,
                    const std::optional<ir::Place> &Dest);
  bool callMember(const CXXMemberCallExpr *E,
                  const std::optional<ir::Place> &Dest);
};
} // namespace

std::unique_ptr<LibraryModel> lower::makeStringsModel(const ModelContext &C) {
  return std::make_unique<StringModel>(C);
}

static ir::Place textOf(const ir::Place &String) {
  return String.field("<text>");
}

bool StringModel::isString(QualType T) const {
  return llvm::is_contained({HostValue::String, HostValue::StringView},
                            Decls.libraryType(T.getNonReferenceType()));
}

std::optional<ir::Place> StringModel::objectOf(const CXXMemberCallExpr *E) {
  const Expr *Object = E->getImplicitObjectArgument();
  if (!Object)
    return std::nullopt;
  const QualType T = Object->getType();
  if (!isString(T->isPointerType() ? T->getPointeeType() : T))
    return std::nullopt;
  return Exprs.objectPlace(Object);
}

/// Returns whether \p E, a literal or a character, has text; nullopt if it is
/// something else.
static std::optional<bool> hasTextInPlace(const Expr *E) {
  if (const auto *Literal = dyn_cast<StringLiteral>(E->IgnoreParenImpCasts()))
    // The text ends at the first null character.
    return Literal->getLength() != 0 && Literal->getCodeUnit(0) != 0;
  return E->getType()->isAnyCharacterType() ? std::optional(true)
                                            : std::nullopt;
}

ir::Operand StringModel::hasText(const Expr *E) {
  if (const std::optional<bool> Text = hasTextInPlace(E))
    return ir::Operand::constant(*Text);
  if (isString(E->getType()))
    if (std::optional<ir::Place> P = Exprs.place(E))
      return ir::Operand::read(textOf(*P));
  return ir::Operand::unknown();
}

std::optional<ir::Operand> StringModel::value(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || !isCalled(Call, {"empty"}))
    return std::nullopt;
  std::optional<ir::Place> Object = objectOf(Call);
  if (!Object)
    return std::nullopt;
  return ir::Operand::binary("==", ir::Operand::read(textOf(*Object)),
                             ir::Operand::constant(0));
}

bool StringModel::construct(const ir::Place &Object,
                            const CXXConstructExpr *E) {
  if (!isString(E->getType()))
    return false;
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  if (Args.size() == 1)
    take(Object, Args[0], E->getConstructor(), E);
  else
    IR.assign(textOf(Object),
              Args.empty() ? ir::Operand::constant(0) : ir::Operand::unknown(),
              E);
  return true;
}

void StringModel::take(const ir::Place &To, const Expr *From,
                       const FunctionDecl *Callee, const Expr *At) {
  std::optional<ir::Place> Left;
  if (From->isXValue() && isString(From->getType()) &&
      !isa<MaterializeTemporaryExpr>(From->IgnoreImpCasts()))
    Left = Exprs.place(From);
  if (!Left) {
    IR.assign(textOf(To), hasText(From), At);
    return;
  }
  // The other string gets the memory. What is left may have any text.
  const ir::Place Text = IR.freshTemporary();
  IR.assign(Text, ir::Operand::read(textOf(*Left)), nullptr);
  Calls.emitCall(Callee,
                 {ir::Operand::address(To), ir::Operand::address(*Left)},
                 std::nullopt, /*Virtual=*/false, At, beginOf(At));
  IR.assign(textOf(To), ir::Operand::read(Text), At);
  IR.assign(textOf(*Left), ir::Operand::unknown(), nullptr);
}

void StringModel::change(const ir::Place &Object,
                         llvm::ArrayRef<const Expr *> Args, bool IsAdded,
                         const std::optional<ir::Place> &Dest,
                         const CallExpr *At) {
  if (!IsAdded && Args.size() == 1) {
    take(Object, Args[0], At->getDirectCallee(), At);
  } else {
    const std::optional<bool> Added =
        Args.size() == 1 ? hasTextInPlace(Args[0]) : std::nullopt;
    // A string to which no text is added stays as it is.
    if (Added != false)
      IR.assign(textOf(Object),
                Added ? ir::Operand::constant(1) : ir::Operand::unknown(), At);
  }
  if (Dest)
    IR.assign(*Dest, ir::Operand::address(Object), nullptr);
}

bool StringModel::callOperator(const CXXOperatorCallExpr *E,
                               const std::optional<ir::Place> &Dest) {
  const OverloadedOperatorKind Op = E->getOperator();
  if (E->getNumArgs() != 2)
    return false;
  if (Op == OO_Plus && isString(E->getType()) && Dest) {
    const bool HasText = hasTextInPlace(E->getArg(0)) == true ||
                         hasTextInPlace(E->getArg(1)) == true;
    IR.assign(textOf(*Dest),
              HasText ? ir::Operand::constant(1) : ir::Operand::unknown(), E);
    return true;
  }
  if ((Op != OO_Equal && Op != OO_PlusEqual) ||
      !isString(E->getArg(0)->getType()))
    return false;
  std::optional<ir::Place> Object = Exprs.place(E->getArg(0));
  if (!Object)
    return false;
  change(*Object, {E->getArg(1)}, Op == OO_PlusEqual, Dest, E);
  return true;
}

bool StringModel::callMember(const CXXMemberCallExpr *E,
                             const std::optional<ir::Place> &Dest) {
  const CXXMethodDecl *Method = E->getMethodDecl();
  const bool Converts = Dest && isa_and_nonnull<CXXConversionDecl>(Method) &&
                        isString(E->getType());
  std::optional<ir::Place> Object =
      Method && (Converts || !Method->isConst()) ? objectOf(E) : std::nullopt;
  if (!Object)
    return false;
  if (Converts) {
    Calls.emitCall(Method, {ir::Operand::address(*Object)}, Dest,
                   /*Virtual=*/false, E, beginOf(E));
    IR.assign(textOf(*Dest), ir::Operand::read(textOf(*Object)), E);
    return true;
  }
  const llvm::ArrayRef<const Expr *> Args(E->getArgs(), E->getNumArgs());
  if (isCalled(E, {"clear"})) {
    IR.assign(textOf(*Object), ir::Operand::constant(0), E);
    return true;
  }
  if (isCalled(E, {"assign", "append", "push_back"})) {
    change(*Object, Args, !isCalled(E, {"assign"}), Dest, E);
    return true;
  }
  if (!isCalled(E, {"begin", "end", "data", "front", "back", "at", "reserve"}))
    IR.assign(textOf(*Object), ir::Operand::unknown(), nullptr);
  return false;
}

bool StringModel::call(const CallExpr *E, const FunctionDecl *Callee,
                       const std::optional<ir::Place> &Dest) {
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
    return callOperator(Op, Dest);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  return Member && callMember(Member, Dest);
}
