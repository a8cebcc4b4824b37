//===- DeclQueries.cpp - Queries about declarations -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeclQueries.h"
#include "Lowering.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the roles of the handles among the parameters of \p Row, as bits.
static unsigned handleRoles(const ApiRow &Row) {
  unsigned Result = 0;
  for (const Param &P : Row.Params)
    switch (P.R) {
    case Role::Stream:
    case Role::Event:
    case Role::Graph:
    case Role::Exec:
    case Role::Mode:
    case Role::CaptureStatus:
      Result |= 1U << unsigned(P.R);
      break;
    default:
      break;
    }
  return Result;
}

/// Learns which types are streams, events and so on from the declarations that
/// the rows describe. All functions of a header use the same type for a role,
/// so one function per role is enough: reading them all from a precompiled
/// header, as an editor would, takes longer than the analysis.
void DeclQueries::collectHandleTypes() {
  if (!HandleTypes.empty())
    return;
  const TranslationUnitDecl *TU = Ctx.getTranslationUnitDecl();
  llvm::StringMap<std::array<unsigned, 3>> Headers; // By family.
  for (const ApiRow &Row : KB.rows()) {
    const unsigned Roles = handleRoles(Row);
    // A construct of the language has no declaration; a function of its name is
    // the program's. Where the stream is found by its type, its position is not
    // known.
    if (!Roles || Row.Construct || Row.StreamByType)
      continue;
    // Rows of users need not have a header.
    std::array<unsigned, 3> *Known =
        Row.Header.empty() ? nullptr : &Headers[Row.Header];
    for (const ApiRow::Name &N : Row.Names) {
      if (Known && !(Roles & ~(*Known)[unsigned(N.Fam)]))
        continue;
      const IdentifierInfo *Id = identifier(Ctx, N.Spelling);
      if (!Id)
        continue;
      for (const NamedDecl *D : TU->lookup(Id)) {
        const auto *F = dyn_cast<FunctionDecl>(D);
        if (!F || isOverloadOfC(F))
          continue;
        const auto Order = parameterOrder(F, Row, KB);
        for (unsigned I = 0; I < Row.Params.size(); ++I) {
          const Role R = Row.Params[I].R;
          const std::optional<unsigned> At = Order.empty() ? I : Order[I];
          if (!(Roles & (1U << unsigned(R))) || !At || *At >= F->getNumParams())
            continue;
          QualType T = F->getParamDecl(*At)->getType();
          if (Row.Params[I].Acc == Access::Out ||
              Row.Params[I].Acc == Access::InOut)
            T = T->getPointeeType();
          if (T.isNull())
            continue;
          HandleTypes.try_emplace(
              T.getCanonicalType().getUnqualifiedType().getAsOpaquePtr(), R);
          if (Known)
            (*Known)[unsigned(N.Fam)] |= 1U << unsigned(R);
        }
      }
    }
  }
}

Role DeclQueries::handleRole(QualType T) const {
  return HandleTypes.lookup(
      T.getCanonicalType().getUnqualifiedType().getAsOpaquePtr());
}

bool DeclQueries::isDescribed(const CXXRecordDecl *Class) {
  return KB.describedAs(Lowering::scopedName(Class)) != Role::None;
}

std::optional<unsigned>
DeclQueries::streamParameter(const FunctionDecl *F) const {
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    if (handleRole(F->getParamDecl(I)->getType()) == Role::Stream)
      return I;
  return std::nullopt;
}

bool DeclQueries::concernsMode(const FunctionDecl *F) const {
  for (const ParmVarDecl *P : F->parameters()) {
    QualType T = P->getType();
    if (handleRole(T->getPointeeType().isNull() ? T : T->getPointeeType()) ==
        Role::Mode)
      return true;
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && Method->getParent()->hasDefinition() &&
         llvm::any_of(Method->getParent()->fields(), [&](const FieldDecl *D) {
           return handleRole(D->getType()) == Role::Mode;
         });
}

bool DeclQueries::usesCurrentStream() {
  if (!UsesCurrentStream) {
    const Identifiers Names(Ctx);
    UsesCurrentStream = llvm::any_of(KB.rows(), [&](const ApiRow &Row) {
      return Row.CurrentRole == Role::Stream &&
             llvm::any_of(Row.Names, [&](const ApiRow::Name &N) {
               return declares(Ctx, Names, N.Spelling);
             });
    });
  }
  return *UsesCurrentStream;
}

bool DeclQueries::mayChangeStream(const FunctionDecl *F) {
  if (!isa<CXXConstructorDecl, CXXDestructorDecl>(F) || !usesCurrentStream())
    return false;
  // An object that is given a stream may make it the current one.
  auto IsStream = [&](const ParmVarDecl *P) {
    QualType T = P->getType().getNonReferenceType();
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    return handleRole(T) == Role::Stream ||
           (Class &&
            KB.describedAs(Lowering::scopedName(Class)) == Role::Stream);
  };
  const auto *Class = cast<CXXMethodDecl>(F)->getParent();
  return llvm::any_of(Class->ctors(), [&](const CXXConstructorDecl *Ctor) {
    return llvm::any_of(Ctor->parameters(), IsStream);
  });
}

bool DeclQueries::handlesStreamGuard(const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (!usesCurrentStream() || F->getNumParams() == 0 ||
      (Method && Method->isConst()))
    return false;
  auto IsGuard = [&](const TemplateArgument &A) {
    const CXXRecordDecl *Class = A.getKind() == TemplateArgument::Type
                                     ? A.getAsType()->getAsCXXRecordDecl()
                                     : nullptr;
    if (!Class)
      return false;
    Lookup Found =
        KB.lookup(Lowering::scopedName(Class) + "::" + Class->getName().str());
    return Found && Found.Row->Current == CurrentUse::Push &&
           Found.Row->CurrentRole != Role::Mode;
  };
  if (const TemplateArgumentList *Args = F->getTemplateSpecializationArgs())
    if (llvm::any_of(Args->asArray(), IsGuard))
      return true;
  const auto *Holder =
      Method ? dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent())
             : nullptr;
  return Holder && llvm::any_of(Holder->getTemplateArgs().asArray(), IsGuard);
}

bool DeclQueries::standsForStream(const CXXRecordDecl *Class) {
  if (!StreamClasses) {
    StreamClasses.emplace();
    for (const ApiRow &Row : KB.rows())
      if (Row.This && Row.This->R == Role::Stream)
        for (const ApiRow::Name &N : Row.Names)
          StreamClasses->insert(StringRef(N.Spelling).rsplit("::").first);
  }
  return !StreamClasses->empty() &&
         StreamClasses->contains(Class->getQualifiedNameAsString());
}

const Counters &DeclQueries::counters() {
  if (!Counted)
    Counted = countersOf(Ctx);
  return *Counted;
}

const Epochs &DeclQueries::epochs() {
  if (!OnlyGrowing)
    OnlyGrowing = epochsOf(Ctx);
  return *OnlyGrowing;
}
