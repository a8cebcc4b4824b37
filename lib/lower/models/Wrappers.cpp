//===- Wrappers.cpp - Wrappers and binders of callables -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers wrappers of callables (std::function), which are made, assigned,
/// compared with null and called. Their class tells what they hold, and their
/// own code is not analysed. std::bind and similar functions make binders.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class WrapperModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
  bool construct(const ir::Place &To, const CXXConstructExpr *E) override;

private:
  bool callOperator(const CXXOperatorCallExpr *E,
                    const std::optional<ir::Place> &Dest);
};
} // namespace

std::unique_ptr<LibraryModel> lower::makeWrappersModel(const ModelContext &C) {
  return std::make_unique<WrapperModel>(C);
}

/// Lowers a constructor of a wrapper.
bool WrapperModel::construct(const ir::Place &To, const CXXConstructExpr *E) {
  QualType T = E->getType();
  if (!isWrapper(Decls, T) &&
      !(isBinder(Decls, T) && E->getConstructor()->isCopyOrMoveConstructor()))
    return false;
  // A copy that the compiler generates is handled like any other.
  if (isPlainCopy(E))
    return false;
  unsigned Given = llvm::count_if(
      E->arguments(), [](const Expr *A) { return !isa<CXXDefaultArgExpr>(A); });
  if (E->getConstructor()->isCopyOrMoveConstructor()) {
    std::optional<ir::Place> From = Exprs.place(E->getArg(0));
    IR.assign(To, From ? ir::Operand::read(*From) : ir::Operand::unknown(), E);
  } else if (Given == 0) {
    IR.assign(To.field(Target), ir::Operand::constant(0), E);
  } else if (Given == 1) {
    Callables.wrap(To, T, E->getArg(0));
  } else {
    IR.assign(To, ir::Operand::unknown(), E);
  }
  return true;
}

/// Lowers an operator of a wrapper.
bool WrapperModel::callOperator(const CXXOperatorCallExpr *E,
                                const std::optional<ir::Place> &Dest) {
  const Expr *Wrapper = E->getArg(0)->IgnoreParenImpCasts();
  QualType T = Wrapper->getType().getNonReferenceType();
  const bool Binds = isBinder(Decls, T) && E->getOperator() == OO_Call;
  bool First = isWrapper(Decls, T) || Binds;
  if (!First && E->getNumArgs() == 2) {
    Wrapper = E->getArg(1)->IgnoreParenImpCasts();
    T = Wrapper->getType().getNonReferenceType();
  }
  Holds Kind = wrapperKind(Decls, T);
  if (Kind == Holds::Nothing && !Binds)
    return false;
  std::optional<ir::Place> P = Exprs.place(Wrapper);
  if (!P)
    return false;
  switch (E->getOperator()) {
  case OO_Call: {
    llvm::SmallVector<const Expr *, 8> Args(llvm::drop_begin(E->arguments()));
    return First && Callables.callObject(*P, T, Args, Dest, E);
  }
  case OO_Equal: {
    if (!First)
      return false;
    const Expr *From = E->getArg(1);
    if (Ctx.hasSameUnqualifiedType(From->getType().getNonReferenceType(), T)) {
      std::optional<ir::Place> Q = Exprs.place(From);
      IR.assign(*P, Q ? ir::Operand::read(*Q) : ir::Operand::unknown(), E);
    } else {
      Callables.wrap(*P, T, From);
    }
    if (Dest)
      IR.assign(*Dest, ir::Operand::address(*P), nullptr);
    return true;
  }
  case OO_EqualEqual:
  case OO_ExclaimEqual:
    // Wrappers are compared with null only.
    if (Kind == Holds::Typed || !Dest)
      return false;
    IR.assign(
        *Dest,
        ir::Operand::binary(E->getOperator() == OO_EqualEqual ? "==" : "!=",
                            ir::Operand::read(P->field(Target)),
                            ir::Operand::constant(0)),
        nullptr);
    return true;
  default:
    return false;
  }
}

/// Lowers calls that involve a callable: calls of it, of a wrapper, and of a
/// function of the standard library that only calls or wraps it.
bool WrapperModel::call(const CallExpr *E, const FunctionDecl *Callee,
                        const std::optional<ir::Place> &Dest) {
  if (!Callee)
    return Callables.callPointer(E, Dest);
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
    return callOperator(Op, Dest);
  if (const auto *Conversion = dyn_cast<CXXConversionDecl>(Callee)) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
    if (!Member || !Dest)
      return false;
    const Expr *From = Member->getImplicitObjectArgument();
    if (Conversion->getParent()->isLambda()) {
      const FunctionDecl *Op = lower::callOperator(From->getType());
      IR.assign(*Dest,
                Op ? Callables.functionValue(Op) : ir::Operand::unknown(),
                nullptr);
      return true;
    }
    Holds Kind = wrapperKind(Decls, From->IgnoreParenImpCasts()->getType());
    if (!Conversion->getConversionType()->isBooleanType() ||
        (Kind != Holds::Callable && Kind != Holds::Pointer))
      return false;
    std::optional<ir::Place> P = Exprs.place(From->IgnoreParenImpCasts());
    if (!P)
      return false;
    IR.assign(*Dest,
              ir::Operand::binary("!=", ir::Operand::read(P->field(Target)),
                                  ir::Operand::constant(0)),
              nullptr);
    return true;
  }
  if (E->getNumArgs() == 0)
    return false;
  if (Callables.makeBinder(E, Callee, Dest))
    return true;
  const HostValue Function = Decls.libraryFunction(Callee);
  if (Function == HostValue::Invoke) {
    llvm::SmallVector<const Expr *, 8> Args(llvm::drop_begin(E->arguments()));
    return Callables.callWith(E->getArg(0), Args, Dest, E);
  }
  if (Function == HostValue::MakeReference && Dest &&
      wrapperKind(Decls, E->getType()) == Holds::Typed) {
    Callables.wrap(*Dest, E->getType(), E->getArg(0));
    return true;
  }
  return false;
}
