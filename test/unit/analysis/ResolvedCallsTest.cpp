//===- ResolvedCallsTest.cpp - Rows of what is called ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/ResolvedCalls.h"
#include "InRegion.h"
#include "gtest/gtest.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

void expectSame(const Lookup &A, const Lookup &B, llvm::StringRef Name) {
  EXPECT_EQ(A.Row, B.Row) << Name.str();
  EXPECT_EQ(A.Fam, B.Fam) << Name.str();
  EXPECT_EQ(A.Spelling, B.Spelling) << Name.str();
  EXPECT_EQ(A.PerThreadDefaultStream, B.PerThreadDefaultStream) << Name.str();
  EXPECT_EQ(A.Matched, B.Matched) << Name.str();
}

TEST(ResolvedCalls, EachSpellingHasTheRowThatTheKnowledgeBaseFinds) {
  const ResolvedCalls Calls(knowledge());
  for (const ApiRow &Row : knowledge().rows())
    for (const ApiRow::Name &N : Row.Names) {
      if (Row.Construct)
        continue;
      for (const char *Suffix : {"", "_v2", "_ptsz", "_spt"}) {
        const std::string Name = N.Spelling + Suffix;
        const Lookup &Found = Calls[ir::Name(Name)];
        expectSame(Found, knowledge().lookup(Name), Name);
        EXPECT_EQ(Found.isFunction(), bool(Found)) << Name;
      }
    }
}

TEST(ResolvedCalls, AConstructIsFoundAndIsNoFunction) {
  const ResolvedCalls Calls(knowledge());
  const Lookup &Launch = Calls[KernelLaunch];
  EXPECT_EQ(Launch.Row, knowledge().construct(KernelLaunch));
  ASSERT_TRUE(Launch);
  EXPECT_FALSE(Launch.isFunction());
}

TEST(ResolvedCalls, WhatHasNoRowIsNothing) {
  const ResolvedCalls Calls(knowledge());
  EXPECT_FALSE(Calls["_Z6helperv"]);
  EXPECT_FALSE(Calls[ir::Name()]);
}

TEST(ResolvedCalls, CopiesOfANameAreResolvedOnce) {
  const ResolvedCalls Calls(knowledge());
  const ir::Name Name("cudaMalloc"), Copy(Name);
  const Lookup *First = &Calls[Name];
  // The answer stays where it is while others are added.
  for (const ApiRow &Row : knowledge().rows())
    (void)Calls[ir::Name(Row.Names.front().Spelling)];
  EXPECT_EQ(&Calls[Copy], First);
  EXPECT_EQ(First->Row, knowledge().lookup("cudaMalloc").Row);
}

TEST(ResolvedCalls, ANameThatIsGoneLeavesItsIdentityToNoOther) {
  const ResolvedCalls Calls(knowledge());
  for (const ApiRow &Row : knowledge().rows()) {
    const std::string &Name = Row.Names.front().Spelling;
    EXPECT_EQ(Calls[ir::Name(Name)].Row, knowledge().row(Name)) << Name;
  }
}

TEST(ResolvedCalls, TheStepsOfAFindingHaveTheRows) {
  std::unique_ptr<ir::Module> M =
      textModule(inRegion("api cuMemAlloc_v2(&%p, 4) !m:10:1\n"));
  const std::vector<Finding> Found = findingsIn(*M);
  ASSERT_FALSE(Found.empty());
  const Finding &F = Found.back();
  EXPECT_EQ(F.Path.back().Row, knowledge().lookup("cuMemAlloc").Row);
  EXPECT_EQ(F.Path.back().Spelling, "cuMemAlloc_v2");
  ASSERT_FALSE(F.Begin.empty());
  EXPECT_EQ(F.Begin.back().Row,
            knowledge().lookup("cudaStreamBeginCapture").Row);
  EXPECT_EQ(F.Begin.back().Spelling, "cudaStreamBeginCapture");
}

} // namespace
