//===- InitializerLists.cpp - What is written in braces -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A std::initializer_list refers to an array that is written in place. It has
/// fields that no program can name, for the first element and the end, which
/// are copied with it.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

static ir::Place firstOf(const ir::Place &List) {
  return List.field("<first>");
}
static ir::Place endOf(const ir::Place &List) { return List.field("<end>"); }

std::optional<ir::Place>
FunctionLowering::initializerList(const CXXStdInitializerListExpr *E) {
  const auto *Array =
      Ctx.getAsConstantArrayType(E->getSubExpr()->IgnoreImplicit()->getType());
  std::optional<ir::Place> Elements =
      Array ? place(E->getSubExpr()) : std::nullopt;
  if (!Elements)
    return std::nullopt;
  ir::Place List = temporary(E);
  ir::Operand First =
      ir::Operand::address(Elements->index(ir::Operand::constant(0)));
  assign(endOf(List),
         ir::Operand::binary(
             "+", First,
             ir::Operand::constant(Array->getSize().getLimitedValue())),
         nullptr);
  assign(firstOf(List), std::move(First), E);
  return List;
}

bool FunctionLowering::callOfInitializerList(
    const CallExpr *E, const FunctionDecl *Callee,
    const std::optional<ir::Place> &Dest) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : nullptr;
  if (!Object || !Dest || !Callee || !Callee->getIdentifier() ||
      Object->getType()->isPointerType())
    return false;
  const auto *Class = Object->getType()->getAsCXXRecordDecl();
  const bool First = Callee->getName() == "begin";
  if ((!First && Callee->getName() != "end") || !Class ||
      !Class->isInStdNamespace() || !Class->getIdentifier() ||
      Class->getName() != "initializer_list")
    return false;
  std::optional<ir::Place> List = place(Object);
  if (!List)
    return false;
  assign(*Dest, ir::Operand::read(First ? firstOf(*List) : endOf(*List)), E);
  return true;
}
