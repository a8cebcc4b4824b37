//===- Overloads.cpp - C++ overloads of the API's C functions -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parameters of a function are not the same in every toolkit, and CUDA's
/// headers have C++ functions that share their names with C functions and take
/// additional or fewer parameters in between: a pool before the stream, one set
/// of attributes in place of an array. A row describes the function of one
/// toolkit; the types in the declaration that was parsed tell where the handles
/// are.
///
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether \p F is declared in a block of C linkage. FunctionDecl::isExternC
/// would compute the linkage, which takes longer.
static bool isPlainC(const FunctionDecl *F) {
  const auto *Around = dyn_cast<LinkageSpecDecl>(F->getDeclContext());
  return Around && Around->getLanguage() == LinkageSpecLanguageIDs::C &&
         F->getStorageClass() != SC_Static &&
         Around->getDeclContext()->isTranslationUnit();
}

/// Returns the C function of the same name as \p F, if \p F is not a C function
/// itself.
static const FunctionDecl *cFunction(const FunctionDecl *F) {
  if (isPlainC(F) || F->isExternC() || !F->getIdentifier() ||
      !F->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return nullptr;
  const TranslationUnitDecl *TU = F->getASTContext().getTranslationUnitDecl();
  for (const NamedDecl *D : TU->lookup(F->getDeclName()))
    if (const auto *C = dyn_cast<FunctionDecl>(D); C && C->isExternC())
      return C;
  return nullptr;
}

/// Whether \p T, or a type that it is another name of, has one of \p Names,
/// which the knowledge base lists.
static bool isNamed(QualType T, llvm::ArrayRef<std::string> Names) {
  auto IsOne = [&](const NamedDecl *D) {
    const StringRef Declared = D->getName();
    return llvm::is_contained(Names, Declared);
  };
  while (const auto *Alias = T->getAs<TypedefType>()) {
    if (IsOne(Alias->getDecl()))
      return true;
    T = Alias->desugar();
  }
  const TagDecl *Tag = T->getAsTagDecl();
  return Tag && Tag->getIdentifier() && IsOne(Tag);
}

/// Whether parameter \p I of \p F has a type that \p P may have.
static bool fits(const FunctionDecl *F, unsigned I, const Param &P,
                 const KnowledgeBase &KB) {
  QualType T = F->getParamDecl(I)->getType();
  if (P.Acc == Access::Out || P.Acc == Access::InOut)
    T = T->getPointeeType();
  return !T.isNull() && isNamed(T, KB.types(P.R));
}

/// Whether parameter \p I of \p F may be a handle although its type is none of
/// those that the knowledge base lists: the author of a row may have another.
static bool mayBeOfOwnType(const FunctionDecl *F, unsigned I, Access Acc) {
  QualType T = F->getParamDecl(I)->getType().getNonReferenceType();
  if ((Acc == Access::Out || Acc == Access::InOut) && T->isPointerType())
    T = T->getPointeeType();
  return T->getAs<TypedefType>() || T->isRecordType() ||
         T->isVoidPointerType() ||
         (T->isPointerType() && T->getPointeeType()->isRecordType());
}

static bool isHandle(Role R) {
  return R == Role::Stream || R == Role::Event || R == Role::Graph ||
         R == Role::Exec || R == Role::Mode;
}

bool lower::isOverloadOfC(const FunctionDecl *F) { return cFunction(F); }

std::vector<std::optional<unsigned>>
lower::parameterOrder(const FunctionDecl *F, const ApiRow &Row,
                      const KnowledgeBase &KB) {
  // What a program declares in C++ is what the rows of its author describe.
  if (Row.Implicit || Row.StreamByType || Row.Typed ||
      !(isPlainC(F) || F->isExternC() || cFunction(F)))
    return {};
  const unsigned Described = Row.Params.size();
  const unsigned Declared = F->getNumParams();
  auto IsInPlace = [&](unsigned P) {
    return P < Declared && fits(F, P, Row.Params[P], KB);
  };
  // Returns the only parameter that the handle can be.
  auto FindMoved = [&](unsigned P) {
    std::optional<unsigned> Found;
    for (unsigned I = 0; I < Declared; ++I) {
      if (!fits(F, I, Row.Params[P], KB) ||
          (I < Described && isHandle(Row.Params[I].R) && IsInPlace(I)))
        continue;
      if (Found)
        return std::optional<unsigned>();
      Found = I;
    }
    return Found;
  };
  unsigned Same = 0;
  while (Same < Described && (!isHandle(Row.Params[Same].R) || IsInPlace(Same)))
    ++Same;
  const bool IsOverload = cFunction(F);
  bool Reorders = false;
  for (unsigned P = Same; P < Described && !Reorders; ++P)
    Reorders = isHandle(Row.Params[P].R) && !IsInPlace(P) &&
               (FindMoved(P) ||
                (P < Declared &&
                 (IsOverload || !mayBeOfOwnType(F, P, Row.Params[P].Acc))));
  if (!Reorders)
    return {};
  std::vector<std::optional<unsigned>> Order(Described);
  for (unsigned P = 0; P < Described; ++P) {
    if (P < Same) {
      if (P < Declared)
        Order[P] = P;
    } else if (isHandle(Row.Params[P].R)) {
      Order[P] = IsInPlace(P) ? P : FindMoved(P);
    }
  }
  return Order;
}
