//===- SwapAndExchange.cpp - The model of std::swap and std::exchange -----===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers std::swap and std::exchange of handles, numbers and plain structs as
/// assignments.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"
#include "OwnedObjects.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class SwapAndExchangeModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;

private:
  OwnerKind ownerKind(QualType T) const { return lower::ownerKind(T, L, Ctx); }
  /// Whether an assignment to an object of this type changes only its content.
  bool isExchangeable(QualType T) const;
};
} // namespace

std::unique_ptr<LibraryModel>
lower::makeSwapAndExchangeModel(const ModelContext &C) {
  return std::make_unique<SwapAndExchangeModel>(C);
}

bool SwapAndExchangeModel::isExchangeable(QualType T) const {
  return T->isScalarType() || isSmartPointer(ownerKind(T)) ||
         (T->isRecordType() && T.isTriviallyCopyableType(Ctx));
}

bool SwapAndExchangeModel::call(const CallExpr *E, const FunctionDecl *Callee,
                                const std::optional<ir::Place> &Dest) {
  const HostValue Function = Decls.libraryFunction(Callee);
  const bool Swaps = Function == HostValue::Swap;
  if ((!Swaps && Function != HostValue::Exchange) || E->getNumArgs() != 2 ||
      !isExchangeable(E->getArg(0)->getType()) ||
      (!Swaps && ownerKind(E->getArg(0)->getType()) != OwnerKind::None))
    return false;
  std::optional<ir::Place> First = Exprs.place(E->getArg(0));
  if (!First)
    return false;
  if (!Swaps) {
    // The old value is read before the new one is written.
    if (Dest)
      IR.assign(*Dest, ir::Operand::read(*First), nullptr);
    Exprs.initialize(*First, E->getArg(0)->getType(), E->getArg(1));
    return true;
  }
  std::optional<ir::Place> Second = Exprs.place(E->getArg(1));
  if (!Second)
    return false;
  ir::Place Kept = IR.freshTemporary();
  IR.assign(Kept, ir::Operand::read(*First), nullptr);
  IR.assign(*First, ir::Operand::read(*Second), E->getArg(0));
  IR.assign(*Second, ir::Operand::read(Kept), E->getArg(1));
  return true;
}
