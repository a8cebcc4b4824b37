//===- InitializerLists.cpp - std::initializer_list -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A std::initializer_list refers to an array that is written in place. The
/// list has fields that no program can name, for the first element and the end,
/// which are copied with it.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class InitializerListModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  std::optional<ir::Place> place(const Expr *E) override;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;

private:
  std::optional<ir::Place> initializerList(const CXXStdInitializerListExpr *E);
};
} // namespace

std::unique_ptr<LibraryModel>
lower::makeInitializerListsModel(const ModelContext &C) {
  return std::make_unique<InitializerListModel>(C);
}

static ir::Place firstOf(const ir::Place &List) {
  return List.field("<first>");
}
static ir::Place endOf(const ir::Place &List) { return List.field("<end>"); }

std::optional<ir::Place> InitializerListModel::place(const Expr *E) {
  const auto *List = dyn_cast<CXXStdInitializerListExpr>(E);
  return List ? initializerList(List) : std::nullopt;
}

std::optional<ir::Place>
InitializerListModel::initializerList(const CXXStdInitializerListExpr *E) {
  const auto *Array =
      Ctx.getAsConstantArrayType(E->getSubExpr()->IgnoreImplicit()->getType());
  std::optional<ir::Place> Elements =
      Array ? Exprs.place(E->getSubExpr()) : std::nullopt;
  if (!Elements)
    return std::nullopt;
  ir::Place List = IR.temporary(E);
  ir::Operand First =
      ir::Operand::address(Elements->index(ir::Operand::constant(0)));
  IR.assign(endOf(List),
            ir::Operand::binary(
                "+", First,
                ir::Operand::constant(Array->getSize().getLimitedValue())),
            nullptr);
  IR.assign(firstOf(List), std::move(First), E);
  return List;
}

bool InitializerListModel::call(const CallExpr *E, const FunctionDecl *Callee,
                                const std::optional<ir::Place> &Dest) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : nullptr;
  if (!Object || !Dest || !Callee || !Callee->getIdentifier() ||
      Object->getType()->isPointerType())
    return false;
  const bool First = Callee->getName() == "begin";
  if ((!First && Callee->getName() != "end") ||
      Decls.libraryType(Object->getType()) != HostValue::InitializerList)
    return false;
  std::optional<ir::Place> List = Exprs.place(Object);
  if (!List)
    return false;
  IR.assign(*Dest, ir::Operand::read(First ? firstOf(*List) : endOf(*List)), E);
  return true;
}
