//===- SkippedBodies.cpp - Uses in skipped function bodies ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkippedBodies.h"
#include "../lib/lower/UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "clang/Serialization/ASTReader.h"

using namespace clang;

bool isSkippedBody(Decl *D, const SourceManager &SM) {
  const FunctionDecl *F = D->getAsFunction();
  return F && (cuda_capture::lower::isDeviceOnly(F) ||
               SM.isInSystemHeader(F->getLocation()));
}

void SkippedBodies::ReadPendingInstantiations(
    llvm::SmallVectorImpl<std::pair<ValueDecl *, SourceLocation>> &Pending) {
  // Sema asks this source first, and the AST reader returns each instantiation
  // only once.
  const size_t Before = Pending.size();
  if (auto Reader = CI.getASTReader())
    Reader->ReadPendingInstantiations(Pending);
  for (size_t I = Before; I < Pending.size(); ++I)
    if (auto *F = dyn_cast<FunctionDecl>(Pending[I].first))
      noteInstantiation(F);
}

void SkippedBodies::collect(llvm::ArrayRef<TemplateArgument> Arguments) {
  for (const TemplateArgument &A : Arguments) {
    if (A.getKind() == TemplateArgument::Pack) {
      collect(A.getPackAsArray());
      continue;
    }
    if (A.getKind() != TemplateArgument::Type)
      continue;
    const QualType T(A.getAsType()->getBaseElementTypeUnsafe(), 0);
    auto *Class = T->getAsCXXRecordDecl();
    if (!Class || !Known.insert(Class->getCanonicalDecl()).second)
      continue;
    // The constructor of a class of the program itself tells what it
    // constructs. A class of a system header, such as a pair, may contain
    // objects of its template arguments.
    if (!CI.getSourceManager().isInSystemHeader(Class->getLocation()))
      Classes.push_back(T);
    else if (auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Class))
      collect(Made->getTemplateArgs().asArray());
  }
}

void SkippedBodies::attempt(llvm::function_ref<void()> Use) {
  const size_t Before = Functions.size();
  const DiagnosticErrorTrap Errors(CI.getDiagnostics());
  Use();
  TheSema->DefineUsedVTables();
  TheSema->PerformPendingInstantiations();
  if (Errors.hasErrorOccurred())
    for (size_t I = Before; I < Functions.size(); ++I)
      Functions[I]->setInvalidDecl();
}

void SkippedBodies::construct(QualType T) {
  // So far, nothing may have needed more than the name of the class.
  CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  const SourceLocation At = Class->getLocation();
  attempt([&] { TheSema->isCompleteType(At, T); });
  Class = Class->getDefinition();
  if (!Class || Class->isInvalidDecl() || Class->isDependentContext() ||
      Class->isAbstract() || Class->isLambda())
    return;
  auto Refer = [&](CXXMethodDecl *Method) {
    attempt([&] { TheSema->MarkFunctionReferenced(At, Method); });
  };
  // A template with a skipped body may construct the class.
  if (Class->isPolymorphic())
    attempt([&] {
      TheSema->MarkVTableUsed(At, Class, /*DefinitionRequired=*/true);
    });
  attempt([&] {
    TheSema->LookupDefaultConstructor(Class);
    TheSema->LookupDestructor(Class);
  });
  for (CXXConstructorDecl *Constructor : llvm::to_vector(Class->ctors()))
    if (!Constructor->isDeleted() && !Constructor->isInvalidDecl())
      Refer(Constructor);
  CXXDestructorDecl *Destructor = Class->getDestructor();
  if (Destructor && !Destructor->isDeleted() && !Destructor->isInvalidDecl())
    Refer(Destructor);
}

void SkippedBodies::ReadTentativeDefinitions(
    llvm::SmallVectorImpl<VarDecl *> &) {
  if (std::exchange(Done, true) || !TheSema)
    return;
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  const bool Suppressed = Diags.getSuppressAllDiagnostics();
  Diags.setSuppressAllDiagnostics(true);
  // Each of the two lists may grow while the other one is processed.
  size_t NextFunction = 0, NextClass = 0;
  while (NextFunction < Functions.size() || NextClass < Classes.size()) {
    if (NextClass < Classes.size()) {
      construct(Classes[NextClass++]);
      continue;
    }
    FunctionDecl *F = Functions[NextFunction++];
    const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
    if (!Pattern || !Pattern->hasSkippedBody() ||
        cuda_capture::lower::isDeviceOnly(F))
      continue;
    if (const TemplateArgumentList *Own = F->getTemplateSpecializationArgs())
      collect(Own->asArray());
    for (const DeclContext *In = F->getDeclContext(); In->isRecord();
         In = In->getParent())
      if (auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(In))
        collect(Made->getTemplateArgs().asArray());
  }
  Diags.setSuppressAllDiagnostics(Suppressed);
}
