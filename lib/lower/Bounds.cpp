//===- Bounds.cpp - Where lists and arrays begin and end ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A std::initializer_list refers to an array that is written in place. It has
/// fields that no program can name, for the first element and the end, which
/// are copied with it. A std::array is the array in it.
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

bool lower::isStdArray(QualType T) {
  const auto *Class = T->getAsCXXRecordDecl();
  return Class && Class->isInStdNamespace() && Class->getIdentifier() &&
         Class->getName() == "array";
}

/// The number of elements of a std::array; 0 if it is none.
static uint64_t sizeOfArray(QualType T) {
  if (!isStdArray(T))
    return 0;
  const auto *Class =
      dyn_cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  const TemplateArgumentList *Args =
      Class ? &Class->getTemplateArgs() : nullptr;
  return Args && Args->size() == 2 &&
                 Args->get(1).getKind() == TemplateArgument::Integral
             ? Args->get(1).getAsIntegral().getLimitedValue()
             : 0;
}

bool FunctionLowering::callOfArray(const CallExpr *E,
                                   const FunctionDecl *Callee,
                                   const std::optional<ir::Place> &Dest) {
  // More are not worth to be told apart.
  static constexpr uint64_t MaxElements = 64;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : nullptr;
  if (!Object || !Dest || !Callee || !Callee->getIdentifier() ||
      E->getNumArgs() != 0 || !E->getType()->isPointerType() ||
      Object->getType()->isPointerType())
    return false;
  static constexpr llvm::StringLiteral Begins[] = {"begin", "cbegin", "data"};
  const bool Ends = Callee->getName() == "end" || Callee->getName() == "cend";
  const uint64_t Size = sizeOfArray(Object->getType());
  if ((!Ends && !llvm::is_contained(Begins, Callee->getName())) || Size == 0 ||
      Size > MaxElements)
    return false;
  std::optional<ir::Place> Array = place(Object);
  if (!Array)
    return false;
  ir::Operand First =
      ir::Operand::address(elementOf(*Array, ir::Operand::constant(0)));
  assign(*Dest,
         Ends ? ir::Operand::binary(L.name("+"), std::move(First),
                                    ir::Operand::constant(Size))
              : std::move(First),
         E);
  return true;
}
