//===- UsualPathTest.cpp - When a function makes its calls ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/UsualPath.h"
#include "ir/Parser.h"
#include "gtest/gtest.h"

using namespace cuda_capture;

namespace {

using Names = std::vector<std::string>;

Names namesFrom(const char *Blocks,
                llvm::function_ref<
                    std::vector<const ir::Instruction *>(const ir::Function &)>
                    Find) {
  llvm::Expected<std::unique_ptr<ir::Module>> M = ir::parse(
      std::string("module \"m\"\nfunc @f(%s: stream, %ask: int) {\n") + Blocks +
          "}",
      "test");
  if (!M) {
    ADD_FAILURE() << llvm::toString(M.takeError());
    return {};
  }
  Names Result;
  for (const ir::Instruction *I : Find((*M)->Functions.front()))
    Result.push_back(I->Callee.str());
  return Result;
}

Names usual(const char *Blocks,
            analysis::Hits Found = analysis::Hits::AreSpecial) {
  return namesFrom(Blocks, [Found](const ir::Function &F) {
    return analysis::onUsualPath(F, Found);
  });
}
Names onRequest(const char *Blocks) {
  return namesFrom(Blocks, analysis::callsOnRequest);
}

TEST(UsualPath, ReturnForAnErrorIsNotUsual) {
  EXPECT_EQ(usual("b0:\n  %e = api first(%s)\n  br %e, b1, b2\n"
                  "b1:\n  goto b3 !f.cu:2:3\n"
                  "b2:\n  api last(%s)\n  goto b3 !f.cu:3:3\n"
                  "b3:\n  ret\n"),
            Names({"first", "last"}));
}

TEST(UsualPath, ReturnBeforeTheClosingBraceIsNotUsual) {
  EXPECT_EQ(usual("b0:\n  br %ask, b1, b2\n"
                  "b1:\n  api early(%s)\n  goto b3 !f.cu:2:3\n"
                  "b2:\n  api last(%s)\n  goto b3\n"
                  "b3:\n  ret\n"),
            Names({"last"}));
}

TEST(UsualPath, ReturnOfWhatWasMadeIsUsualForCallers) {
  const char *Grows = "b0:\n  br (%ask <= @size), b1, b2\n"
                      "b1:\n  goto b3 !f.cu:2:3\n"
                      "b2:\n  api grow(%s)\n  @size = %ask\n  goto b3\n"
                      "b3:\n  ret\n";
  EXPECT_EQ(usual(Grows), Names({"grow"}));
  EXPECT_EQ(usual(Grows, analysis::Hits::AreUsual), Names());
}

TEST(UsualPath, ReturnForAStoredErrorIsNotUsual) {
  EXPECT_EQ(usual("b0:\n  br @failed, b1, b2\n"
                  "b1:\n  goto b3 !f.cu:2:3\n"
                  "b2:\n  api grow(%s)\n  goto b3\n"
                  "b3:\n  ret\n",
                  analysis::Hits::AreUsual),
            Names({"grow"}));
}

TEST(UsualPath, ConditionAtTheEndIsOpen) {
  EXPECT_EQ(usual("b0:\n  api first(%s)\n  br %ask, b1, b2\n"
                  "b1:\n  api sometimes(%s)\n  goto b2\n"
                  "b2:\n  ret\n"),
            Names({"first"}));
}

TEST(UsualPath, LoopMayHaveNoRound) {
  EXPECT_EQ(usual("b0:\n  goto b1\nb1:\n  br ?, b2, b3\n"
                  "b2:\n  api inLoop(%s)\n  goto b1\n"
                  "b3:\n  ret\n"),
            Names());
}

TEST(UsualPath, FunctionThatNeverReturnsHasNone) {
  EXPECT_EQ(usual("b0:\n  api first(%s)\n  goto b1\nb1:\n  goto b0\n"),
            Names());
}

TEST(CallsOnRequest, ArgumentDecides) {
  EXPECT_EQ(onRequest("b0:\n  api first(%s)\n  br %ask, b1, b2\n"
                      "b1:\n  api asked(%s)\n  goto b2\n"
                      "b2:\n  api after(%s)\n  ret\n"),
            Names({"asked"}));
}

TEST(CallsOnRequest, ArgumentDecidesAboutAReturn) {
  EXPECT_EQ(onRequest("b0:\n  br !%ask, b1, b2\n"
                      "b1:\n  goto b3 !f.cu:2:3\n"
                      "b2:\n  api asked(%s)\n  goto b3\n"
                      "b3:\n  ret\n"),
            Names({"asked"}));
}

TEST(CallsOnRequest, StateDecides) {
  EXPECT_EQ(onRequest("b0:\n  br @full, b1, b2\n"
                      "b1:\n  api grow(%s)\n  goto b2\n"
                      "b2:\n  ret\n"),
            Names());
}

TEST(CallsOnRequest, SizesDecide) {
  EXPECT_EQ(onRequest("b0:\n  br (%ask > @size), b1, b2\n"
                      "b1:\n  api grow(%s)\n  goto b2\n"
                      "b2:\n  ret\n"),
            Names());
}

} // namespace
