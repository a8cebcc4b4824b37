//===- ApiTraitsTest.cpp - What a row means for each phase ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kb/ApiTraits.h"
#include <gtest/gtest.h>

using namespace cuda_capture;

namespace {

std::shared_ptr<const KnowledgeBase> builtIn() {
  auto KB = KnowledgeBase::embedded();
  EXPECT_TRUE(bool(KB));
  return KB ? *KB : nullptr;
}

TEST(ApiTraits, EachPhaseKeepsWhatThePhaseAfterItAsksFor) {
  const auto KB = builtIn();
  for (const ApiRow &Row : KB->rows()) {
    const std::string &Name = Row.Names.front().Spelling;
    if (startsSomething(Row)) {
      EXPECT_TRUE(isLookedAt(Row)) << Name;
      EXPECT_TRUE(canMatter(Row)) << Name;
    }
    if (onlyNamesHandle(Row)) {
      EXPECT_FALSE(startsSomething(Row)) << Name;
    }
  }
}

TEST(ApiTraits, TheQuestionsDiffer) {
  const auto KB = builtIn();
  auto AnswersOf = [&](llvm::StringRef Name) {
    const ApiRow *Row = KB->row(Name);
    if (!Row)
      return std::string("no row");
    std::string Result;
    for (bool Answer : {startsSomething(*Row), canMatter(*Row),
                        isLookedAt(*Row), mattersToCapture(*Row)})
      Result += Answer ? '1' : '0';
    return Result;
  };
  EXPECT_EQ(AnswersOf("cudaStreamBeginCapture"), "1111");
  EXPECT_EQ(AnswersOf("cudaStreamSynchronize"), "0111");
  EXPECT_EQ(AnswersOf("cudaStreamCreate"), "0100");
  EXPECT_EQ(AnswersOf("cudaSetDevice"), "0010");
  EXPECT_EQ(AnswersOf("cudaGetErrorString"), "0000");
  EXPECT_EQ(AnswersOf("launch"), "0111");
  EXPECT_EQ(AnswersOf("nothing"), "no row");
}

TEST(ApiTraits, FewCallsChangeACapture) {
  const auto KB = builtIn();
  auto Changes = [&](llvm::StringRef Name) {
    const ApiRow *Row = KB->row(Name);
    return Row && changesCapture(*Row);
  };
  for (llvm::StringRef Name :
       {"cudaStreamBeginCapture", "cuStreamEndCapture", "cudaEventRecord",
        "cudaStreamWaitEvent", "hipStreamDestroy",
        "cudaThreadExchangeStreamCaptureMode"})
    EXPECT_TRUE(Changes(Name)) << Name.str();
  for (llvm::StringRef Name :
       {"cudaFree", "cudaGraphDestroy", "cudaGraphExecDestroy", "cudaSetDevice",
        "cudaEventDestroy", "cudaStreamSynchronize"})
    EXPECT_FALSE(Changes(Name)) << Name.str();
}

} // namespace
