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
#include "clang/Basic/Version.inc"
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

/// The largest number of classes, or of calls, that are attempted for the
/// template arguments of one skipped body.
static constexpr unsigned MaxAttempts = 64;

void SkippedBodies::sort(llvm::ArrayRef<TemplateArgument> From, bool Nested,
                         Arguments &Into) const {
  const SourceManager &SM = CI.getSourceManager();
  for (const TemplateArgument &A : From) {
    if (A.getKind() == TemplateArgument::Pack) {
      sort(A.getPackAsArray(), Nested, Into);
    } else if (A.getKind() == TemplateArgument::Template) {
      TemplateDecl *Template = A.getAsTemplate().getAsTemplateDecl();
      if (Template && !SM.isInSystemHeader(Template->getLocation()))
        Into.Templates.push_back(Template);
    } else if (A.getKind() == TemplateArgument::Type) {
      const QualType T = A.getAsType();
      (Nested ? Into.Elements : Into.Types).push_back(T);
      const QualType Object = T.getNonReferenceType();
      if (const auto *Function = Object->getAs<FunctionProtoType>())
        Into.Signatures.push_back(Function);
      if (Object->isPointerType())
        Into.Elements.push_back(Object->getPointeeType());
      const auto *Made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
          Object->getAsCXXRecordDecl());
      if (Made && SM.isInSystemHeader(Made->getLocation()))
        sort(Made->getTemplateArgs().asArray(), /*Nested=*/true, Into);
    }
  }
}

void SkippedBodies::makeClasses(const Arguments &Given) {
  unsigned Attempts = 0;
  auto Make = [&](ClassTemplateDecl *Template, QualType Of) {
    const std::string Key =
        Template->getQualifiedNameAsString() + "<" + Of.getAsString() + ">";
    if (++Attempts > MaxAttempts || !Attempted.insert(Key).second)
      return;
    const SourceLocation At = Template->getLocation();
    TemplateArgumentListInfo Args(At, At);
    Args.addArgument(TemplateArgumentLoc(
        TemplateArgument(Of),
        CI.getASTContext().getTrivialTypeSourceInfo(Of, At)));
    QualType Class;
    attempt([&] {
#if CLANG_VERSION_MAJOR >= 22
      Class = TheSema->CheckTemplateIdType(
          ElaboratedTypeKeyword::None, TemplateName(Template), At, Args,
          /*Scope=*/nullptr, /*ForNestedNameSpecifier=*/false);
#else
      Class = TheSema->CheckTemplateIdType(TemplateName(Template), At, Args);
#endif
    });
    const CXXRecordDecl *Record =
        Class.isNull() ? nullptr : Class->getAsCXXRecordDecl();
    if (Record && Known.insert(Record->getCanonicalDecl()).second)
      Classes.push_back(Class);
  };
  for (TemplateDecl *Template : Given.Templates) {
    auto *OfClass = dyn_cast<ClassTemplateDecl>(Template);
    if (!OfClass ||
        OfClass->getTemplateParameters()->getMinRequiredArguments() != 1)
      continue;
    for (const auto *Types : {&Given.Types, &Given.Elements})
      for (QualType T : *Types)
        if (!T->isDependentType())
          Make(OfClass, T);
  }
}

void SkippedBodies::runCallable(QualType T, FunctionTemplateDecl *Operator,
                                llvm::ArrayRef<QualType> Args) {
  std::string Key = T.getAsString() + "(";
  for (QualType A : Args)
    Key += A.getAsString() + ",";
  if (!Attempted.insert(Key).second)
    return;
  const SourceLocation At = T->getAsCXXRecordDecl()->getLocation();
  ASTContext &Ctx = CI.getASTContext();
  auto ValueOf = [&](QualType Type) -> Expr * {
    return new (Ctx) OpaqueValueExpr(At, Type.getNonReferenceType(), VK_LValue);
  };
  llvm::SmallVector<Expr *, 4> Values;
  for (QualType A : Args)
    Values.push_back(ValueOf(A));
  const llvm::DenseSet<FunctionDecl *> Before(Operator->spec_begin(),
                                              Operator->spec_end());
  const bool Fits = attempt([&] {
    (void)TheSema->BuildCallToObjectOfClassType(TheSema->TUScope, ValueOf(T),
                                                At, Values, At);
  });
  Trials &Of = Tried[Operator];
  for (FunctionDecl *Made : Operator->specializations())
    if (!Before.contains(Made)) {
      Of.OneFits |= Fits;
      if (!Fits)
        Of.Failed.push_back(Made);
    }
}

void SkippedBodies::dropFailed() {
  for (auto &[Operator, Of] : Tried)
    if (Of.OneFits)
      for (FunctionDecl *Made : Of.Failed)
        Made->setBody(nullptr);
}

void SkippedBodies::runCallables(const Arguments &Given) {
  const SourceManager &SM = CI.getSourceManager();
  unsigned Attempts = 0;
  for (size_t I = 0; I < Given.Types.size(); ++I) {
    const QualType T = Given.Types[I].getNonReferenceType();
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Class->isInvalidDecl() ||
        SM.isInSystemHeader(Class->getLocation()))
      continue;
    for (NamedDecl *D : Class->getDefinition()->lookup(
             CI.getASTContext().DeclarationNames.getCXXOperatorName(OO_Call))) {
      auto *Template = dyn_cast<FunctionTemplateDecl>(D->getUnderlyingDecl());
      if (!Template ||
          cuda_capture::lower::isDeviceOnly(Template->getTemplatedDecl()))
        continue;
      const unsigned Params = Template->getTemplatedDecl()->getNumParams();
      auto Try = [&](llvm::ArrayRef<QualType> Args) {
        if (Args.size() == Params && ++Attempts <= MaxAttempts)
          runCallable(T, Template, Args);
      };
      for (const FunctionProtoType *Signature : Given.Signatures)
        Try(Signature->getParamTypes());
      // Those that follow it are the arguments, and what is deduced of them.
      Try(llvm::ArrayRef<QualType>(Given.Types)
              .drop_front(I + 1)
              .take_front(Params));
      if (Params != 1)
        continue;
      for (QualType Element : Given.Elements)
        if (Element->isObjectType() && !Element->isDependentType())
          Try(Element);
    }
  }
}

bool SkippedBodies::attempt(llvm::function_ref<void()> Use) {
  const size_t Before = Functions.size();
  const DiagnosticErrorTrap Errors(CI.getDiagnostics());
  Use();
  TheSema->DefineUsedVTables();
  TheSema->PerformPendingInstantiations();
  if (!Errors.hasErrorOccurred())
    return true;
  for (size_t I = Before; I < Functions.size(); ++I)
    Functions[I]->setInvalidDecl();
  return false;
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
    Arguments Given;
    auto Look = [&](llvm::ArrayRef<TemplateArgument> At) {
      collect(At);
      sort(At, /*Nested=*/false, Given);
    };
    if (const TemplateArgumentList *Own = F->getTemplateSpecializationArgs())
      Look(Own->asArray());
    for (const DeclContext *In = F->getDeclContext(); In->isRecord();
         In = In->getParent())
      if (auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(In))
        Look(Made->getTemplateArgs().asArray());
    makeClasses(Given);
    runCallables(Given);
  }
  dropFailed();
  Diags.setSuppressAllDiagnostics(Suppressed);
}
