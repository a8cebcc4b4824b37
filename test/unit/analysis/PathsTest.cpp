//===- PathsTest.cpp - Conditions, loops and early exits ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InRegion.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

TEST(Paths, FailedBeginBeginsNothing) {
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "  %r = api cudaStreamBeginCapture(%s, 0)\n"
                     "  br (%r != 0), b1, b2\nb1:\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n  ret\nb2:\n"
                     "  api cudaMalloc(&%p, 4) !m:11:1\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n"),
            "unsafe-call 11\n");
}

TEST(Paths, ConditionsAreCorrelated) {
  EXPECT_EQ(findings("func @f(%s: stream, %use: int) {\nb0:\n"
                     "  br %use, b1, b2\nb1:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n  goto b2\nb2:\n"
                     "  api launch(%s)\n  br %use, b3, b4\nb3:\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  goto b4\nb4:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n  ret\n}\n"),
            "");
}

TEST(Paths, GuardOfTheSameStreamSilences) {
  const char *Text = "func @f(%s: stream, %t: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 2)\n"
                     "  api cudaStreamIsCapturing(%{0}, &%status)\n"
                     "  br (%status == 0), b1, b2\nb1:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n  goto b2\nb2:\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n";
  std::string Same = Text, Other = Text;
  Same.replace(Same.find("{0}"), 3, "s");
  Other.replace(Other.find("{0}"), 3, "t");
  EXPECT_EQ(findings(Same), "");
  EXPECT_EQ(findings(Other), "synchronization 10\n");
}

TEST(Paths, ConditionOfACallThatCannotBeSeenMayBeAGuard) {
  EXPECT_EQ(findings(inRegion("%c = opaque \"capturing\"(%s)\n"
                              "br %c, b2, b1\nb1:\n"
                              "api cudaStreamSynchronize(%s) !m:10:1\n"
                              "goto b2\nb2:\n"
                              "api cudaDeviceSynchronize() !m:11:1\n")),
            "synchronization 11\n");
}

TEST(Paths, BeginWhoseResultIsGivenAwayNeedsTheEnd) {
  // Whoever gets the result may expect an error.
  const char *Text = "func @f(%s: stream) {\nb0:\n"
                     "  %r = api cudaStreamBeginCapture(%s, 0)\n"
                     "  opaque system \"expect\"(%r)\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n{0}  ret\n}\n";
  std::string Without = Text, With = Text;
  Without.replace(Without.find("{0}"), 3, "");
  With.replace(With.find("{0}"), 3, "  api cudaStreamEndCapture(%s, &%g)\n");
  EXPECT_EQ(findings(Without), "");
  EXPECT_EQ(findings(With), "unsafe-call 10\n");
}

TEST(Paths, LoopsWithManyStatesEnd) {
  // A counter that never repeats: states are joined, and what was found before
  // and after the loop stands.
  EXPECT_EQ(findings(inRegion("api cudaMalloc(&%p, 4) !m:10:1\n%i = 0\n"
                              "goto b1\nb1:\nbr (%i < 1000000), b2, b3\nb2:\n"
                              "%i = (%i + 1)\ngoto b1\nb3:\n"
                              "api cudaMalloc(&%p, 4) !m:11:1\n")),
            "unsafe-call 10\nunsafe-call 11\n");
}

TEST(Paths, CaptureThatSkippedItsEndIsDoubted) {
  // Begin in the first iteration, End in the last.
  EXPECT_EQ(findings("func @f(%s: stream, %n: int) {\nb0:\n  %i = 0\n"
                     "  goto b1\nb1:\n  br (%i < %n), b2, b7\nb2:\n"
                     "  br (%i == 0), b3, b4\nb3:\n"
                     "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                     "  goto b4\nb4:\n  api launch(%s)\n"
                     "  br (%i == (%n - 1)), b5, b6\nb5:\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  goto b6\nb6:\n"
                     "  %i = (%i + 1)\n  goto b1\nb7:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n  ret\n}\n"),
            "");
}

TEST(Paths, ARoundThatPassesTheEndMakesTheNextBeginFail) {
  auto Loop = [](llvm::StringRef Head, llvm::StringRef Pass = "") {
    return findings(("func @f(%s: stream, %n: int, %k) {\n"
                     "b0:\n  %i = 0\n  goto b1\n"
                     "b1:\n  br (%i < %n), b2, b7\n"
                     "b2:\n" +
                     Head +
                     "b3:\n  api cudaStreamBeginCapture(%s, 2) !m:10:1\n"
                     "  br (%k^[%i] == 0), b4, b5\n"
                     "b4:\n" +
                     Pass +
                     "  goto b6\n"
                     "b5:\n  api cudaStreamEndCapture(%s, &%g) !m:20:1\n"
                     "  goto b6\n"
                     "b6:\n  %i = (%i + 1)\n  goto b1\n"
                     "b7:\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Loop("  goto b3\n"), "unsupported-operation 10\n");
  // Not in every round.
  EXPECT_EQ(Loop("  br (%k^[%i] == 2), b3, b6\n"), "");
  EXPECT_EQ(
      Loop("  goto b3\n", "  api cudaStreamEndCapture(%s, &%g) !m:12:1\n"), "");
  EXPECT_EQ(Loop("  goto b3\n", "  opaque \"f\"()\n"), "");
}

/// Begins a capture of each of \p Bound streams, runs \p Between, and ends
/// them.
static std::string severalStreams(llvm::StringRef Between,
                                  llvm::StringRef Bound = "%n") {
  return ("func @f(%a, %n: int, %k: int) {\n"
          "b0:\n  %i = 0\n  goto b1\n"
          "b1:\n  br (%i < " +
          Bound +
          "), b2, b4\n"
          "b2:\n  %r = api cudaStreamBeginCapture(%a^[%i], 1) !m:1:1\n"
          "  br %r, b9, b3\n"
          "b3:\n  %i = (%i + 1)\n  goto b1\n"
          "b4:\n" +
          Between +
          "  %j = 0\n  goto b5\n"
          "b5:\n  br (%j < " +
          Bound +
          "), b6, b8\n"
          "b6:\n  api cudaDeviceSynchronize() !m:20:1\n"
          "  %q = api cudaStreamEndCapture(%a^[%j], &%g) !m:21:1\n"
          "  br %q, b9, b7\n"
          "b7:\n  %j = (%j + 1)\n  goto b5\n"
          "b8:\n  ret\n"
          "b9:\n  ret 1\n}\n")
      .str();
}

TEST(Paths, LoopsOverStreamsBeginAndEndCaptures) {
  const char *const Wait = "  api cudaDeviceSynchronize() !m:10:1\n";
  EXPECT_EQ(findings(severalStreams(Wait)),
            "synchronization 10\nsynchronization 20\n");
  // The number of rounds is known, and each is run.
  EXPECT_EQ(findings(severalStreams(Wait, "2")),
            "synchronization 10\nsynchronization 20\n");
  // What runs between may end captures; who comes to an end knows better.
  EXPECT_EQ(findings(severalStreams("  opaque \"f\"(%a)\n")),
            "synchronization 20\n");
}

TEST(Paths, ACounterStaysBehindItsFirstRound) {
  // The first round begins the capture, and no other one does.
  auto Loop = [](llvm::StringRef First, llvm::StringRef Step) {
    return findings(("func @f(%s: stream, %n: int) {\n"
                     "b0:\n  %i = " +
                     First +
                     "\n  goto b1\n"
                     "b1:\n  br (%i == %n), b5, b2\n"
                     "b2:\n  br (%i == " +
                     First +
                     "), b3, b4\n"
                     "b3:\n  api cudaStreamBeginCapture(%s, 0) !m:10:1\n"
                     "  goto b4\n"
                     "b4:\n  %i = (%i " +
                     Step +
                     ")\n  goto b1\n"
                     "b5:\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Loop("0", "+ 1"), "");
  EXPECT_EQ(Loop("7", "- 1"), "");
}

// A setting is asked for twice, and a call in between may change it. The call
// that stands under the same condition as the end runs in the capture.
TEST(Paths, AnEndProvesItsConditions) {
  // Inside and Before may have two blocks more: b4 and b5, or b3 and b4.
  auto Text = [](const char *Condition, const char *Inside,
                 const char *Before = "") {
    const std::string Then = *Before ? "b5" : "b3", Last = *Before ? "b6"
                                                           : *Inside == ' '
                                                               ? "b6"
                                                               : "b4";
    return std::string("func @f(%s: stream) {\nb0:\n  br @use, b1, b2\n"
                       "b1:\n  api cudaStreamBeginCapture(%s, 1) !m:1:1\n"
                       "  goto b2\n"
                       "b2:\n  opaque \"work\"(%s)\n") +
           Before + "  br " + Condition + ", " + Then + ", " + Last + "\n" +
           Then + ":\n" + Inside +
           "  api cudaStreamEndCapture(%s, &%g) !m:99:1\n  goto " + Last +
           "\n" + Last + ":\n  ret\n}\n";
  };
  const char *Wait = "api cudaDeviceSynchronize() !m:10:1\n";
  EXPECT_EQ(findings(Text("@use", Wait)), "synchronization 10\n");
  EXPECT_EQ(findings(Text("(@use > 0)", Wait)), "synchronization 10\n");
  // Another setting, which may not be combined with the first.
  const char *Other = "  br @debug, b4, b5\n"
                      "b4:\n  api cudaDeviceSynchronize() !m:10:1\n"
                      "  goto b5\nb5:\n";
  EXPECT_EQ(findings(Text("@use", Other)), "");
  // The condition is another one at the end.
  EXPECT_EQ(findings(Text("@use", "",
                          "  br @use, b3, b4\n"
                          "b3:\n  api cudaDeviceSynchronize() !m:10:1\n"
                          "  goto b4\nb4:\n")),
            "");
  // An unknown callee decides.
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 1) !m:1:1\n"
                     "  %c = opaque \"capturing\"(%s)\n  br %c, b1, b2\n"
                     "b1:\n  api cudaDeviceSynchronize() !m:10:1\n"
                     "  api cudaStreamEndCapture(%s, &%g) !m:98:1\n  ret\n"
                     "b2:\n  api cudaStreamEndCapture(%s, &%g) !m:99:1\n"
                     "  ret\n}\n"),
            "synchronization 10\n");
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 1) !m:1:1\n"
                     "  %c = opaque \"capturing\"(%s)\n  br %c, b1, b2\n"
                     "b1:\n  api cudaDeviceSynchronize() !m:10:1\n  goto b2\n"
                     "b2:\n  api cudaStreamEndCapture(%s, &%g) !m:99:1\n"
                     "  ret\n}\n"),
            "");
}

} // namespace
