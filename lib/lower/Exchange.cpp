//===- Exchange.cpp - Functions that hand values on -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// std::swap and std::exchange of handles, numbers and plain structs, and the
/// members of containers that name an element, as a subscript does.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool FunctionLowering::isExchangeable(QualType T) const {
  return T->isScalarType() || ownerKind(T) == OwnerKind::Unique ||
         (T->isRecordType() && T.isTriviallyCopyableType(Ctx));
}

bool FunctionLowering::callOfExchange(const CallExpr *E,
                                      const FunctionDecl *Callee,
                                      const std::optional<ir::Place> &Dest) {
  if (!Callee || !Callee->getIdentifier() || isa<CXXMethodDecl>(Callee) ||
      outerNamespace(Callee) != "std" || E->getNumArgs() != 2 ||
      !isExchangeable(E->getArg(0)->getType()))
    return false;
  const bool Swaps = Callee->getName() == "swap";
  if (!Swaps && (Callee->getName() != "exchange" ||
                 ownerKind(E->getArg(0)->getType()) != OwnerKind::None))
    return false;
  std::optional<ir::Place> First = place(E->getArg(0));
  if (!First)
    return false;
  if (!Swaps) {
    // What is there comes out before the other value goes in.
    if (Dest)
      assign(*Dest, ir::Operand::read(*First), nullptr);
    initialize(*First, E->getArg(0)->getType(), E->getArg(1));
    return true;
  }
  std::optional<ir::Place> Second = place(E->getArg(1));
  if (!Second)
    return false;
  ir::Place Kept = freshTemporary();
  assign(Kept, ir::Operand::read(*First), nullptr);
  assign(*First, ir::Operand::read(*Second), E->getArg(0));
  assign(*Second, ir::Operand::read(Kept), E->getArg(1));
  return true;
}

/// Whether \p T is a container of the standard library with elements that stay
/// where they are while nobody changes it.
static bool isContainer(QualType T) {
  static constexpr llvm::StringLiteral Known[] = {
      "vector", "array", "deque", "span", "map", "unordered_map"};
  const auto *Class = T->getAsCXXRecordDecl();
  return Class && Class->isInStdNamespace() && Class->getIdentifier() &&
         llvm::is_contained(Known, Class->getName());
}

std::optional<ir::Operand>
FunctionLowering::elementNamed(const CXXMemberCallExpr *E) {
  const CXXMethodDecl *Method = E->getMethodDecl();
  const Expr *Object = E->getImplicitObjectArgument();
  if (!Method || !Method->getIdentifier() || !Object ||
      Object->getType()->isPointerType() || !isContainer(Object->getType()))
    return std::nullopt;
  if (Method->getName() == "front" && E->getNumArgs() == 0)
    return ir::Operand::constant(0);
  if (Method->getName() == "at" && E->getNumArgs() == 1)
    return value(E->getArg(0));
  return std::nullopt;
}
