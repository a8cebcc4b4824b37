//===- HandleTypesTest.cpp - Which types are handles ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lower/Driver.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace cuda_capture;
using namespace clang;

namespace {

/// Compares what the lowering takes the types of parameters for with what the
/// rows say of them. \returns how many there are.
unsigned compareParameters(const std::string &Include) {
  std::unique_ptr<ASTUnit> Unit = tooling::buildASTFromCodeWithArgs(
      Include + "\nvoid first() {}\n",
      {"-std=c++17", "-isystem", CUDA_CAPTURE_TEST_HEADERS, "-resource-dir",
       CUDA_CAPTURE_RESOURCE_DIR, "-D__HIP_PLATFORM_AMD__"},
      "/p/a.cpp");
  if (!Unit || Unit->getDiagnostics().hasErrorOccurred()) {
    ADD_FAILURE() << "the code does not compile";
    return 0;
  }
  ASTContext &Ctx = Unit->getASTContext();
  const TranslationUnitDecl *TU = Ctx.getTranslationUnitDecl();
  const std::shared_ptr<const KnowledgeBase> KB =
      llvm::cantFail(KnowledgeBase::embedded());
  lower::Lowering L(Ctx, *KB, /*PerThread=*/false);
  // They are found when the first function is lowered.
  EXPECT_TRUE(L.lower(
      cast<FunctionDecl>(*TU->lookup(&Ctx.Idents.get("first")).begin())));
  unsigned Count = 0;
  for (const ApiRow &Row : KB->rows())
    for (const ApiRow::Name &N : Row.Names)
      for (const NamedDecl *D : TU->lookup(&Ctx.Idents.get(N.Spelling))) {
        const auto *F = dyn_cast<FunctionDecl>(D);
        if (!F || Row.StreamByType || lower::isOverloadOfC(F))
          continue;
        for (unsigned I = 0; I < Row.Params.size() && I < F->getNumParams();
             ++I) {
          const Role R = Row.Params[I].R;
          if (R != Role::Stream && R != Role::Event && R != Role::Graph &&
              R != Role::Exec && R != Role::Mode)
            continue;
          QualType T = F->getParamDecl(I)->getType();
          if (Row.Params[I].Acc == Access::Out ||
              Row.Params[I].Acc == Access::InOut)
            T = T->getPointeeType();
          EXPECT_EQ(L.decls().handleRole(T), R) << N.Spelling << ", " << I;
          ++Count;
        }
      }
  return Count;
}

// Few functions of a header are looked at.
TEST(HandleTypesTest, AreTheSameInAllFunctionsOfAHeader) {
  EXPECT_GT(compareParameters("#include <cuda_runtime.h>"), 100U);
  EXPECT_GT(compareParameters("#include <cuda.h>"), 100U);
  EXPECT_GT(compareParameters("#include <hip/hip_runtime.h>"), 100U);
}

} // namespace
