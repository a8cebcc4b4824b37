//===- Overloads.cpp - C++ overloads of the API's C functions -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// CUDA's headers have C++ functions that share their names with C functions
/// and take additional or fewer parameters in between: a pool before the
/// stream, one set of attributes in place of an array. A row describes the C
/// function; the parameter types of an overload tell where its handles are.
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

static QualType typeOf(const FunctionDecl *F, unsigned Param) {
  return F->getParamDecl(Param)
      ->getType()
      .getCanonicalType()
      .getUnqualifiedType();
}

static bool isHandle(Role R) {
  return R == Role::Stream || R == Role::Event || R == Role::Graph ||
         R == Role::Exec || R == Role::Mode;
}

bool lower::isOverloadOfC(const FunctionDecl *F) { return cFunction(F); }

std::vector<std::optional<unsigned>> lower::overloadOrder(const FunctionDecl *F,
                                                          const ApiRow &Row) {
  const FunctionDecl *C = cFunction(F);
  if (!C)
    return {};
  const unsigned Described =
      std::min<unsigned>(Row.Params.size(), C->getNumParams());
  auto IsMoved = [&](unsigned P) {
    return isHandle(Row.Params[P].R) &&
           (P >= F->getNumParams() || typeOf(F, P) != typeOf(C, P));
  };
  unsigned Same = 0;
  while (Same < Described && !IsMoved(Same))
    ++Same;
  if (Same == Described)
    return {};
  std::vector<std::optional<unsigned>> Order(Described);
  for (unsigned P = 0; P < Described; ++P) {
    if (P < Same) {
      if (P < F->getNumParams())
        Order[P] = P;
      continue;
    }
    if (!isHandle(Row.Params[P].R))
      continue;
    unsigned Found = 0;
    // An overload may also lack parameters that stand in front.
    for (unsigned A = 0; A < F->getNumParams(); ++A)
      if (typeOf(F, A) == typeOf(C, P) &&
          !(A < Same && isHandle(Row.Params[A].R))) {
        Order[P] = A;
        ++Found;
      }
    if (Found > 1)
      Order[P] = std::nullopt;
  }
  return Order;
}
