//===- TypeQueries.cpp - Questions about types and declarations -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeQueries.h"
#include "DeclQueries.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool lower::containsHandles(const DeclQueries &Decls, QualType T) {
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
  llvm::SmallVector<QualType, 8> Work;
  auto IsHandle = [&](QualType Of) {
    const Role R = Decls.handleRole(Of);
    return R == Role::Stream || R == Role::Event;
  };
  Work.push_back(T);
  while (!Work.empty()) {
    const QualType Next(Work.pop_back_val()->getBaseElementTypeUnsafe(), 0);
    if (IsHandle(Next))
      return true;
    const CXXRecordDecl *Record = Next->getAsCXXRecordDecl();
    if (!Record || !Record->hasDefinition() || !Seen.insert(Record).second)
      continue;
    if (const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Record))
      for (const TemplateArgument &A : Made->getTemplateArgs().asArray())
        if (A.getKind() == TemplateArgument::Type)
          Work.push_back(A.getAsType());
    for (const FieldDecl *Field : Record->fields())
      Work.push_back(Field->getType());
    for (const CXXBaseSpecifier &Base : Record->bases())
      Work.push_back(Base.getType());
  }
  return false;
}

const Expr *lower::passedThrough(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee || E->getNumArgs() == 0)
    return nullptr;
  switch (Callee->getBuiltinID()) {
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
  case Builtin::BIas_const:
  case Builtin::BIforward:
  case Builtin::BIforward_like:
  case Builtin::BImove:
  case Builtin::BImove_if_noexcept:
    return E->getArg(0);
  default:
    return nullptr;
  }
}

bool lower::isPassedByAddress(QualType T) {
  if (T.isNull() || T->isReferenceType())
    return !T.isNull();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && !Class->isLambda() &&
         !Class->canPassInRegisters();
}

bool lower::isOutParameter(QualType T) {
  QualType Pointee = T->getPointeeType();
  return !Pointee.isNull() && !Pointee.isConstQualified() &&
         Pointee->isScalarType();
}

bool lower::isPlainNumber(QualType T) {
  return T->isArithmeticType() || T->isEnumeralType();
}

bool lower::isNumber(QualType T) {
  if (isPlainNumber(T))
    return true;
  const auto *Class = T->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && Class->getNumBases() == 0 &&
         !Class->field_empty() &&
         std::next(Class->field_begin()) == Class->field_end() &&
         isNumber(Class->field_begin()->getType());
}

std::optional<ir::Place> lower::pointeeOf(const ir::Operand &Pointer) {
  if (Pointer.K == ir::Operand::Address)
    return Pointer.Where;
  if (Pointer.K == ir::Operand::Read)
    return Pointer.Where.deref();
  return std::nullopt;
}

/// Returns an element of an array or container itself, and not of the object
/// that its name points at.
ir::Place lower::elementOf(const ir::Place &Array, ir::Operand Index) {
  bool Reference =
      !Array.Path.empty() && Array.Path.back().K == ir::Step::Deref;
  return (Reference ? Array.field(ir::ItselfField) : Array)
      .index(std::move(Index));
}

bool lower::returnsError(const FunctionDecl *F) {
  QualType T = F->getReturnType();
  return T->isEnumeralType() || (T->isIntegerType() && !T->isBooleanType());
}

ir::Place lower::handleField(const ir::Place &Object, Role R) {
  return Object.field(hiddenField(R));
}

/// Whether \p Class owns numbers that nothing but the owner deletes.
bool lower::ownsNumbers(DeclQueries &Decls, const CXXRecordDecl *Class) {
  const auto *Pointer = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (!Pointer || Decls.libraryType(Pointer) != HostValue::UniqueOwner ||
      Pointer->getTemplateArgs().size() != 2)
    return false;
  const TemplateArgument &To = Pointer->getTemplateArgs()[0];
  const TemplateArgument &Deleter = Pointer->getTemplateArgs()[1];
  if (To.getKind() != TemplateArgument::Type ||
      Deleter.getKind() != TemplateArgument::Type)
    return false;
  QualType T = To.getAsType();
  if (const auto *Array = dyn_cast<ArrayType>(T.getCanonicalType()))
    T = Array->getElementType();
  return T->isArithmeticType() &&
         Decls.libraryType(Deleter.getAsType()->getAsCXXRecordDecl()) ==
             HostValue::DefaultDeleter;
}

bool lower::ownsElements(DeclQueries &Decls, const CXXRecordDecl *Class) {
  switch (Decls.libraryType(Class)) {
  case HostValue::Array:
  case HostValue::Vector:
  case HostValue::Deque:
  case HostValue::String:
  case HostValue::Pair:
  case HostValue::Tuple:
  case HostValue::Optional:
    return true;
  default:
    return ownsNumbers(Decls, Class);
  }
}

bool lower::isOptional(DeclQueries &Decls, const CXXRecordDecl *Class) {
  const HostValue Type = Decls.libraryType(Class);
  return Type == HostValue::Optional || Type == HostValue::OtherOptional;
}

bool lower::isPlainCopy(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Ctor = E->getConstructor();
  return Ctor->isCopyOrMoveConstructor() && E->getNumArgs() >= 1 &&
         (Ctor->isTrivial() || Ctor->isImplicit() || Ctor->isDefaulted() ||
          E->isElidable());
}
