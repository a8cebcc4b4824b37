//===- AnalysisTest.cpp - The rules on CaptureIR --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextModule.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

/// Findings of a module, a line each: "rule line" in order. The functions of
/// the tests look at no results.
std::string findings(llvm::StringRef Functions, bool PerThread = false,
                     Options Opts = Options()) {
  return listed(
      findingsIn(*textModule(Functions, PerThread ? "per-thread" : ""), Opts));
}

/// A function body between Begin and End of stream %s; line 10 onwards.
std::string inRegion(llvm::StringRef Body, int Mode = 0) {
  return ("func @f(%s: stream, %t: stream, %e: event, %n: int) {\nb0:\n"
          "  %r = api cudaStreamBeginCapture(%s, " +
          llvm::Twine(Mode) + ") !m:1:1\n" + Body +
          "  api cudaStreamEndCapture(%s, &%g) !m:99:1\n  ret\n}\n")
      .str();
}

TEST(Analysis, UnsafeCallDependsOnTheMode) {
  EXPECT_EQ(findings(inRegion("api cudaMalloc(&%p, 4) !m:10:1\n", 0)),
            "unsafe-call 10\n");
  EXPECT_EQ(findings(inRegion("api cudaMalloc(&%p, 4) !m:10:1\n", 1)),
            "unsafe-call 10\n");
  EXPECT_EQ(findings(inRegion("api cudaMalloc(&%p, 4) !m:10:1\n", 2)), "");
  EXPECT_EQ(findings("func @f(%s: stream, %m: int) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, %m) !m:1:1\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n"),
            "");
}

TEST(Analysis, RelaxedThreadMayCallUnsafeFunctions) {
  EXPECT_EQ(
      findings(inRegion("%m = 2\napi cudaThreadExchangeStreamCaptureMode(&%m)\n"
                        "api cudaMalloc(&%p, 4) !m:10:1\n"
                        "api cudaThreadExchangeStreamCaptureMode(&%m)\n"
                        "api cudaMalloc(&%p, 4) !m:11:1\n")),
      "unsafe-call 11\n");
}

TEST(Analysis, ThreadOfUnknownModeIsSilent) {
  EXPECT_EQ(findings(inRegion("api cudaThreadExchangeStreamCaptureMode(%n)\n"
                              "api cudaMalloc(&%p, 4) !m:10:1\n")),
            "");
}

TEST(Analysis, WaitingForCapturedWorkIsIllegalInEveryMode) {
  for (int Mode : {0, 1, 2}) {
    EXPECT_EQ(
        findings(inRegion("api cudaStreamSynchronize(%s) !m:10:1\n", Mode)),
        "synchronization 10\n");
    EXPECT_EQ(findings(inRegion("api cudaDeviceSynchronize() !m:10:1\n", Mode)),
              "synchronization 10\n");
    EXPECT_EQ(findings(inRegion("api cudaEventRecord(%e, %s)\n"
                                "api cudaEventSynchronize(%e) !m:10:1\n",
                                Mode)),
              "synchronization 10\n");
  }
}

TEST(Analysis, WaitingForOtherStreamsIsUnsafeOnly) {
  EXPECT_EQ(findings(inRegion("api cudaStreamSynchronize(%t) !m:10:1\n", 0)),
            "unsafe-call 10\n");
  EXPECT_EQ(findings(inRegion("api cudaStreamSynchronize(%t) !m:10:1\n", 2)),
            "");
}

TEST(Analysis, ForkedStreamsTakePart) {
  EXPECT_EQ(findings(inRegion("api cudaEventRecord(%e, %s)\n"
                              "api cudaStreamWaitEvent(%t, %e, 0)\n"
                              "api cudaStreamSynchronize(%t) !m:10:1\n",
                              2)),
            "synchronization 10\n");
}

TEST(Analysis, LegacyStreamBesideBlockingCapture) {
  auto Program = [](const char *Create) {
    return std::string("func @f() {\nb0:\n  ") + Create +
           "\n  api cudaStreamBeginCapture(%s, 2)\n"
           "  api launch(0) !m:10:1\n  api cudaMemcpy(?, ?, 4, 1) !m:11:1\n"
           "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n";
  };
  EXPECT_EQ(findings(Program("api cudaStreamCreate(&%s)")),
            "legacy-stream 10\nlegacy-stream 11\n");
  EXPECT_EQ(findings(Program("api cudaStreamCreateWithFlags(&%s, 0)")),
            "legacy-stream 10\nlegacy-stream 11\n");
  EXPECT_EQ(findings(Program("api cudaStreamCreateWithFlags(&%s, 1)")),
            "escaped-work 10\nescaped-work 11\n");
  // The per-thread default stream takes no part either.
  EXPECT_EQ(findings(Program("api cudaStreamCreate(&%s)"), true),
            "escaped-work 10\n");
  EXPECT_EQ(findings(Program("opaque \"make\"(&%s)")),
            "legacy-stream 10\nlegacy-stream 11\n");
}

TEST(Analysis, LegacyStreamItselfCannotBeCaptured) {
  EXPECT_EQ(findings("func @f() {\nb0:\n"
                     "  api cudaStreamBeginCapture(0, 0) !m:10:1\n  ret\n}\n"),
            "legacy-stream 10\n");
  EXPECT_EQ(findings("func @f() {\nb0:\n"
                     "  api cudaStreamBeginCapture(1, 0) !m:10:1\n  ret\n}\n",
                     true),
            "legacy-stream 10\n");
  EXPECT_EQ(findings("func @f() {\nb0:\n"
                     "  api cudaStreamBeginCapture(0, 0) !m:10:1\n  ret\n}\n",
                     true),
            "");
  EXPECT_EQ(findings("func @f() {\nb0:\n"
                     "  api cudaStreamBeginCapture(2, 0) !m:10:1\n  ret\n}\n"),
            "");
}

TEST(Analysis, UnsupportedOperations) {
  EXPECT_EQ(
      findings(inRegion("api cudaStreamAddCallback(%s, ?, ?, 0) !m:10:1\n", 2)),
      "unsupported-operation 10\n");
  EXPECT_EQ(
      findings(inRegion("api cudaStreamAddCallback(%t, ?, ?, 0) !m:10:1\n", 2)),
      "");
  EXPECT_EQ(
      findings(inRegion("api cudaStreamBeginCapture(%s, 0) !m:10:1\n", 2)),
      "unsupported-operation 10\n");
  EXPECT_EQ(findings(inRegion("api cudaStreamDestroy(%s) !m:10:1\n", 2)),
            "unsupported-operation 10\nuse-after-destroy 99\n");
}

TEST(Analysis, UseAfterDestroyNeedsNoCapture) {
  EXPECT_EQ(findings("func @f(%s: stream, %e: event) {\nb0:\n"
                     "  api cudaEventDestroy(%e) !m:9:1\n"
                     "  %copy = %e\n"
                     "  api cudaEventRecord(%copy, %s) !m:10:1\n"
                     "  api cudaEventCreate(&%e)\n"
                     "  api cudaEventRecord(%e, %s) !m:11:1\n"
                     "  api cudaEventDestroy(%copy) !m:12:1\n  ret\n}\n"),
            "use-after-destroy 10\nuse-after-destroy 12\n");
}

TEST(Analysis, UseAfterDestroyInTheNextIteration) {
  const char *Loop = "func @f(%s: stream, %n: int) {\nb0:\n"
                     "  api cudaEventCreate(&%e)\n  goto b1\nb1:\n"
                     "  br (%n > 0), b2, b3\nb2:\n"
                     "  api cudaEventRecord(%e, %s) !m:10:1\n"
                     "  api cudaEventDestroy(%e) !m:11:1\n  {0}"
                     "  havoc %n\n  goto b1\nb3:\n  ret\n}\n";
  std::string Without = Loop, With = Loop;
  Without.replace(Without.find("{0}"), 3, "");
  With.replace(With.find("{0}"), 3, "api cudaEventCreate(&%e)\n");
  EXPECT_EQ(findings(Without), "use-after-destroy 10\nuse-after-destroy 11\n");
  EXPECT_EQ(findings(With), "");
}

TEST(Analysis, CallThatCannotBeSeenMayRecreate) {
  EXPECT_EQ(findings("func @f(%this, %s: stream) {\nb0:\n"
                     "  api cudaEventDestroy(%this->e)\n"
                     "  opaque \"reset\"(%this)\n"
                     "  api cudaEventRecord(%this->e, %s) !m:10:1\n  ret\n}\n"),
            "");
  EXPECT_EQ(findings("func @f(%this, %s: stream) {\nb0:\n"
                     "  api cudaEventDestroy(%this->e)\n"
                     "  opaque system \"puts\"(?)\n"
                     "  api cudaEventRecord(%this->e, %s) !m:10:1\n  ret\n}\n"),
            "use-after-destroy 10\n");
}

TEST(Analysis, FailedBeginBeginsNothing) {
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "  %r = api cudaStreamBeginCapture(%s, 0)\n"
                     "  br (%r != 0), b1, b2\nb1:\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n  ret\nb2:\n"
                     "  api cudaMalloc(&%p, 4) !m:11:1\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n"),
            "unsafe-call 11\n");
}

TEST(Analysis, ConditionsAreCorrelated) {
  EXPECT_EQ(findings("func @f(%s: stream, %use: int) {\nb0:\n"
                     "  br %use, b1, b2\nb1:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n  goto b2\nb2:\n"
                     "  api launch(%s)\n  br %use, b3, b4\nb3:\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  goto b4\nb4:\n"
                     "  api cudaStreamSynchronize(%s) !m:10:1\n  ret\n}\n"),
            "");
}

TEST(Analysis, GuardOfTheSameStreamSilences) {
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

TEST(Analysis, ConditionOfACallThatCannotBeSeenMayBeAGuard) {
  EXPECT_EQ(findings(inRegion("%c = opaque \"capturing\"(%s)\n"
                              "br %c, b2, b1\nb1:\n"
                              "api cudaStreamSynchronize(%s) !m:10:1\n"
                              "goto b2\nb2:\n"
                              "api cudaDeviceSynchronize() !m:11:1\n")),
            "synchronization 11\n");
}

TEST(Analysis, FindingAfterAnOpaqueCallNeedsTheEnd) {
  EXPECT_EQ(findings(inRegion("opaque \"work\"(%s)\n"
                              "api cudaMalloc(&%p, 4) !m:10:1\n")),
            "unsafe-call 10\n");
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  opaque \"work\"(%s)\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n  ret\n}\n"),
            "");
}

TEST(Analysis, BeginWhoseResultIsGivenAwayNeedsTheEnd) {
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

TEST(Analysis, CallsAreFollowedAndReportedAtTheCaller) {
  const char *Text = "func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  call @g() !m:10:1\n"
                     "  api cudaStreamEndCapture(%s, &%q)\n  ret\n}\n"
                     "func @g() {\nb0:\n  call @h() !m:20:1\n  ret\n}\n"
                     "func @h() {\nb0:\n  call @i() !m:30:1\n  ret\n}\n"
                     "func @i() {\nb0:\n  api cudaMalloc(&%p, 4) !m:40:1\n"
                     "  call @g() !m:41:1\n  ret\n}\n";
  EXPECT_EQ(findings(Text), "unsafe-call 10\n");
  Options Shallow;
  Shallow.MaxCallDepth = 2;
  EXPECT_EQ(findings(Text, false, Shallow), "");
}

/// Functions f12 to f0, each of which calls the next one twice; \p Last is what
/// f0 does. The first is given the stream that \p Body, a region, has.
static std::string tree(const std::string &Last, const std::string &Body) {
  std::string Text = "func @f(%s: stream, %t: stream, %e: event) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n" +
                     Body +
                     "  api cudaStreamEndCapture(%s, &%q) !m:99:1\n  ret\n}\n";
  for (int I = 12; I > 0; --I) {
    const std::string Next = "@f" + std::to_string(I - 1) + "(%s)";
    Text += "func @f" + std::to_string(I) +
            "(%s: stream) {\nb0:\n  %a = call " + Next +
            "\n  br %a, b1, b2\nb1:\n  ret %a\nb2:\n  %b = call " + Next +
            "\n  ret %b\n}\n";
  }
  return Text + "func @f0(%s: stream) {\nb0:\n" + Last + "}\n";
}

// A pointer that is one of two, where the ways to it are joined, may be written
// through.
TEST(Analysis, WhatAJoinedPointerMayPointAtIsDoubtful) {
  Options Joined;
  Joined.MaxAlike = 1;
  auto Text = [](const char *There) {
    return std::string("func @f(%s: stream, %n: int) {\n"
                       "b0:\n  %g = 0\n  %other = 0\n  br (%n > 0), b1, b2\n"
                       "b1:\n  %p = &%g\n  goto b3\n"
                       "b2:\n  %p = ") +
           There +
           "\n  goto b3\n"
           "b3:\n  %ok = opaque \"insert\"(%s, %p)\n  br %ok, b4, b5\n"
           "b4:\n  %r = api cudaStreamBeginCaptureToGraph(%s, %g, 0, 0, 0, 2) "
           "!m:1:1\n  br (%r == 0), b6, b5\n"
           "b5:\n  ret\n"
           "b6:\n  %e = api cudaStreamEndCapture(%s, &%q) !m:2:1\n  ret "
           "%e\n}\n";
  };
  EXPECT_EQ(findings(Text("0"), false, Joined), "");
  EXPECT_EQ(findings(Text("&%other"), false, Joined), "");
  EXPECT_EQ(findings(Text("&%g"), false, Joined), "");
  // Whichever it is, the graph is not written.
  EXPECT_EQ(findings(std::string(Text("0")).replace(Text("0").find("%p = &%g"),
                                                    8, "%p = &%h"),
                     false, Joined),
            "invalid-handle 1\n");
}

TEST(Analysis, TheSameCallIsNotRunAgain) {
  // 4096 ways lead to each; of an analysis that takes more steps than this,
  // nothing would be reported.
  Options Few;
  Few.MaxSteps = 6000;
  const char *Work = "  %r = api launch(%s)\n  ret 0\n";
  const char *Checked = "  %r = api cudaMemcpyAsync(@p, @q, 4, 1, %s)\n"
                        "  ret %r\n";
  const char *Wait = "  %r = api cudaStreamSynchronize(%s)\n  ret 0\n";
  const std::string Call = "  call @f12(%s) !m:10:1\n";
  const std::string Behind = "  api cudaDeviceSynchronize() !m:20:1\n";
  EXPECT_EQ(findings(tree(Wait, Call), false, Few), "synchronization 10\n");
  EXPECT_EQ(findings(tree(Wait, Call + Call + Behind), false, Few),
            "synchronization 10\nsynchronization 20\n");
  EXPECT_EQ(findings(tree(Work, Call), false, Few), "");
  EXPECT_EQ(findings(tree(Work, Call + Behind), false, Few),
            "synchronization 20\n");
  EXPECT_EQ(findings(tree(Checked, Call + Behind), false, Few),
            "synchronization 20\n");
  // A stream that was forked: its work is the same, its join is not.
  const std::string Fork = "  api cudaEventRecord(%e, %s)\n"
                           "  api cudaStreamWaitEvent(%t, %e, 0)\n"
                           "  call @f12(%t) !m:30:1\n";
  const std::string Join = "  api cudaEventRecord(%e, %t)\n"
                           "  api cudaStreamWaitEvent(%s, %e, 0)\n";
  EXPECT_EQ(findings(tree(Work, Fork), false, Few), "unjoined-stream 99\n");
  EXPECT_EQ(findings(tree(Work, Fork + Join), false, Few), "");
  EXPECT_EQ(findings(tree(Work, Fork + Join + "  call @f12(%t) !m:40:1\n"),
                     false, Few),
            "unjoined-stream 99\n");
}

TEST(Analysis, BeginAndEndInCallees) {
  EXPECT_EQ(findings("func @begin(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n  ret\n}\n"
                     "func @end(%s: stream) {\nb0:\n"
                     "  api cudaStreamEndCapture(%s, &%g) !m:2:1\n  ret\n}\n"
                     "func @f(%s: stream) {\nb0:\n"
                     "  call @begin(%s) !m:9:1\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n"
                     "  call @end(%s) !m:11:1\n"
                     "  api cudaMalloc(&%p, 4) !m:12:1\n  ret\n}\n"),
            "unsafe-call 10\n");
}

TEST(Analysis, LambdaBodiesCountAsInside) {
  EXPECT_EQ(findings("func @run(%s: stream, %body) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                     "  call @lambda(%body) !m:2:1\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n"
                     "func @lambda(%this) in @f {\nb0:\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n  ret\n}\n"
                     "func @f(%s: stream) {\nb0:\n"
                     "  call @run(%s, &%l) !m:20:1\n  ret\n}\n"),
            "unsafe-call 10\n");
}

TEST(Analysis, LoopsWithManyStatesEnd) {
  // A counter that never repeats: states are joined, and what was found before
  // and after the loop stands.
  EXPECT_EQ(findings(inRegion("api cudaMalloc(&%p, 4) !m:10:1\n%i = 0\n"
                              "goto b1\nb1:\nbr (%i < 1000000), b2, b3\nb2:\n"
                              "%i = (%i + 1)\ngoto b1\nb3:\n"
                              "api cudaMalloc(&%p, 4) !m:11:1\n")),
            "unsafe-call 10\nunsafe-call 11\n");
}

TEST(Analysis, CaptureThatSkippedItsEndIsDoubted) {
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

//===----------------------------------------------------------------------===//
// Indirect calls
//===----------------------------------------------------------------------===//

TEST(Analysis, AnInvokeOfAnApiIsACallOfIt) {
  EXPECT_EQ(findings(inRegion("%f = fn @cudaMalloc\n"
                              "  %c.release = %f\n  %d = %c\n"
                              "  invoke %d.release(&%p, 4) !m:10:1\n")),
            "unsafe-call 10\n");
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "  invoke fn @cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                     "  api cudaMalloc(&%p, 4) !m:2:1\n"
                     "  invoke fn @cudaStreamEndCapture(%s, &%g) !m:3:1\n"
                     "  api cudaMalloc(&%p, 4) !m:4:1\n  ret\n}\n"),
            "unsafe-call 2\n");
}

TEST(Analysis, AnInvokeNamesTheApiThatItReaches) {
  const auto M = textModule(inRegion("%f = fn @cudaMalloc\n"
                                     "  invoke %f(&%p, 4) !m:10:1\n"));
  const std::vector<Finding> Found = findingsIn(*M);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].R, Rule::UnsafeCall);
  EXPECT_EQ(Found[0].Callee, "cudaMalloc");
  EXPECT_EQ(Found[0].Path.back().Callee, "cudaMalloc");
  EXPECT_EQ(Found[0].Begin.back().Callee, "cudaStreamBeginCapture");
}

TEST(Analysis, AnInvokeOfAFunctionIsFollowed) {
  const char *Callees = "func @g(%p) {\nb0:\n"
                        "  api cudaFree(%p) !m:20:1\n  ret\n}\n"
                        "func @m(%this, %p) {\nb0:\n"
                        "  api cudaFree(%this->p) !m:30:1\n"
                        "  br %this->more, b1, b2\n"
                        "b1:\n  api cudaFree(%p) !m:31:1\n  ret\n"
                        "b2:\n  ret\n}\n";
  EXPECT_EQ(findings(Callees + inRegion("invoke fn @g(%p) !m:10:1\n")),
            "unsafe-call 10\n");
  // A function with "this" gets the object.
  EXPECT_EQ(findings(Callees + inRegion("%o.more = 0\n"
                                        "  invoke fn @m on &%o(%p) !m:10:1\n")),
            "unsafe-call 10\n");
  // Others do not.
  EXPECT_EQ(findings(Callees + inRegion("invoke fn @g on &%o(%p) !m:10:1\n")),
            "unsafe-call 10\n");
  EXPECT_EQ(findings(inRegion("invoke fn @other(%p) !m:10:1\n")), "");
}

TEST(Analysis, AnInvokeOfWhatIsNotKnownIsOpaque) {
  EXPECT_EQ(findings(inRegion("invoke %f(&%p) !m:10:1\n")), "");
  EXPECT_EQ(findings(inRegion("%f = 0\n  invoke %f(&%p) !m:10:1\n")), "");
  EXPECT_EQ(findings(inRegion("%f = fn @cudaFree\n  opaque \"set\"(&%f)\n"
                              "  invoke %f(%p) !m:10:1\n")),
            "");
  EXPECT_EQ(findings(inRegion("%f[0] = fn @cudaFree\n"
                              "  invoke %f[%n](%p) !m:10:1\n")),
            "");
  // It may have ended the capture, which is not ended here.
  EXPECT_EQ(findings("func @f(%s: stream, %f) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n  invoke %f()\n"
                     "  api cudaMalloc(&%p, 4) !m:2:1\n  ret\n}\n"),
            "");
}

TEST(Analysis, FunctionsAreNotNullAndDiffer) {
  auto If = [](llvm::StringRef Condition) {
    return findings(("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n  br " +
                     Condition +
                     ", b1, b2\nb1:\n  api cudaMalloc(&%p, 4) !m:2:1\n"
                     "  goto b2\nb2:\n  api cudaStreamEndCapture(%s, &%g)\n"
                     "  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(If("fn @g"), "unsafe-call 2\n");
  EXPECT_EQ(If("(fn @g != 0)"), "unsafe-call 2\n");
  EXPECT_EQ(If("(fn @g == fn @g)"), "unsafe-call 2\n");
  EXPECT_EQ(If("(fn @g == 0)"), "");
  EXPECT_EQ(If("!fn @g"), "");
  EXPECT_EQ(If("(fn @g == fn @h)"), "");
  EXPECT_EQ(If("(&%s == fn @h)"), "");
}

TEST(Analysis, AChoiceThatCannotBeSeenIsNotCertain) {
  auto Chosen = [](llvm::StringRef Condition, llvm::StringRef Other) {
    return findings(("func @f(%s: stream, %n: int) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  %f = fn @cudaFree\n  %c = " +
                     Condition + "\n  br %c, b1, b2\nb1:\n" + Other +
                     "\n  goto b2\nb2:\n  invoke %f(%p) !m:2:1\n"
                     "  api cudaStreamEndCapture(%s, &%g)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Chosen("%n", "%f = fn @other"), "unsafe-call 2\n");
  EXPECT_EQ(Chosen("opaque \"capturing\"()", "%f = fn @other"), "");
  EXPECT_EQ(Chosen("opaque \"capturing\"()", "%f = fn @cudaFreeHost"), "");
  EXPECT_EQ(Chosen("opaque \"verbose\"()", "opaque system \"log\"()"),
            "unsafe-call 2\n");
}

TEST(Analysis, AnInvokeIsNotFollowedInACycle) {
  EXPECT_EQ(findings("func @f(%n: int) {\nb0:\n"
                     "  invoke fn @f(%n) !m:1:1\n  ret\n}\n"),
            "");
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// A region in which a thread runs @g, with what the region does meanwhile.
std::string withThread(llvm::StringRef Region, llvm::StringRef Thread,
                       int Mode = 0) {
  return findings(
      inRegion(Region, Mode) +
      ("func @g(%s: stream, %t: stream) {\nb0:\n" + Thread + "\n  ret\n}\n")
          .str());
}
const char *const Joined = "%h = call spawns @g(%s, %t) !m:10:1\njoin %h\n";
const char *const Unjoined = "%h = call spawns @g(%s, %t) !m:10:1\n";

TEST(Analysis, AGlobalCaptureConcernsOtherThreadsUntilTheyAreJoined) {
  const char *Malloc = "api cudaMalloc(&%p, 4) !m:20:1";
  EXPECT_EQ(withThread(Joined, Malloc), "unsafe-call 10\n");
  EXPECT_EQ(withThread(Joined, Malloc, 1), "");
  EXPECT_EQ(withThread(Joined, Malloc, 2), "");
  // Whether it waits until the capture is over is not known.
  const std::string Waits = std::string("opaque \"wait\"()\n") + Malloc;
  EXPECT_EQ(withThread(Joined, Waits), "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined, Waits), "");
  // Joined behind the end.
  auto JoinedLater = [](llvm::StringRef Before) {
    return findings(("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  %h = call spawns @g()\n"
                     "  api cudaStreamEndCapture(%s, &%q)\n  join %h\n"
                     "  ret\n}\nfunc @g() {\nb0:\n" +
                     Before + "\n  api cudaMalloc(&%p, 4)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(JoinedLater("opaque \"wait\"()"), "");
  EXPECT_EQ(JoinedLater(""), "unsafe-call 0\n");
}

TEST(Analysis, ThreadsThatNothingKeepsApartMeet) {
  const char *Malloc = "api cudaMalloc(&%p, 4) !m:20:1";
  EXPECT_EQ(withThread(Unjoined, Malloc), "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined, Malloc, 1), "");
  EXPECT_EQ(withThread(Unjoined,
                       std::string("api cudaGetDeviceCount(&%n)\n") + Malloc),
            "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined,
                       std::string("opaque system \"printf\"()\n") + Malloc),
            "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined,
                       std::string("opaque system \"sem_wait\"()\n") + Malloc),
            "");
  // What it runs in a loop, until it is told to stop; and what it runs when it
  // is told to start.
  EXPECT_EQ(withThread(Unjoined, "  goto b1\nb1:\n  br @stop, b3, b2\nb2:\n"
                                 "  api cudaFree(%p)\n  goto b1\nb3:"),
            "unsafe-call 10\n");
  EXPECT_EQ(withThread(Unjoined, "  goto b1\nb1:\n  br @go, b3, b2\nb2:\n"
                                 "  goto b1\nb3:\n  api cudaFree(%p)"),
            "");
  EXPECT_EQ(withThread(Unjoined, "  br @go, b1, b2\nb1:\n"
                                 "  api cudaFree(%p)\n  goto b2\nb2:"),
            "");
  // Started before the capture begins.
  auto Before = [](llvm::StringRef Between) {
    return findings(("func @f(%s: stream) {\nb0:\n"
                     "  %h = call spawns @g() !m:5:1\n" +
                     Between +
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  api cudaStreamEndCapture(%s, &%q)\n  join %h\n"
                     "  ret\n}\n"
                     "func @g() {\nb0:\n  api cudaMalloc(&%p, 4)\n  ret\n}\n"
                     "func @h() {\nb0:\n  opaque \"wait\"()\n  ret\n}\n"
                     "func @i() {\nb0:\n  api cudaEventCreate(&%e)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Before(""), "unsafe-call 5\n");
  EXPECT_EQ(Before("  call @i()\n"), "unsafe-call 5\n");
  EXPECT_EQ(Before("  call @h()\n"), "");
  EXPECT_EQ(Before("  join %h\n"), "");
}

TEST(Analysis, AThreadHasAModeOfItsOwn) {
  const char *Relax = "%m = 2\napi cudaThreadExchangeStreamCaptureMode(&%m)\n";
  std::string Malloc = "api cudaMalloc(&%p, 4) !m:20:1\n";
  EXPECT_EQ(withThread(Joined, Relax + Malloc), "");
  EXPECT_EQ(withThread(Relax + std::string(Joined), Malloc),
            "unsafe-call 10\n");
  EXPECT_EQ(
      withThread(Joined + std::string("api cudaFree(%p) !m:30:1\n"), Relax),
      "unsafe-call 30\n");
}

TEST(Analysis, AThreadEndsOnlyARelaxedCapture) {
  const char *End = "api cudaStreamEndCapture(%s, &%q) !m:20:1";
  for (int Mode : {0, 1}) {
    EXPECT_EQ(withThread(Joined, End, Mode), "unbalanced 10\n");
    EXPECT_EQ(withThread(Unjoined, End, Mode), "unbalanced 10\n");
  }
  auto Relaxed = [](llvm::StringRef After) {
    return findings(("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 2)\n"
                     "  %h = call spawns @g(%s)\n  join %h\n" +
                     After +
                     "  ret\n}\nfunc @g(%s: stream) {\nb0:\n"
                     "  api cudaStreamEndCapture(%s, &%q)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Relaxed(""), "");
  EXPECT_EQ(Relaxed("  api cudaStreamEndCapture(%s, &%q) !m:9:1\n"),
            "unbalanced 9\n");
}

TEST(Analysis, ARoundThatPassesTheEndMakesTheNextBeginFail) {
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

TEST(Analysis, WhatAThreadMayYetDoIsNotCertain) {
  auto Destroys = [](llvm::StringRef Join) {
    return findings(("func @f(%e: event, %s: stream) {\nb0:\n"
                     "  %h = call spawns @g(%e)\n" +
                     Join +
                     "  api cudaEventRecord(%e, %s) !m:9:1\n  ret\n}\n"
                     "func @g(%e: event) {\nb0:\n"
                     "  api cudaEventDestroy(%e)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Destroys(""), "");
  // Its captures are followed; what else it does is not.
  EXPECT_EQ(Destroys("  join %h\n"), "");
  auto Begins = [](llvm::StringRef Join) {
    return findings(("func @f(%s: stream) {\nb0:\n"
                     "  %h = call spawns @g(%s)\n" +
                     Join +
                     "  api cudaStreamEndCapture(%s, &%q) !m:9:1\n  ret\n}\n"
                     "func @g(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n  ret\n}\n")
                        .str());
  };
  EXPECT_EQ(Begins(""), "");
  EXPECT_EQ(Begins("  join %h\n"), "unbalanced 9\n");
}

TEST(Analysis, SeveralThreadsAreJoinedTogether) {
  EXPECT_EQ(withThread("%h = call spawns @g(%s, %t) !m:10:1\n"
                       "%i = call spawns @g(%s, %t) !m:11:1\n"
                       "%v = ((%v | %h) | %i)\njoin %v\n",
                       "opaque \"wait\"()\n  api cudaFree(%p)"),
            "unsafe-call 10\nunsafe-call 11\n");
  EXPECT_EQ(withThread("%h = call spawns @g(%s, %t) !m:10:1\n"
                       "%i = call spawns @g(%s, %t) !m:11:1\njoin %i\n",
                       "opaque \"wait\"()\n  api cudaFree(%p)"),
            "unsafe-call 11\n");
}

TEST(Analysis, AThreadThatNeverEndsStopsNobody) {
  EXPECT_EQ(withThread(Unjoined + std::string("api cudaFree(%p) !m:11:1\n"),
                       "opaque \"work\"()\n  goto b0\nb1:\n"),
            "unsafe-call 11\n");
}

TEST(Analysis, AnInvokeOfWhatIsNotKnownHasAnAlternative) {
  auto Calls = [](llvm::StringRef Set) {
    return findings(
        inRegion((Set + "  invoke %o.\"<virtual g>\" on &%o() else "
                        "!m:10:1 {\n    opaque system \"g\"()\n  }\n"
                        "  api cudaFree(%p) !m:11:1\n")
                     .str()) +
        "func @g(%this) {\nb0:\n  api cudaFree(%p) !m:20:1\n"
        "  ret\n}\n");
  };
  EXPECT_EQ(Calls(""), "unsafe-call 11\n");
  EXPECT_EQ(Calls("  %o.\"<virtual g>\" = fn @g\n"),
            "unsafe-call 10\nunsafe-call 11\n");
  // The type of an object stays what it is.
  EXPECT_EQ(Calls("  %o.\"<virtual g>\" = fn @g\n  opaque \"h\"(&%o)\n"),
            "unsafe-call 10\nunsafe-call 11\n");
}

TEST(Analysis, WhatAnInvokePerhapsReachesIsPossible) {
  std::string Program =
      inRegion("  invoke ?() perhaps @g !m:10:1\n"
               "  api cudaFree(%p) !m:11:1\n") +
      "func @g() {\nb0:\n  api cudaFree(%p) !m:20:1\n  ret\n}\n";
  EXPECT_EQ(findings(Program), "unsafe-call 11\n");
  Options Possible;
  Possible.ReportPossible = true;
  EXPECT_EQ(findings(Program, false, Possible),
            "unsafe-call 10\nunsafe-call 11\n");
}

} // namespace
