//===- Containers.cpp - Elements of containers ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers member functions of containers of the standard library that name an
/// element, as a subscript does, or the address of the first one. Also lowers
/// calls that certainly give the elements other memory, which end the old
/// elements.
///
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../UserCode.h"
#include "LibraryModel.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class ContainerModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  std::optional<ir::Place> place(const Expr *E) override;
  std::optional<ir::Operand> value(const Expr *E) override;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;

private:
  /// Returns the index of the element of a container that a member function
  /// returns.
  std::optional<ir::Operand> elementNamed(const CXXMemberCallExpr *E);
  /// Returns the address of the elements that a container owns, if \p E asks
  /// for it.
  std::optional<ir::Place> ownedElements(const Expr *E);
  /// Returns the address of the memory of a tensor that nothing shares, if \p E
  /// asks for it.
  std::optional<ir::Place> ownedContent(const Expr *E);
  /// Ends the elements of a container if \p E certainly gives them other
  /// memory.
  void endElements(const CallExpr *E);
};
} // namespace

std::unique_ptr<LibraryModel>
lower::makeContainersModel(const ModelContext &C) {
  return std::make_unique<ContainerModel>(C);
}

std::optional<ir::Place> ContainerModel::place(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  std::optional<ir::Operand> Index = Call ? elementNamed(Call) : std::nullopt;
  if (!Index)
    return std::nullopt;
  std::optional<ir::Place> Object =
      Exprs.place(Call->getImplicitObjectArgument());
  return Object ? std::optional(elementOf(*Object, std::move(*Index)))
                : std::nullopt;
}

std::optional<ir::Operand> ContainerModel::value(const Expr *E) {
  std::optional<ir::Place> P = ownedElements(E);
  if (!P)
    P = ownedContent(E);
  return P ? std::optional(ir::Operand::address(*P)) : std::nullopt;
}

bool ContainerModel::call(const CallExpr *E, const FunctionDecl *Callee,
                          const std::optional<ir::Place> &Dest) {
  endElements(E);
  return false;
}

/// Whether a subscript of an object of this type names an element.
static bool hasElements(HostValue Type) {
  return Type == HostValue::Array || Type == HostValue::Vector ||
         Type == HostValue::Deque || Type == HostValue::Container;
}

std::optional<ir::Operand>
ContainerModel::elementNamed(const CXXMemberCallExpr *E) {
  const Expr *Object = E->getImplicitObjectArgument();
  if (!Object || Object->getType()->isPointerType() ||
      !hasElements(Decls.libraryType(Object->getType())))
    return std::nullopt;
  if (isCalled(E, {"front"}) && E->getNumArgs() == 0)
    return ir::Operand::constant(0);
  if (isCalled(E, {"at"}) && E->getNumArgs() == 1)
    return Exprs.value(E->getArg(0));
  return std::nullopt;
}

/// Returns how often \p S names \p V, except for uses that leave its elements
/// where they are.
static unsigned changes(const Stmt *S, const VarDecl *V) {
  if (!S)
    return 0;
  if (const auto *E = dyn_cast<Expr>(S))
    if (variableNamed(E) == V)
      return 1;
  const Expr *Object = nullptr;
  if (const auto *E = dyn_cast<CXXMemberCallExpr>(S)) {
    const CXXMethodDecl *Method = E->getMethodDecl();
    if (Method && (Method->isConst() || containerOf(E) || isCalled(E, {"end"})))
      Object = E->getImplicitObjectArgument();
  } else if (const auto *E = dyn_cast<CXXOperatorCallExpr>(S)) {
    if (E->getOperator() == OO_Subscript)
      Object = E->getArg(0);
  }
  unsigned Sum = Object && variableNamed(Object) == V ? 0 : changes(Object, V);
  for (const Stmt *Child : S->children()) {
    const auto *Member = dyn_cast_or_null<MemberExpr>(Child);
    const bool IsObject =
        Object && (Child == Object || (Member && Member->getBase() == Object));
    if (!IsObject)
      Sum += changes(Child, V);
  }
  return Sum;
}

/// Returns the number of elements that \p V is made with and has room for; 0 if
/// that number is not a constant; nullopt if \p V may have room for more.
static std::optional<uint64_t> filledWith(const VarDecl *V, ASTContext &Ctx) {
  const auto *Made =
      V->getInit() ? dyn_cast<CXXConstructExpr>(V->getInit()->IgnoreImplicit())
                   : nullptr;
  if (!Made || Made->getNumArgs() == 0)
    return std::nullopt;
  const Expr *First = Made->getArg(0)->IgnoreImplicit();
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(First)) {
    const auto *Elements =
        dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit());
    return Elements ? std::optional<uint64_t>(Elements->getNumInits())
                    : std::nullopt;
  }
  if (!First->getType()->isIntegerType())
    return std::nullopt;
  Expr::EvalResult N;
  return !First->isValueDependent() && First->EvaluateAsInt(N, Ctx)
             ? N.Val.getInt().getZExtValue()
             : 0;
}

/// Whether \p E makes a local vector, which has been full since it was made,
/// grow.
static bool grows(const CXXMemberCallExpr *E, const Stmt *Body,
                  DeclQueries &Decls, ASTContext &Ctx) {
  if (Decls.libraryType(E->getRecordDecl()) != HostValue::Vector)
    return false;
  const VarDecl *V = variableNamed(E->getImplicitObjectArgument());
  if (!V || !V->hasLocalStorage() || isa<ParmVarDecl>(V) ||
      V->getType()->isReferenceType())
    return false;
  std::optional<uint64_t> Filled = filledWith(V, Ctx);
  if (!Filled || changes(Body, V) != 1)
    return false;
  if (isCalled(E, {"push_back", "emplace_back"}))
    return true;
  Expr::EvalResult N;
  return *Filled && isCalled(E, {"resize", "reserve"}) && E->getNumArgs() &&
         !E->getArg(0)->isValueDependent() &&
         E->getArg(0)->EvaluateAsInt(N, Ctx) &&
         N.Val.getInt().getZExtValue() > *Filled;
}

std::optional<ir::Place> ContainerModel::ownedElements(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || Call->getNumArgs() != 0)
    return std::nullopt;
  const bool OfNumbers = isCalled(Call, {"get"});
  if (!OfNumbers && !isCalled(Call, {"data", "c_str"}))
    return std::nullopt;
  const Expr *Object = Call->getImplicitObjectArgument();
  QualType T = Object->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  if (!Class || !ownsElements(Decls, Class) ||
      ownsNumbers(Decls, Class) != OfNumbers)
    return std::nullopt;
  std::optional<ir::Place> P = Exprs.objectPlace(Object);
  if (!P)
    return std::nullopt;
  // See elementOf().
  if (!P->Path.empty() && P->Path.back().K == ir::Step::Deref)
    P = P->field(ir::ItselfField);
  return P->index(ir::Operand::constant(0));
}

std::optional<ir::Place> ContainerModel::ownedContent(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const Lookup Api = Callee ? L.api(Callee) : Lookup();
  if (!Api || !Api.Row->ReturnsContent)
    return std::nullopt;
  const VarDecl *V = variableNamed(Call->getImplicitObjectArgument());
  if (!V || !Scan.isSoleOwner(V))
    return std::nullopt;
  std::optional<ir::Place> P = Exprs.place(Call->getImplicitObjectArgument());
  return P ? std::optional(
                 P->field(ir::ContentField).index(ir::Operand::constant(0)))
           : std::nullopt;
}

void ContainerModel::endElements(const CallExpr *E) {
  const Expr *Object = nullptr;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    // The assigned object releases its elements, and takes over those of the
    // other object.
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Op->getDirectCallee());
    if (Op->getOperator() != OO_Equal || !Method)
      return;
    const CXXRecordDecl *Class = Method->getParent();
    if (Decls.libraryType(Class) == HostValue::Vector
            ? Method->isMoveAssignmentOperator()
            : ownsNumbers(Decls, Class))
      Object = Op->getArg(0);
  } else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXRecordDecl *Class = Call->getRecordDecl();
    if (Class && (ownsNumbers(Decls, Class) ? isCalled(Call, {"reset"})
                                            : grows(Call, Code, Decls, Ctx)))
      Object = Call->getImplicitObjectArgument();
  }
  if (!Object || Object->getType()->isPointerType())
    return;
  if (std::optional<ir::Place> P = Exprs.place(Object);
      P && (P->Path.empty() || P->Path.back().K == ir::Step::Field)) {
    IR.emit(ir::Instruction::endContent(*P), E, beginOf(E));
  }
}
