//===- CallsTest.cpp - Calls of known and unknown callees -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InRegion.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {

TEST(Calls, CallThatCannotBeSeenMayRecreate) {
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

TEST(Calls, FindingAfterAnOpaqueCallNeedsTheEnd) {
  EXPECT_EQ(findings(inRegion("opaque \"work\"(%s)\n"
                              "api cudaMalloc(&%p, 4) !m:10:1\n")),
            "unsafe-call 10\n");
  EXPECT_EQ(findings("func @f(%s: stream) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0)\n"
                     "  opaque \"work\"(%s)\n"
                     "  api cudaMalloc(&%p, 4) !m:10:1\n  ret\n}\n"),
            "");
}

TEST(Calls, CallsAreFollowedAndReportedAtTheCaller) {
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

// A pointer that is one of two, where the ways to it are joined, may be written
// through.
TEST(Calls, WhatAJoinedPointerMayPointAtIsDoubtful) {
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

/// Functions f12 to f0, each of which calls the next one twice; \p Last is what
/// f0 does. The first is given the stream that \p Body, a region, has.
std::string tree(const std::string &Last, const std::string &Body) {
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

TEST(Calls, TheSameCallIsNotRunAgain) {
  // 4096 ways lead to each. An analysis that takes more steps than this does
  // not follow all calls, and says so.
  Options Few;
  Few.MaxSteps = 6000;
  Few.LeastShare = 1;
  auto Closely = [&](const std::string &Text) {
    const auto M = textModule(Text);
    Coverage Gaps;
    std::vector<Finding> Found = analyze(*M, knowledge(), Few, &Gaps);
    EXPECT_TRUE(Gaps.empty());
    llvm::erase_if(
        Found, [](const Finding &F) { return F.R == Rule::UncheckedResult; });
    return listed(Found);
  };
  const char *Work = "  %r = api launch(%s)\n  ret 0\n";
  const char *Checked = "  %r = api cudaMemcpyAsync(@p, @q, 4, 1, %s)\n"
                        "  ret %r\n";
  const char *Wait = "  %r = api cudaStreamSynchronize(%s)\n  ret 0\n";
  const std::string Call = "  call @f12(%s) !m:10:1\n";
  const std::string Behind = "  api cudaDeviceSynchronize() !m:20:1\n";
  EXPECT_EQ(Closely(tree(Wait, Call)), "synchronization 10\n");
  EXPECT_EQ(Closely(tree(Wait, Call + Call + Behind)),
            "synchronization 10\nsynchronization 20\n");
  EXPECT_EQ(Closely(tree(Work, Call)), "");
  EXPECT_EQ(Closely(tree(Work, Call + Behind)), "synchronization 20\n");
  EXPECT_EQ(Closely(tree(Checked, Call + Behind)), "synchronization 20\n");
  // A stream that was forked: its work is the same, its join is not.
  const std::string Fork = "  api cudaEventRecord(%e, %s)\n"
                           "  api cudaStreamWaitEvent(%t, %e, 0)\n"
                           "  call @f12(%t) !m:30:1\n";
  const std::string Join = "  api cudaEventRecord(%e, %t)\n"
                           "  api cudaStreamWaitEvent(%s, %e, 0)\n";
  EXPECT_EQ(Closely(tree(Work, Fork)), "unjoined-stream 99\n");
  EXPECT_EQ(Closely(tree(Work, Fork + Join)), "");
  EXPECT_EQ(Closely(tree(Work, Fork + Join + "  call @f12(%t) !m:40:1\n")),
            "unjoined-stream 99\n");
}

// Recursive calls are followed that count with known numbers.
TEST(Calls, RecursiveCallsAreRun) {
  EXPECT_EQ(findings("func @f(%s: stream, %n: int) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                     "  call @visit(%s, 3) !m:10:1\n"
                     "  api cudaStreamEndCapture(%s, &%g) !m:99:1\n  ret\n}\n"
                     "func @visit(%s: stream, %n: int) {\nb0:\n"
                     "  br (%n == 0), b1, b2\n"
                     "b1:\n  api cudaStreamSynchronize(%s) !m:20:1\n  ret\n"
                     "b2:\n  call @next(%s, (%n - 1)) !m:21:1\n  ret\n}\n"
                     "func @next(%s: stream, %n: int) {\nb0:\n"
                     "  call @visit(%s, %n) !m:30:1\n  ret\n}\n"),
            "synchronization 10\n");
  // A number that is not known.
  EXPECT_EQ(findings("func @f(%s: stream, %n: int) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                     "  call @visit(%s, %n, 0) !m:10:1\n"
                     "  api cudaStreamEndCapture(%s, &%g) !m:99:1\n  ret\n}\n"
                     "func @visit(%s: stream, %n: int, %inner: int) {\nb0:\n"
                     "  br %inner, b1, b2\n"
                     "b1:\n  api cudaStreamSynchronize(%s) !m:20:1\n  ret\n"
                     "b2:\n  call @visit(%s, (%n - 1), 1)\n  ret\n}\n"),
            "synchronization 10\n");
  // A number that stays what it is decides which way each call goes.
  EXPECT_EQ(findings("func @f(%s: stream, %n: int) {\nb0:\n"
                     "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                     "  call @visit(%s, 3, 0) !m:10:1\n"
                     "  api cudaStreamEndCapture(%s, &%g) !m:99:1\n  ret\n}\n"
                     "func @visit(%s: stream, %n: int, %wait: int) {\nb0:\n"
                     "  br %wait, b1, b2\n"
                     "b1:\n  api cudaStreamSynchronize(%s) !m:20:1\n  goto b2\n"
                     "b2:\n  br (%n > 0), b3, b4\n"
                     "b3:\n  call @visit(%s, (%n - 1), %wait)\n  ret\n"
                     "b4:\n  ret\n}\n"),
            "");
}

// A recursive call that is not run ends no capture, unless the function may.
TEST(Calls, CapturesOutliveRecursiveCalls) {
  auto Text = [](const char *Statement) {
    return std::string("func @f(%s: stream, %n: int) {\nb0:\n"
                       "  api cudaStreamBeginCapture(%s, 0) !m:1:1\n"
                       "  call @visit(%s, %n) !m:10:1\n"
                       "  api cudaMalloc(&%p, 4) !m:20:1\n"
                       "  br %n, b1, b2\nb1:\n  ret\n"
                       "b2:\n  ret\n}\n"
                       "func @visit(%s: stream, %n: int) {\nb0:\n"
                       "  br (%n > 0), b1, b2\n"
                       "b1:\n  call @visit(%s, (%n - 1))\n  goto b2\n"
                       "b2:\n") +
           Statement + "  ret\n}\n";
  };
  EXPECT_EQ(findings(Text("  api launch(%s)\n")), "unsafe-call 20\n");
  EXPECT_EQ(findings(Text("  opaque \"work\"(%s)\n")), "");
}

TEST(Calls, BeginAndEndInCallees) {
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

TEST(Calls, LambdaBodiesCountAsInside) {
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

TEST(Calls, AnInvokeOfAnApiIsACallOfIt) {
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

TEST(Calls, AnInvokeNamesTheApiThatItReaches) {
  const auto M = textModule(inRegion("%f = fn @cudaMalloc\n"
                                     "  invoke %f(&%p, 4) !m:10:1\n"));
  const std::vector<Finding> Found = findingsIn(*M);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].R, Rule::UnsafeCall);
  EXPECT_EQ(Found[0].Callee, "cudaMalloc");
  EXPECT_EQ(Found[0].Path.back().Callee, "cudaMalloc");
  EXPECT_EQ(Found[0].Begin.back().Callee, "cudaStreamBeginCapture");
}

TEST(Calls, AnInvokeOfAFunctionIsFollowed) {
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

TEST(Calls, AnInvokeOfWhatIsNotKnownIsOpaque) {
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

TEST(Calls, FunctionsAreNotNullAndDiffer) {
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

TEST(Calls, AChoiceThatCannotBeSeenIsNotCertain) {
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

TEST(Calls, AnInvokeIsNotFollowedInACycle) {
  EXPECT_EQ(findings("func @f(%n: int) {\nb0:\n"
                     "  invoke fn @f(%n) !m:1:1\n  ret\n}\n"),
            "");
}

TEST(Calls, AnInvokeOfWhatIsNotKnownHasAnAlternative) {
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

TEST(Calls, WhatAnInvokePerhapsReachesIsPossible) {
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

TEST(Calls, PossibleViolationsBehindACertainOneAreOthers) {
  const auto M =
      textModule(inRegion("  call @g() !m:10:1\n") +
                 "func @g() {\nb0:\n  api cudaFree(%p) !m:20:1\n"
                 "  invoke ?() perhaps @h !m:21:1\n  ret\n}\n"
                 "func @h() {\nb0:\n  api cudaFree(%q) !m:30:1\n  ret\n}\n");
  std::vector<Finding> Certain = findingsIn(*M, {});
  ASSERT_EQ(Certain.size(), 1u);
  EXPECT_TRUE(Certain[0].Others.empty());
  Options Possible;
  Possible.ReportPossible = true;
  std::vector<Finding> All = findingsIn(*M, Possible);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_FALSE(All[0].Possible);
  ASSERT_EQ(All[0].Others.size(), 1u);
  EXPECT_TRUE(All[0].Others[0].Possible);
  EXPECT_TRUE(All[0].Others[0].SameKind);
  EXPECT_EQ(All[0].Others[0].Path.size(), 3u);
}

} // namespace
