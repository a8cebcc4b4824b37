//===- Residence.cpp - Where the data of a tensor are ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a library does with a tensor depends on where the data are, which a
/// tensor says at run time only. Objects that say it (tensors, devices, options
/// for tensors to be made) keep it in a field that no program can name. Which
/// types these are, and what functions do with them, stands in the knowledge
/// base.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// T of an optional<T>, of the standard library or another one.
static QualType optionalOf(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!Class || Class->getName() != "optional" ||
      Class->getTemplateArgs().size() == 0 ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return QualType();
  return Class->getTemplateArgs()[0].getAsType();
}

bool Lowering::saysResidence(QualType T) {
  T = T.getNonReferenceType();
  if (QualType Inner = optionalOf(T); !Inner.isNull())
    T = Inner;
  const TagDecl *Tag = T->getAsTagDecl();
  if (!Tag)
    return false;
  auto [It, New] = ResidenceTypes.try_emplace(Tag->getCanonicalDecl(), false);
  if (!New)
    return It->second;
  bool Says = llvm::is_contained(KB.types(Role::Residence), scopedName(Tag));
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Tag);
      Class && Class->hasDefinition() && !Says)
    for (const CXXBaseSpecifier &Base : Class->bases())
      Says |= saysResidence(Base.getType());
  return ResidenceTypes[Tag->getCanonicalDecl()] = Says;
}

ir::Operand FunctionLowering::residence(const Expr *E) {
  if (isa<CXXDefaultArgExpr>(E->IgnoreImplicit()) &&
      L.saysResidence(E->getType()))
    return ir::Operand::constant(int64_t(Residence::Host));
  while (true) {
    E = E->IgnoreImplicit()->IgnoreParens();
    const auto *Made = dyn_cast<CXXConstructExpr>(E);
    if (!Made || Made->getNumArgs() == 0 || optionalOf(E->getType()).isNull())
      break;
    E = Made->getArg(0);
  }
  QualType T = E->getType().getNonReferenceType();
  if (!L.saysResidence(T))
    return ir::Operand::unknown();
  if (T->isEnumeralType())
    return value(E);
  std::optional<ir::Place> P = place(E);
  return P ? ir::Operand::read(handleField(*P, Role::Residence))
           : ir::Operand::unknown();
}

/// The arguments of a row whose roles follow from their types.
void FunctionLowering::typedArguments(const ApiRow &Row,
                                      const FunctionDecl *Callee,
                                      llvm::ArrayRef<const Expr *> ArgExprs,
                                      std::vector<ir::Operand> &Args) {
  const Expr *Where = nullptr, *NonBlocking = nullptr;
  for (unsigned I = 0; I < ArgExprs.size() && I < Callee->getNumParams(); ++I) {
    QualType T = Callee->getParamDecl(I)->getType();
    if (!Where && L.saysResidence(T))
      Where = ArgExprs[I];
    if (!NonBlocking && T->isBooleanType())
      NonBlocking = ArgExprs[I];
  }
  // Options that are left out leave things where they are; what is made without
  // any is made on the host.
  bool Given = Where && !isa<CXXDefaultArgExpr>(Where->IgnoreImplicit());
  ir::Operand Here = Args.empty() ? ir::Operand::unknown() : Args.back();
  if (Row.Place)
    Args.push_back(ir::Operand::constant(int64_t(*Row.Place)));
  else if (Given)
    Args.push_back(residence(Where));
  else if (Row.This)
    Args.push_back(Row.KeepsArgument ? ir::Operand::unknown() : Here);
  else
    Args.push_back(ir::Operand::constant(int64_t(Residence::Host)));
  Args.push_back(NonBlocking ? value(NonBlocking) : ir::Operand::constant(0));
}
