//===- CoverageTest.cpp - What an analysis did not look at closely --------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextModule.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

constexpr llvm::StringLiteral Begin = "  api cudaStreamBeginCapture(%s, 0)\n";
constexpr llvm::StringLiteral End = "  api cudaStreamEndCapture(%s, &%g)\n";
constexpr llvm::StringLiteral Record = "  api cudaEventRecord(%e, %s)\n";

struct Result {
  size_t Findings;
  std::string Coarse, GivenUp;
  Coverage All;
};

/// Analyses the functions f, with this body, and \p Others.
Result run(const std::string &Body, const Options &Opts = Options(),
           const std::string &Others = "") {
  const auto M = textModule("func @f(%s: stream, %e: event, %n: int) {\n" +
                            Body + "}\n" + Others);
  Result R;
  auto Find = [&](llvm::StringRef Symbol) { return M->find(Symbol); };
  R.Findings =
      analyze({M->find("f")}, Find, false, knowledge(), Opts, &R.All).size();
  for (const ir::Function *F : R.All.Coarse)
    R.Coarse += F->Name;
  for (const ir::Function *F : R.All.GivenUp)
    R.GivenUp += F->Name;
  return R;
}

TEST(Coverage, SmallFunctionsAreLookedAtClosely) {
  Result R = run("b0:\n" + Begin.str() + End.str() + Record.str() + "  ret\n");
  EXPECT_TRUE(R.All.isComplete());
}

TEST(Coverage, ALargeFunctionIsCoarse) {
  Options Few;
  Few.MaxSteps = 400; // Ten instructions are looked at closely.
  std::string Body = "b0:\n" + Begin.str();
  for (unsigned I = 0; I < 8; ++I)
    Body += Record;
  Result Small = run(Body + End.str() + "  ret\n", Few);
  EXPECT_TRUE(Small.All.isComplete());
  Result R = run(
      Body + "  api cudaMalloc(&%p, 4) !m:9:1\n" + End.str() + "  ret\n", Few);
  EXPECT_EQ(R.Coarse, "f");
  EXPECT_EQ(R.GivenUp, "");
  EXPECT_FALSE(R.All.isComplete());
  EXPECT_EQ(R.Findings, Small.Findings + 1);
}

TEST(Coverage, WhatTakesTooManyStepsIsGivenUp) {
  Options Few;
  Few.MaxSteps = 40; // Four of them where no capture is begun.
  std::string Body = "b0:\n";
  for (unsigned I = 0; I < 3; ++I)
    Body += Record;
  EXPECT_EQ(run(Body + "  ret\n", Few).GivenUp, "");
  Result R = run(Body + Record.str() + Record.str() + "  ret\n", Few);
  EXPECT_EQ(R.GivenUp, "f");
  EXPECT_EQ(R.Coarse, "");
}

TEST(Coverage, CallsThatAreNotFollowedAreCounted) {
  const std::string Others = "func @g(%s: stream) {\nb0:\n"
                             "  call @h(%s)\n  call @h(%s)\n  ret\n}\n"
                             "func @h(%s: stream) {\nb0:\n"
                             "  api cudaStreamSynchronize(%s)\n  ret\n}\n";
  const std::string Body =
      "b0:\n" + Begin.str() + "  call @g(%s)\n" + End.str() + "  ret\n";
  Options Opts;
  EXPECT_EQ(run(Body, Opts, Others).All.CallsNotFollowed, 0u);
  Opts.MaxCallDepth = 1;
  EXPECT_EQ(run(Body, Opts, Others).All.CallsNotFollowed, 2u);
}

TEST(Coverage, PathsThatAreTakenForOneAreCounted) {
  const std::string Body = "b0:\n  br %n, b1, b2\n"
                           "b1:\n" +
                           Begin.str() + "  goto b2\nb2:\n" + End.str() +
                           "  ret\n";
  Options Opts;
  EXPECT_EQ(run(Body, Opts).All.PathsJoined, 0u);
  Opts.MaxDisjuncts = 1;
  EXPECT_EQ(run(Body, Opts).All.PathsJoined, 1u);
}

} // namespace
