//===- HostValues.cpp - Random numbers and times that the host makes ------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Handles functions of the system that return another value at each call, and
/// the values that are computed from the results. For translation units that
/// call none of these functions, the details are omitted, because no rule uses
/// such numbers otherwise. The list "host" of the knowledge base names these
/// functions, and classes of libraries.
///
//===----------------------------------------------------------------------===//

#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "TypeQueries.h"
#include "UserCode.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether a function of this name in \p Around, or in a context nested in it,
/// is called.
static bool isFunctionInUse(const DeclContext *Around, StringRef Name,
                            ASTContext &Ctx, const Identifiers &Names) {
  auto [First, Rest] = Name.split("::");
  DeclarationName Key;
  if (First == "operator()") {
    Key = Ctx.DeclarationNames.getCXXOperatorName(OO_Call);
  } else {
    const IdentifierInfo *Id = Names.find(First);
    if (!Id)
      return false;
    Key = Id;
  }
  for (const NamedDecl *D : Around->lookup(Key)) {
    if (const auto *Template = dyn_cast<ClassTemplateDecl>(D)) {
      for (const CXXRecordDecl *Class : Template->specializations())
        if (Class->hasDefinition() && !Rest.empty() &&
            isFunctionInUse(Class->getDefinition(), Rest, Ctx, Names))
          return true;
    } else if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      if (llvm::any_of(Template->specializations(), isUsed))
        return true;
    } else if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      if (Rest.empty() && isUsed(F))
        return true;
    } else if (const auto *Class = dyn_cast<CXXRecordDecl>(D)) {
      if (Class->hasDefinition() && !Rest.empty() &&
          isFunctionInUse(Class->getDefinition(), Rest, Ctx, Names))
        return true;
    } else if (const auto *Space = dyn_cast<NamespaceDecl>(D)) {
      if (!Rest.empty() && isFunctionInUse(Space, Rest, Ctx, Names))
        return true;
    }
  }
  return false;
}

bool DeclQueries::usesHostValues() {
  if (!UsesHostValues) {
    const Identifiers Names(Ctx);
    UsesHostValues = llvm::any_of(KB.hostValues(), [&](const auto &Known) {
      return isNamedInIR(Known.getValue()) &&
             isFunctionInUse(Ctx.getTranslationUnitDecl(), Known.getKey(), Ctx,
                             Names);
    });
  }
  return *UsesHostValues;
}

/// Returns the name of \p F as the knowledge base spells functions and classes
/// of the host; empty if \p F has no such name.
static std::string hostName(const NamedDecl *F) {
  std::string Name = F->getNameAsString();
  for (const DeclContext *Around = F->getDeclContext();
       !Around->isTranslationUnit(); Around = Around->getParent()) {
    if (Around->isInlineNamespace() || isa<LinkageSpecDecl>(Around))
      continue;
    const auto *Named = dyn_cast<NamedDecl>(Around);
    if (!Named || !Named->getIdentifier())
      return "";
    Name = (Named->getName() + "::" + Name).str();
  }
  return Name;
}

std::string DeclQueries::hostValue(const FunctionDecl *F) {
  if (!usesHostValues())
    return "";
  std::string Name = hostName(F);
  return isNamedInIR(KB.hostValue(Name)) ? Name : "";
}

/// Whether the translation unit declares the outermost scope of a name whose
/// host value is \p What.
static bool hasScopeOf(HostValue What, const KnowledgeBase &KB,
                       ASTContext &Ctx) {
  const Identifiers Names(Ctx);
  return llvm::any_of(KB.hostValues(), [&](const auto &Known) {
    if (Known.getValue() != What)
      return false;
    const IdentifierInfo *Id = Names.find(Known.getKey().split("::").first);
    return Id &&
           !Ctx.getTranslationUnitDecl()->lookup(DeclarationName(Id)).empty();
  });
}

HostValue DeclQueries::libraryType(const CXXRecordDecl *Class) {
  if (!Class || !Class->getIdentifier())
    return HostValue::None;
  auto [It, New] =
      LibraryTypes.try_emplace(Class->getCanonicalDecl(), HostValue::None);
  if (New)
    It->second = KB.hostValue(hostName(Class));
  return It->second;
}

HostValue DeclQueries::libraryType(QualType T) {
  return T.isNull()
             ? HostValue::None
             : libraryType(T.getNonReferenceType()->getAsCXXRecordDecl());
}

HostValue DeclQueries::kindOf(const FunctionDecl *F) {
  auto [It, New] =
      LibraryFunctions.try_emplace(F->getCanonicalDecl(), HostValue::None);
  if (New)
    It->second = KB.hostValue(hostName(F));
  return It->second;
}

HostValue DeclQueries::libraryFunction(const FunctionDecl *F) {
  return F && F->getIdentifier() && !isa<CXXMethodDecl>(F) ? kindOf(F)
                                                           : HostValue::None;
}

bool DeclQueries::runsItsObject(const FunctionDecl *F) {
  if (!KnowsModels)
    KnowsModels = hasScopeOf(HostValue::RunsObject, KB, Ctx);
  return *KnowsModels && isa_and_nonnull<CXXMethodDecl>(F) &&
         !isa<CXXConversionDecl>(F) && kindOf(F) == HostValue::RunsObject;
}

bool DeclQueries::knowsChoices() {
  if (!KnowsChoices)
    KnowsChoices = hasScopeOf(HostValue::Choice, KB, Ctx);
  return *KnowsChoices;
}

bool DeclQueries::knowsAssertions() {
  if (!KnowsAssertions)
    KnowsAssertions = hasScopeOf(HostValue::Verdict, KB, Ctx);
  return *KnowsAssertions;
}

HostValue DeclQueries::assertion(const FunctionDecl *F) const {
  switch (HostValue What = KB.hostValue(hostName(F))) {
  case HostValue::Equal:
  case HostValue::Unequal:
  case HostValue::Verdict:
    return What;
  default:
    return HostValue::None;
  }
}

bool DeclQueries::knowsScopeGuards() {
  if (!KnowsScopeGuards)
    KnowsScopeGuards = hasScopeOf(HostValue::ScopeGuard, KB, Ctx);
  return *KnowsScopeGuards;
}

/// Returns the class or enumeration \p T, which may tell what an operator
/// makes, and the classes or enumerations among its template arguments.
static llvm::SmallVector<const TagDecl *, 2> tagsIn(QualType T) {
  llvm::SmallVector<const TagDecl *, 2> Tags;
  const TagDecl *Tag = T.getNonReferenceType()->getAsTagDecl();
  if (!Tag)
    return Tags;
  Tags.push_back(Tag);
  if (const auto *Of = dyn_cast<ClassTemplateSpecializationDecl>(Tag))
    for (const TemplateArgument &A : Of->getTemplateArgs().asArray())
      if (A.getKind() == TemplateArgument::Type)
        if (const TagDecl *Inner = A.getAsType()->getAsTagDecl())
          Tags.push_back(Inner);
  return Tags;
}

bool DeclQueries::makesScopeGuard(const FunctionDecl *F) const {
  return F->getOverloadedOperator() != OO_None && F->getNumParams() == 2 &&
         llvm::any_of(
             tagsIn(F->getParamDecl(0)->getType()), [&](const TagDecl *Tag) {
               return KB.hostValue(hostName(Tag)) == HostValue::ScopeGuard;
             });
}

bool DeclQueries::isScopeGuard(const CXXRecordDecl *Class) const {
  // The class may be local to the operator that makes its objects.
  if (const auto *F = dyn_cast<FunctionDecl>(Class->getDeclContext()))
    return makesScopeGuard(F);
  return Class->getIdentifier() &&
         KB.hostValue(hostName(Class)) == HostValue::ScopeGuard;
}

bool DeclQueries::isDismissal(const FunctionDecl *F) const {
  return KB.hostValue(hostName(F)) == HostValue::Dismissal;
}

bool DeclQueries::isChoice(const FunctionDecl *F) const {
  return KB.hostValue(hostName(F)) == HostValue::Choice;
}

/// Collects the operands from which \p E, floating-point arithmetic, is
/// computed.
void ExprLowering::collectOperands(const Expr *E,
                                   std::vector<ir::Operand> &Found) {
  if (Nesting > ir::MaxNesting) {
    IR.F.Cut = true;
    return;
  }
  llvm::SaveAndRestore<unsigned> Nested(Nesting, Nesting + 1);
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    switch (Cast->getCastKind()) {
    case CK_IntegralToFloating:
    case CK_FloatingToIntegral:
    case CK_FloatingCast:
      return collectOperands(Cast->getSubExpr(), Found);
    default:
      break;
    }
  if (E->getType()->isRealFloatingType()) {
    if (const auto *Op = dyn_cast<BinaryOperator>(E);
        Op && (Op->isMultiplicativeOp() || Op->isAdditiveOp())) {
      collectOperands(Op->getLHS(), Found);
      return collectOperands(Op->getRHS(), Found);
    }
    if (const auto *Op = dyn_cast<UnaryOperator>(E);
        Op && (Op->getOpcode() == UO_Minus || Op->getOpcode() == UO_Plus))
      return collectOperands(Op->getSubExpr(), Found);
  }
  ir::Operand O = value(E);
  if (O.K == ir::Operand::Read || O.K == ir::Operand::Binary)
    Found.push_back(std::move(O));
}

ir::Operand ExprLowering::floatingValue(const Expr *E) {
  if (!Decls.usesHostValues())
    return ir::Operand::unknown();
  std::vector<ir::Operand> Of;
  collectOperands(E, Of);
  if (Of.empty())
    return ir::Operand::unknown();
  ir::Place Result = IR.temporary(E);
  ir::Instruction &I =
      IR.emit(ir::Instruction::unknownCall("arithmetic", std::move(Of), Result),
              E, beginOf(E));
  I.Flags.System = I.Flags.Pure = true;
  return ir::Operand::read(Result);
}
