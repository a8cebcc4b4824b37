//===- HostEffectTest.cpp - What the host makes once ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TextModule.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// The findings of the rule in a function: "shape line" each.
std::string findings(llvm::StringRef Body, Options Opts = Options()) {
  const auto M =
      textModule("func @f(%s: stream, %p, %n: int) {\nb0:\n" + Body + "}\n");
  std::string Result;
  for (const Finding &F : findingsIn(*M, Opts))
    if (F.R == Rule::HostEffect)
      Result += (F.Possible ? "possible " : "") + kindName(F.Kind).str() + " " +
                lineOf(F) + "\n";
  return Result;
}

/// Findings of a body between begin and end, and what comes behind.
std::string inRegion(llvm::StringRef Body, llvm::StringRef Behind = "") {
  return findings(("  api cudaStreamBeginCapture(%s, 0) !m:1:1\n" + Body +
                   "  api cudaStreamEndCapture(%s, &%g)\n" + Behind + "  ret\n")
                      .str());
}

const char *Rand = "  %r = opaque system \"rand\"() !m:2:1\n";

TEST(HostEffect, AnArgumentOfWorkIsReported) {
  EXPECT_EQ(inRegion(std::string(Rand) + "  api launch(%s, %n, %r) !m:9:1\n"),
            "random 9\n");
  EXPECT_EQ(inRegion(std::string(Rand) +
                     "  api cudaMemsetAsync(%p, (%r % 8), 4, %s) !m:9:1\n"),
            "random 9\n");
  EXPECT_EQ(inRegion("  %t = opaque system \"time\"(0)\n"
                     "  api launch(%s, %t) !m:9:1\n"),
            "time 9\n");
}

TEST(HostEffect, OnlyKnownFunctionsOfTheSystem) {
  EXPECT_EQ(inRegion("  %r = opaque system \"mine::rand\"()\n"
                     "  api launch(%s, %r) !m:9:1\n"),
            "");
  EXPECT_EQ(inRegion("  %r = opaque \"rand\"()\n"
                     "  api launch(%s, %r) !m:9:1\n"),
            "");
}

TEST(HostEffect, ItMustBeDrawnAndUsedInTheCapture) {
  EXPECT_EQ(findings(std::string(Rand) +
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  api launch(%s, %r) !m:9:1\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  ret\n"),
            "");
  EXPECT_EQ(inRegion(Rand, "  api launch(%s, %r) !m:9:1\n"), "");
  EXPECT_EQ(inRegion(Rand, "  api cudaStreamBeginCapture(%s, 0)\n"
                           "  api launch(%s, %r) !m:9:1\n"
                           "  api cudaStreamEndCapture(%s, &%g)\n"),
            "");
  EXPECT_EQ(inRegion(std::string(Rand) + "  api launch(%n, %r) !m:9:1\n"), "");
}

TEST(HostEffect, ThePassedValueCounts) {
  EXPECT_EQ(inRegion(std::string(Rand) + "  %r = 42\n"
                                         "  api launch(%s, %r) !m:9:1\n"),
            "");
  EXPECT_EQ(inRegion(std::string(Rand) + "  api launch(%s, &%r) !m:9:1\n"), "");
  EXPECT_EQ(inRegion(std::string(Rand) +
                     "  %a[0] = &%p\n  %a[1] = &%r\n"
                     "  api cudaLaunchKernel(0, 1, 1, &%a[0], 0, %s) "
                     "!m:9:1\n"),
            "random 9\n");
  EXPECT_EQ(inRegion(std::string(Rand) +
                     "  %a[0] = &%p\n"
                     "  api cudaLaunchKernel(0, 1, 1, &%a[0], 0, %s) "
                     "!m:9:1\n"),
            "");
}

TEST(HostEffect, PartsOfATimeAreTimes) {
  EXPECT_EQ(
      inRegion("  %t = opaque system \"std::chrono::steady_clock::now\"()\n"
               "  %c = opaque system pure \"count\"(&%t)\n"
               "  api launch(%s, %c) !m:9:1\n"),
      "time 9\n");
}

TEST(HostEffect, ACaptureThatMayHaveEndedIsSilent) {
  EXPECT_EQ(inRegion("  opaque \"f\"()\n" + std::string(Rand) +
                     "  api launch(%s, %r) !m:9:1\n"),
            "");
  EXPECT_EQ(inRegion(std::string(Rand) + "  opaque \"f\"()\n"
                                         "  api launch(%s, %r) !m:9:1\n"),
            "");
}

TEST(HostEffect, AGraphThatIsMadeAnewIsSilent) {
  const std::string Body = std::string(Rand) + "  api launch(%s, %r) !m:9:1\n";
  const char *Launch = "  api cudaGraphInstantiate(&%x, %g, 0)\n"
                       "  api cudaGraphLaunch(%x, %s)\n";
  EXPECT_EQ(inRegion(Body, Launch), "random 9\n");
  EXPECT_EQ(
      inRegion(Body, std::string(Launch) + "  api cudaGraphExecDestroy(%x)\n"),
      "");
  EXPECT_EQ(inRegion(Body, std::string(Launch) +
                               "  api cudaGraphLaunch(%x, %s)\n"
                               "  api cudaGraphExecDestroy(%x)\n"),
            "random 9\n");
  EXPECT_EQ(inRegion(Body, "  api cudaGraphExecUpdate(%p, %g, &%i)\n"), "");
  EXPECT_EQ(findings("  goto b1\nb1:\n  api cudaStreamBeginCapture(%s, 0)\n" +
                     Body +
                     "  api cudaStreamEndCapture(%s, &%g)\n"
                     "  %n = (%n - 1)\n  br %n, b1, b2\nb2:\n  ret\n"),
            "");
}

TEST(HostEffect, WhatCannotBeSeenMayBeAGuard) {
  Options Possible;
  Possible.ReportPossible = true;
  const std::string Text = "  api cudaStreamBeginCapture(%s, 0)\n"
                           "  %d = opaque pure \"capturing\"(%n)\n"
                           "  br %d, b1, b2\nb1:\n" +
                           std::string(Rand) +
                           "  api launch(%s, %r) !m:9:1\n  goto b2\nb2:\n"
                           "  api cudaStreamEndCapture(%s, &%g)\n  ret\n";
  EXPECT_EQ(findings(Text), "");
  EXPECT_EQ(findings(Text, Possible), "possible random 9\n");
}

} // namespace
