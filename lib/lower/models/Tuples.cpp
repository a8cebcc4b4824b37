//===- Tuples.cpp - Pairs and tuples of the standard library --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A std::pair or std::tuple is an object with a field for each element. The
/// functions that make, take apart and assign one are modelled without an
/// analysis of their code. An element that is a reference is a pointer.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class TupleModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
  bool construct(const ir::Place &To, const CXXConstructExpr *E) override;

private:
  void makeElement(const ir::Place &To, QualType T, const Expr *From);
  bool assignTuple(const CXXOperatorCallExpr *E);
  /// Lowers std::apply, which calls a function object with the elements of a
  /// tuple.
  bool applyTuple(const CallExpr *E, const std::optional<ir::Place> &Dest);
};
} // namespace

std::unique_ptr<LibraryModel> lower::makeTuplesModel(const ModelContext &C) {
  return std::make_unique<TupleModel>(C);
}

/// Returns the types of the elements; an empty list if \p T is another type.
static llvm::SmallVector<QualType, 4> elementTypes(DeclQueries &Decls,
                                                   QualType T) {
  llvm::SmallVector<QualType, 4> Result;
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  const HostValue Type = Decls.libraryType(Class);
  if (Type != HostValue::Pair && Type != HostValue::Tuple)
    return Result;
  for (const TemplateArgument &A : Class->getTemplateArgs().asArray()) {
    llvm::ArrayRef<TemplateArgument> Types =
        A.getKind() == TemplateArgument::Pack ? A.getPackAsArray()
                                              : llvm::ArrayRef(A);
    for (const TemplateArgument &Element : Types)
      if (Element.getKind() == TemplateArgument::Type)
        Result.push_back(Element.getAsType());
  }
  return Result;
}

/// Whether a copy of an element is the same value. The copy of an owner is
/// another object, and the original may be left without its own.
static bool isValue(QualType T, ASTContext &Ctx) {
  return T->isReferenceType() || T.isTriviallyCopyableType(Ctx);
}

static ir::Place elementAt(DeclQueries &Decls, const ir::Place &Tuple,
                           QualType T, unsigned I) {
  if (Decls.libraryType(T) == HostValue::Pair)
    return Tuple.field(I ? "second" : "first");
  return Tuple.field("<" + std::to_string(I) + ">");
}

/// Makes the element of type \p T at \p To from \p From, which a reference
/// parameter is bound to.
void TupleModel::makeElement(const ir::Place &To, QualType T,
                             const Expr *From) {
  std::optional<ir::Place> P;
  if (From->isGLValue())
    P = Exprs.place(From);
  if (T->isReferenceType())
    IR.assign(To, P ? ir::Operand::address(*P) : ir::Operand::unknown(), From);
  else if (!isValue(T, Ctx))
    IR.assign(To, ir::Operand::unknown(), From);
  else if (P)
    IR.assign(To, ir::Operand::read(*P), From);
  else
    Exprs.initialize(To, T, From);
}

bool TupleModel::construct(const ir::Place &To, const CXXConstructExpr *E) {
  llvm::SmallVector<QualType, 4> Types = elementTypes(Decls, E->getType());
  if (Types.empty() || isPlainCopy(E))
    return false;
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  if (Args.size() == 1 &&
      elementTypes(Decls, Args[0]->getType()).size() == Types.size()) {
    std::optional<ir::Place> From = Exprs.place(Args[0]);
    if (!From)
      return false;
    QualType Other = Args[0]->getType();
    llvm::SmallVector<QualType, 4> Given = elementTypes(Decls, Other);
    for (unsigned I = 0; I < Types.size(); ++I) {
      ir::Place Part = elementAt(Decls, *From, Other, I);
      if (Given[I]->isReferenceType() && !Types[I]->isReferenceType())
        Part = Part.deref();
      IR.assign(elementAt(Decls, To, E->getType(), I),
                isValue(Types[I], Ctx) ? ir::Operand::read(Part)
                                       : ir::Operand::unknown(),
                E);
    }
    return true;
  }
  if (Args.size() != Types.size())
    return false;
  for (unsigned I = 0; I < Types.size(); ++I)
    makeElement(elementAt(Decls, To, E->getType(), I), Types[I], Args[I]);
  return true;
}

/// Lowers "std::tie(a, b) = f()", which assigns to the elements of the left
/// side, or to the objects that they refer to.
bool TupleModel::assignTuple(const CXXOperatorCallExpr *E) {
  if (E->getOperator() != OO_Equal || E->getNumArgs() != 2)
    return false;
  QualType Left = E->getArg(0)->getType(), Right = E->getArg(1)->getType();
  llvm::SmallVector<QualType, 4> Types = elementTypes(Decls, Left),
                                 Given = elementTypes(Decls, Right);
  std::optional<ir::Place> To = Exprs.place(E->getArg(0)),
                           From = Exprs.place(E->getArg(1));
  if (Types.empty() || Types.size() != Given.size() || !To || !From)
    return false;
  for (unsigned I = 0; I < Types.size(); ++I) {
    ir::Place Target = elementAt(Decls, *To, Left, I);
    ir::Place Part = elementAt(Decls, *From, Right, I);
    if (Given[I]->isReferenceType())
      Part = Part.deref();
    IR.assign(Types[I]->isReferenceType() ? Target.deref() : Target,
              isValue(Given[I].getNonReferenceType(), Ctx)
                  ? ir::Operand::read(Part)
                  : ir::Operand::unknown(),
              E);
  }
  return true;
}

bool TupleModel::applyTuple(const CallExpr *E,
                            const std::optional<ir::Place> &Dest) {
  const Expr *Callable = E->getArg(0);
  QualType T = Callable->getType().getNonReferenceType();
  QualType From = E->getArg(1)->getType();
  llvm::SmallVector<QualType, 4> Types = elementTypes(Decls, From);
  const FunctionDecl *Op = T->isRecordType() ? callOperator(T) : nullptr;
  if (!Op || cast<CXXMethodDecl>(Op)->isStatic() || isWrapper(Decls, T) ||
      Op->getNumParams() != Types.size() || Types.empty())
    return false;
  std::optional<ir::Place> Object = Exprs.place(Callable),
                           Tuple = Exprs.place(E->getArg(1));
  if (!Object || !Tuple)
    return false;
  std::vector<ir::Operand> Args{ir::Operand::address(*Object)};
  for (unsigned I = 0; I < Types.size(); ++I)
    Args.push_back(Callables.passOn({nullptr, elementAt(Decls, *Tuple, From, I),
                                     Types[I].getNonReferenceType(),
                                     Types[I]->isReferenceType()},
                                    Op->getParamDecl(I)->getType()));
  Calls.emitCall(Op, std::move(Args), Dest, false, E, beginOf(E));
  return true;
}

bool TupleModel::call(const CallExpr *E, const FunctionDecl *Callee,
                      const std::optional<ir::Place> &Dest) {
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
    return assignTuple(Op);
  const HostValue Function = Decls.libraryFunction(Callee);
  if (Function == HostValue::Apply && E->getNumArgs() == 2)
    return applyTuple(E, Dest);
  if (!Dest)
    return false;
  if (Function == HostValue::TupleElement && E->getNumArgs() == 1) {
    QualType T = E->getArg(0)->getType();
    llvm::SmallVector<QualType, 4> Types = elementTypes(Decls, T);
    const TemplateArgumentList *Given = Callee->getTemplateSpecializationArgs();
    if (Types.empty() || !Given || Given->size() == 0 ||
        Given->get(0).getKind() != TemplateArgument::Integral)
      return false;
    uint64_t I = Given->get(0).getAsIntegral().getZExtValue();
    std::optional<ir::Place> P = Exprs.place(E->getArg(0));
    if (!P || I >= Types.size())
      return false;
    ir::Place Part = elementAt(Decls, *P, T, I);
    IR.assign(*Dest,
              Types[I]->isReferenceType() ? ir::Operand::read(Part)
                                          : ir::Operand::address(Part),
              nullptr);
    return true;
  }
  if (Function != HostValue::MakeTuple)
    return false;
  llvm::SmallVector<QualType, 4> Types = elementTypes(Decls, E->getType());
  if (Types.empty() || Types.size() != E->getNumArgs())
    return false;
  for (unsigned I = 0; I < Types.size(); ++I)
    makeElement(elementAt(Decls, *Dest, E->getType(), I), Types[I],
                E->getArg(I));
  return true;
}
