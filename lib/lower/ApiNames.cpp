//===- ApiNames.cpp - The names by which rows are found -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function of the global namespace is found by its name. Any other function
/// is found by its name with scopes and, where a row asks for it, by the
/// arguments of its class template and the type of its first parameter.
///
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the outermost scope that a programmer writes. This check avoids
/// building the names of functions of most libraries.
static StringRef outermostScope(const FunctionDecl *F) {
  StringRef Name;
  for (const DeclContext *DC = F->getDeclContext(); DC; DC = DC->getParent()) {
    if (const auto *NS = dyn_cast<NamespaceDecl>(DC);
        NS && (NS->isInline() || NS->isAnonymousNamespace()))
      continue;
    if (const auto *Scope = dyn_cast<NamedDecl>(DC))
      Name = Scope->getIdentifier() ? Scope->getName() : "";
  }
  return Name;
}

/// Returns "ns::C<int>::f(const int *)": the class with its template arguments,
/// and the type of the first parameter. Inline and nameless namespaces are left
/// out.
static std::string signature(const FunctionDecl *F) {
  std::string Plain = Lowering::apiName(F);
  PrintingPolicy Policy = F->getASTContext().getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  Policy.SuppressDefaultTemplateArgs = false;
  Policy.SuppressTagKeyword = true;
  Policy.FullyQualifiedName = true;
  auto Text = [&](QualType T) {
    return T.getCanonicalType().getAsString(Policy);
  };
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F)) {
    const CXXRecordDecl *Class = Method->getParent();
    std::string Scopes = Lowering::scopesOf(F);
#if CLANG_VERSION_MAJOR >= 22
    QualType ClassType = F->getASTContext().getCanonicalTagType(Class);
#else
    QualType ClassType = F->getASTContext().getRecordType(Class);
#endif
    Plain = Text(ClassType) + Plain.substr(Scopes.size());
  }
  return Plain + "(" +
         (F->getNumParams() ? Text(F->getParamDecl(0)->getType()) : "") + ")";
}

/// Returns the declaration of \p F that has its body, or null if there is none
/// or it is in a system header.
static const FunctionDecl *
definitionOutsideSystemHeaders(const FunctionDecl *F) {
  const FunctionDecl *Def = nullptr;
  return F->hasBody(Def) &&
                 !F->getASTContext().getSourceManager().isInSystemHeader(
                     Def->getLocation())
             ? Def
             : nullptr;
}

/// Returns whether the source defines \p F, which \p Row describes as a
/// function of the toolkit: the program implements the API, as a layer over
/// other devices or a mock does. The functions that the toolkit's headers
/// define are inline, and those of a loader, which call the toolkit's function
/// through a pointer, are often static.
static bool isImplementedHere(const FunctionDecl *F, const ApiRow &Row) {
  if (Row.OfLibrary || Row.Header.empty())
    return false;
  const FunctionDecl *Def = definitionOutsideSystemHeaders(F);
  return Def && !Def->isInlined() && !Def->isTemplateInstantiation() &&
         Def->isExternallyVisible();
}

/// Returns whether \p Row says only that \p F enqueues work on the stream that
/// it is given, and the source has the body of \p F, which says what this
/// version of the library really does with the stream. A user who writes a row
/// wants it to hold.
static bool saysLessThanBody(const ApiRow &Row, const FunctionDecl *F) {
  return Row.IsEmbedded && Row.StreamByType &&
         Row.Class == ApiClass::Captured && Row.Eff == Effect::None &&
         Row.Cases.empty() && definitionOutsideSystemHeaders(F);
}

Lookup lower::findApi(const KnowledgeBase &KB, const FunctionDecl *F,
                      std::string *Name) {
  if (F->getDeclContext()->getRedeclContext()->isTranslationUnit()) {
    const IdentifierInfo *Id = F->getIdentifier();
    if (Name && Id)
      *Name = Id->getName().str();
    const Lookup Found = Id ? KB.lookup(Id->getName()) : Lookup();
    return Found && isImplementedHere(F, *Found.Row) ? Lookup() : Found;
  }
  if (!KB.namesScopes() || !KB.namesScope(outermostScope(F)))
    return {};
  Lookup Found;
  std::string Spelled;
  if (KB.namesSignatures()) {
    Spelled = signature(F);
    Found = KB.lookupSignature(Spelled);
  }
  if (!Found) {
    Spelled = Lowering::apiName(F);
    Found = KB.lookup(Spelled);
  }
  if (Found && saysLessThanBody(*Found.Row, F))
    return {};
  // A row that a pattern found gets the caller's text as its spelling.
  Found.Spelling = Found.Matched;
  if (Name)
    *Name = std::move(Spelled);
  return Found;
}

bool Lowering::countsHere(const ApiRow &Row) const {
  StringRef Rest = Row.VersionLimit;
  for (const std::string &Macro : Row.VersionMacros) {
    std::optional<unsigned> Has =
        MacroNumber ? MacroNumber(Macro) : std::nullopt;
    auto [Part, More] = Rest.split('.');
    unsigned Limit = 0;
    // An unknown version may be any version.
    if (!Has)
      return Row.IfVersionUnknown;
    if (Part.getAsInteger(10, Limit) && !Part.empty())
      return false;
    if (*Has != Limit)
      return (*Has > Limit) == Row.FromLimit;
    Rest = More;
  }
  return Row.VersionMacros.empty() || Row.FromLimit;
}

Lookup Lowering::api(const FunctionDecl *F) const {
  auto [It, New] = Apis.try_emplace(F);
  if (New) {
    NamedApi Found;
    std::string Name;
    Found.Row = findApi(KB, F, &Name);
    if (Found.Row && !countsHere(*Found.Row.Row))
      Found.Row = Lookup();
    Found.Name = Name;
    Apis[F] = Found;
    return Found.Row;
  }
  return It->second.Row;
}

/// Returns the name of the API in "PFN_cuMemAlloc_v3020_ptsz" or
/// "pfn_cuMemAlloc", or an empty string.
static StringRef apiInPointerName(StringRef Name) {
  if (!Name.consume_front("PFN_") && !Name.consume_front("pfn_"))
    return "";
  if (!Name.consume_back("_ptsz"))
    Name.consume_back("_ptds");
  const StringRef Unversioned = Name.rtrim("0123456789");
  if (Unversioned.size() < Name.size() && Unversioned.ends_with("_v"))
    return Unversioned.drop_back(2);
  return Name;
}

/// Returns the pointer through which a call of \p E goes.
static const Expr *calledPointer(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Deref = dyn_cast<UnaryOperator>(E);
      Deref && Deref->getOpcode() == UO_Deref)
    E = Deref->getSubExpr()->IgnoreParenImpCasts();
  return E;
}

/// Returns the name of the API in the declaration of \p E, a pointer.
static StringRef apiInDeclaration(const Expr *E) {
  QualType T = E->getType();
  while (const auto *Alias = T->getAs<TypedefType>()) {
    if (StringRef Name = apiInPointerName(Alias->getDecl()->getName());
        !Name.empty())
      return Name;
    T = Alias->desugar();
  }
  const ValueDecl *D = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    D = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    D = Member->getMemberDecl();
  if (!D || !D->getIdentifier() || !D->getType()->isFunctionPointerType())
    return "";
  return apiInPointerName(D->getName());
}

/// Returns the function that \p T names as "decltype(fn) *" or
/// "decltype(&fn)"; null if it is written otherwise.
static const FunctionDecl *functionInDecltype(QualType T,
                                              const ASTContext &Ctx) {
  for (QualType Last; T != Last;) {
    Last = T;
    if (const auto *Pointer = dyn_cast<PointerType>(T)) {
      T = Pointer->getPointeeType();
      continue;
    }
    if (const auto *Written = dyn_cast<DecltypeType>(T)) {
      const Expr *Of = Written->getUnderlyingExpr()->IgnoreParens();
      if (const auto *Address = dyn_cast<UnaryOperator>(Of);
          Address && Address->getOpcode() == UO_AddrOf)
        Of = Address->getSubExpr()->IgnoreParens();
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Of))
        if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
          return F;
    }
    T = T.getSingleStepDesugaredType(Ctx);
  }
  return nullptr;
}

/// Returns a declaration, which no lookup finds, of a function that a program
/// loads by \p Name and whose headers it does not include; null if \p Type is
/// not that of a function.
static const FunctionDecl *declareLoaded(StringRef Name, QualType Type,
                                         ASTContext &Ctx) {
  const auto *Prototype = Type->getAs<FunctionProtoType>();
  if (!Prototype)
    return nullptr;
  FunctionDecl *F = FunctionDecl::Create(
      Ctx, Ctx.getTranslationUnitDecl(), SourceLocation(), SourceLocation(),
      &Ctx.Idents.get(Name), Type, nullptr, SC_Extern);
  llvm::SmallVector<ParmVarDecl *, 16> Params;
  for (QualType P : Prototype->param_types())
    Params.push_back(ParmVarDecl::Create(Ctx, F, SourceLocation(),
                                         SourceLocation(), nullptr, P, nullptr,
                                         SC_None, nullptr));
  F->setParams(Params);
  F->setImplicit();
  return F;
}

const FunctionDecl *Lowering::pointedApi(const CallExpr *E) const {
  const Expr *Pointer = calledPointer(E->getCallee());
  if (const FunctionDecl *F = functionInDecltype(Pointer->getType(), Ctx);
      F && api(F))
    return F;
  // Returns what the source declares with this name, if it fits the call.
  auto Declared = [&](const llvm::Twine &Name) -> const FunctionDecl * {
    if (const IdentifierInfo *Id = identifier(Ctx, Name.str()))
      for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(Id))
        if (const auto *F = dyn_cast<FunctionDecl>(D);
            F && F->getNumParams() == E->getNumArgs() && api(F))
          return F;
    return nullptr;
  };
  if (const StringRef Api = apiInDeclaration(Pointer); !Api.empty()) {
    // The header gives some functions a version, by a macro.
    for (const char *Version : {"", "_v2", "_v3"})
      if (const FunctionDecl *F = Declared(Api + Version))
        return F;
    return nullptr;
  }
  const ValueDecl *Variable = pointerVariable(Pointer);
  if (!Variable || !Variable->getType()->isFunctionPointerType())
    return nullptr;
  if (!Loaded)
    Loaded = findLoadedPointers(
        Ctx, [&](StringRef Name) { return bool(KB.lookup(Name)); });
  const StringRef Api = Loaded->lookup(Variable);
  if (Api.empty())
    return nullptr;
  if (const FunctionDecl *F = Declared(Api))
    return F;
  const FunctionDecl *F =
      declareLoaded(Api, Variable->getType()->getPointeeType(), Ctx);
  return F && api(F) ? F : nullptr;
}

ir::Name Lowering::calleeName(const FunctionDecl *F) const {
  return api(F) ? Apis[F].Name : ir::Name(apiName(F));
}

std::string Lowering::scopesOf(const NamedDecl *D) {
  std::string Scopes;
  for (const DeclContext *DC = D->getDeclContext(); DC; DC = DC->getParent()) {
    if (const auto *NS = dyn_cast<NamespaceDecl>(DC);
        NS && (NS->isInline() || NS->isAnonymousNamespace()))
      continue;
    if (const auto *Scope = dyn_cast<NamedDecl>(DC))
      Scopes = Scope->getNameAsString() + (Scopes.empty() ? "" : "::") + Scopes;
  }
  return Scopes;
}

/// Returns the part of the name after the scopes: "Class", "~Class", "operator
/// Type", or another name.
static std::string innermostName(const FunctionDecl *F) {
  const auto *Class = dyn_cast<CXXRecordDecl>(F->getDeclContext());
  if (isa<CXXConstructorDecl>(F))
    return Class->getName().str();
  if (isa<CXXDestructorDecl>(F))
    return "~" + Class->getName().str();
  if (const auto *Conversion = dyn_cast<CXXConversionDecl>(F)) {
    QualType T = Conversion->getConversionType();
    // An alias that is a member of a class, such as "value_type", says nothing
    // about the type.
    if (const auto *Alias = T->getAs<TypedefType>();
        Alias && Alias->getDecl()->getDeclContext()->isFileContext())
      return "operator " + Alias->getDecl()->getName().str();
    if (const TagDecl *Tag = T->getAsTagDecl())
      return "operator " + Tag->getName().str();
  }
  return F->getDeclName().getAsString();
}

/// Returns \p Name after the scopes that a programmer writes, without template
/// arguments and without inline and nameless namespaces.
static std::string withScopes(const std::string &Name, const NamedDecl *D) {
  std::string Scopes = Lowering::scopesOf(D);
  return Scopes.empty() ? Name : Scopes + "::" + Name;
}

std::string Lowering::apiName(const FunctionDecl *F) {
  return withScopes(innermostName(F), F);
}

std::string Lowering::scopedName(const NamedDecl *D) {
  return withScopes(D->getNameAsString(), D);
}
