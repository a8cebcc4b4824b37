//===- FlowGraphTest.cpp - Order and post-dominators ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/engine/FlowGraph.h"
#include "ir/Parser.h"
#include "gtest/gtest.h"

using namespace cuda_capture;
using analysis::FlowGraph;

namespace {

std::unique_ptr<ir::Module> parse(const char *Blocks) {
  llvm::Expected<std::unique_ptr<ir::Module>> M = ir::parse(
      std::string("module \"m\"\nfunc @f(%c: int) {\n") + Blocks + "}", "test");
  if (!M) {
    ADD_FAILURE() << llvm::toString(M.takeError());
    return nullptr;
  }
  return std::move(*M);
}

TEST(FlowGraph, DiamondMeetsAtItsJoin) {
  auto M = parse("b0: br %c, b1, b2\nb1: goto b3\nb2: goto b3\nb3: ret\n");
  FlowGraph G(M->Functions[0]);
  EXPECT_EQ(G.PostDominator[0], 3u);
  EXPECT_EQ(G.PostDominator[1], 3u);
  EXPECT_EQ(G.PostDominator[3], FlowGraph::None);
  EXPECT_LT(G.Order[0], G.Order[1]);
  EXPECT_GT(G.Order[3], G.Order[2]);
}

TEST(FlowGraph, EarlyReturnMeetsOnlyAtTheExit) {
  auto M = parse("b0: br %c, b1, b2\nb1: ret\nb2: goto b3\nb3: ret\n");
  FlowGraph G(M->Functions[0]);
  EXPECT_EQ(G.PostDominator[0], FlowGraph::None);
  EXPECT_EQ(G.PostDominator[2], 3u);
}

TEST(FlowGraph, EndOfProgramIsNoWayToContinue) {
  auto M = parse("b0: br %c, b1, b2\nb1: unreachable\nb2: ret\n");
  FlowGraph G(M->Functions[0]);
  EXPECT_EQ(G.PostDominator[0], 2u);
}

TEST(FlowGraph, LoopsReachThemselves) {
  auto M = parse("b0: goto b1\nb1: br %c, b2, b3\nb2: goto b1\nb3: ret\n");
  FlowGraph G(M->Functions[0]);
  EXPECT_TRUE(G.reaches(2, 1));
  EXPECT_TRUE(G.reaches(1, 3));
  EXPECT_FALSE(G.reaches(2, 3, 1));
  EXPECT_FALSE(G.reaches(3, 1));
  EXPECT_EQ(G.PostDominator[1], 3u);
}

TEST(FlowGraph, EndlessLoopHasNoPostDominator) {
  auto M = parse("b0: goto b1\nb1: goto b1\nb2: ret\n");
  FlowGraph G(M->Functions[0]);
  EXPECT_EQ(G.PostDominator[0], FlowGraph::None);
}

TEST(FlowGraph, ALoopKnowsItsCounters) {
  auto M = parse("b0: goto b1\nb1: br (%i < %n), b2, b4\nb2: %i = (%i + 1)\n"
                 "br %c, b3, b4\nb3: %k = (%k - 1)\n%k = (%k + 2)\n%m = %i\n"
                 "goto b1\nb4: %o = (%o + 1)\nret\n");
  FlowGraph G(M->Functions[0]);
  const std::vector<ir::Name> &Locals = M->Functions[0].Locals;
  ASSERT_EQ(G.counters(1).size(), 2u);
  const FlowGraph::Counter &I = G.counters(1)[0], &K = G.counters(1)[1];
  EXPECT_EQ(Locals[I.Local], "i");
  EXPECT_TRUE(I.Up && !I.Down);
  ASSERT_EQ(I.Tests.size(), 1u);
  EXPECT_EQ(I.Tests[0], 1u);
  EXPECT_EQ(Locals[K.Local], "k");
  EXPECT_TRUE(K.Up && K.Down);
  EXPECT_TRUE(K.Tests.empty());
  EXPECT_TRUE(G.counters(0).empty());
}

} // namespace
