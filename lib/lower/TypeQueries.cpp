//===- TypeQueries.cpp - Questions about types and declarations -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeQueries.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

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

std::optional<ir::Place> lower::pointeeOf(const ir::Operand &Pointer) {
  if (Pointer.K == ir::Operand::Address)
    return Pointer.Where;
  if (Pointer.K == ir::Operand::Read)
    return Pointer.Where.deref();
  return std::nullopt;
}

StringRef lower::outerNamespace(const Decl *D) {
  const DeclContext *Around = D->getDeclContext();
  while (Around->isInlineNamespace())
    Around = Around->getParent();
  const auto *N = dyn_cast<NamespaceDecl>(Around);
  // A library may open it within extern "C++".
  return N && N->getParent()->getRedeclContext()->isTranslationUnit()
             ? N->getName()
             : "";
}

/// An element of an array or container, and not of what its name points at.
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
  return Object.field(("<" + roleName(R) + ">").str());
}

bool lower::isStdArray(QualType T) {
  const auto *Class = T->getAsCXXRecordDecl();
  return Class && Class->isInStdNamespace() && Class->getIdentifier() &&
         Class->getName() == "array";
}

/// A unique_ptr to numbers, which nobody but itself deletes.
bool lower::ownsNumbers(const CXXRecordDecl *Class) {
  const auto *Pointer = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (!Pointer || !Pointer->isInStdNamespace() || !Pointer->getIdentifier() ||
      Pointer->getName() != "unique_ptr" ||
      Pointer->getTemplateArgs().size() != 2)
    return false;
  const TemplateArgument &To = Pointer->getTemplateArgs()[0];
  const TemplateArgument &Deleter = Pointer->getTemplateArgs()[1];
  if (To.getKind() != TemplateArgument::Type ||
      Deleter.getKind() != TemplateArgument::Type)
    return false;
  const CXXRecordDecl *Deletes = Deleter.getAsType()->getAsCXXRecordDecl();
  QualType T = To.getAsType();
  if (const auto *Array = dyn_cast<ArrayType>(T.getCanonicalType()))
    T = Array->getElementType();
  return T->isArithmeticType() && Deletes && Deletes->isInStdNamespace() &&
         Deletes->getIdentifier() && Deletes->getName() == "default_delete";
}

/// A container of the standard library whose elements are gone when it is.
bool lower::ownsElements(const CXXRecordDecl *Class) {
  if (ownsNumbers(Class))
    return true;
  static constexpr llvm::StringLiteral Known[] = {
      "vector", "array", "basic_string", "deque", "pair", "tuple", "optional"};
  return Class->isInStdNamespace() && Class->getIdentifier() &&
         llvm::is_contained(Known, Class->getName());
}

bool lower::isPlainCopy(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Ctor = E->getConstructor();
  return Ctor->isCopyOrMoveConstructor() && E->getNumArgs() >= 1 &&
         (Ctor->isTrivial() || Ctor->isImplicit() || Ctor->isDefaulted() ||
          E->isElidable());
}
